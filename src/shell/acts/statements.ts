// What a statement, a call in code or a task of a migrator does to what a database keeps.
import type { ActFact, ActVerb } from '../../model/types.ts'
import { AND } from '../../patterns/literal.ts'
import { plainSql } from '../tool-sql.ts'
import { isLocalHost } from './requests.ts'
import { piecesOf } from './words.ts'

interface StatementCall {
  readonly program: string
  readonly argv: readonly string[]
  /** The words, with the variables that are set. */
  readonly all: string
  /** It speaks to a service: its words may be statements. */
  readonly isClient: boolean
}

const client =
  /sql|cqlsh|redis|valkey|keydb|duckdb|clickhouse|cockroach|trino|presto|hive|^(?:pgcli|mycli|beeline|athenacli|cypher-shell|prisma|snow|bq)$/
const interpreter =
  /^(?:python[\d.]*|pypy3?|node(?:js)?|ruby|php|deno|bun|tsx|ts-node|rails|rake|mix|iex|flask|artisan|console|manage\.py|django-admin|mongo(?:sh)?|perl)$/
const migrator =
  /^(?:rails|rake|mix|artisan|console|php|python[\d.]*|manage\.py|django-admin|flask|alembic|prisma|sequelize(?:-cli)?|typeorm|knex|flyway|liquibase|hasura|mvnw?|gradlew?|dotnet|airflow|diesel|sqlx|dbmate|goose|migrate|[\w-]*(?:orm|migrate)[\w-]*)$/

const dropping =
  /\b(?:drop\s+(?:table|database|schema|view|materialized|index|user|role|column|keyspace|collection|owned|function|type|extension|sequence|tablespace|polic(?:y|ies))|truncate(?:\s+table)?(?=\s+\w)|alter\s+system|alter\s[^;]*?\bdrop|reset\s+(?:master|slave|replica)|purge\s+(?:binary|master)\s+logs|detach\s+delete|flushall|flushdb|shutdown)\b(?:\s+if\s+exists)?\s*([\w."`]*)/i
const emptying = /\bdelete\s+from\s+([\w."`[\]]+)(?![^;]*\bwhere\b(?!\s+(?:1|true)\b))/i
const setting = /\bupdate\s+([\w."`[\]]+)\s+set\b(?![^;]*\bwhere\b)/i

const calls =
  /(?:\.|::|->)(?:drop_?(?:all|database|table|user|indexes)|flush_?(?:all|db)|truncate)\(|[.\s](?:drop_database|delete_all|destroy_all)\b|\.(?:deleteMany|drop)\((?:\{\s*\})?\)|\.remove\(\{\s*\}\)|\.objects\.\w+\(.*\)\.delete\(\)|->delete\(\)|\.sync\(\{ ?force: ?true/i
const executes = /(?:execute\w*|query|exec|raw|unprepared|statement)!?\(\W{0,4}([^]*)/i
const library =
  /\b(boto3|aws-sdk|redis|mongo|psycopg|mysql|sequelize|prisma|elasticsearch|google\.cloud|azure\.|stripe|kubernetes)\b/i
const deletes =
  /\b(?:flush(?:all|db)|drop\w*|delete\w*|destroy\w*|truncate\w*|terminate\w*|purge\w*)\s*[(;"'`]/i

const requests =
  /\b(?:requests|httpx|session|client|axios|got|ky)\.delete\(|method['"`]?\s*[:=]\s*['"`]DELETE|Net::HTTP::Delete|CURLOPT_CUSTOMREQUEST,\s*['"]DELETE/i

/** Only shown, or only in memory. */
const harmless = /^--(?:pretend|sql|dump-sql|dry_run)$/
const forTests = /(?:^|[^a-z])tests?(?:ing)?\d*(?:$|[^a-z])|:memory:|\/tmp\/\S*(?:db|sqlite)/i

interface Lost {
  readonly verb: ActVerb
  readonly target: string
  readonly service?: string
  /** The words that say it: those beside them tell where. */
  readonly said: string
}

export function statementAct(asked: StatementCall): ActFact | undefined {
  const { argv, program, all } = asked
  const lost = lostBy(asked)
  if (lost === undefined || argv.some((word) => harmless.test(word))) return undefined
  const { verb, target, service = 'database', said } = lost
  const isTest = forTests.test(all.replace(said, ' '))
  return {
    service,
    verb,
    by: program,
    undo: false,
    ...(target !== '' && { target }),
    ...(isTest && { environment: 'test' }),
  }
}

function lostBy({ program, argv, all, isClient }: StatementCall): Lost | undefined {
  const words = argv.slice(1)
  const isCoded = interpreter.test(program)
  if (isClient || client.test(program)) {
    const texts = words.length > 1 && /redis|valkey|keydb/.test(program) ? [words.join(' ')] : words
    const lost = texts.map(lostBySql).find((each) => each !== undefined)
    if (lost !== undefined) return lost
  }
  if (isCoded) {
    const lost = words.map(lostByCode).find((each) => each !== undefined)
    if (lost !== undefined) return lost
  }
  return migrator.test(program)
    ? (lostByTask([program, ...words]) ?? migrated([program, ...words], all))
    : undefined
}

function lostBySql(said: string): Lost | undefined {
  if (!/\s/.test(said) && !/^(?:flushall|flushdb|shutdown)$/i.test(said)) return undefined
  const plain = plainSql(said.replace(/^-[a-z](?=\w+\s)/i, ''))
  const text = /\bexecute\s+'/i.test(plain) ? plain : plain.replace(/'[^']*'/g, "''")
  if (/^\s*explain\s+(?!\(?\s*analy)/i.test(text)) return undefined
  const whole = dropping.exec(text) ?? emptying.exec(text)
  if (whole !== null) return { verb: 'delete', target: nameOf(whole[1]), said }
  const set = setting.exec(text)
  return set === null ? undefined : { verb: 'change', target: nameOf(set[1]), said }
}

const nameOf = (text = ''): string => text.replace(/["'`[\]]/g, '')

function lostByCode(said: string): Lost | undefined {
  if (!/[.(:>]/.test(said)) return undefined
  if (calls.test(said)) return { verb: 'delete', target: '', said }
  const executed = executes.exec(said)?.[1]
  const lost = executed === undefined ? undefined : lostBySql(executed)
  if (lost?.verb === 'delete') return { ...lost, said }
  const host = requests.test(said) ? /https?:\/\/([\w.-]+)/.exec(said)?.[1] : undefined
  if (host !== undefined && !isLocalHost.test(host)) {
    const [service = host] = host.split('.').slice(-2)
    return { verb: 'delete', target: '', service, said }
  }
  const service = library.exec(said)?.[1]?.toLowerCase()
  return service !== undefined && deletes.test(said)
    ? { verb: 'delete', target: '', service, said }
    : undefined
}

const kept = /^(?:db|databases?|schema|ecto|migrat(?:e|ions?)|doctrine|dags|flyway|liquibase|downgrade)$/
const loses = /^(?:drop|reset|fresh|refresh|wipe|flush|purge|truncate|clean|clear|replant|delete)$/

/** `rails db:drop`, `prisma migrate reset`, `alembic downgrade base` */
function lostByTask(all: readonly string[]): Lost | undefined {
  const words = all.filter((word) => !word.includes('/') && !/\s/.test(word))
  const pieces = words.flatMap(piecesOf)
  const said = words.join(' ')
  const isKept = pieces.some((piece) => kept.test(piece))
  const isLost =
    (isKept && pieces.some((piece) => loses.test(piece))) ||
    (isKept && /\ball\b|\s(?:zero|base|0)$|db:(?:schema:load|structure:load|setup)/.test(` ${said}`)) ||
    /\b(?:manage\.py .*)?(?:^|\s)(?:flush|reset_db|reset_schema)(?:\s|$)/.test(said)
  return isLost ? { verb: 'delete', target: '', said: '' } : undefined
}

const migrates = /^(?:migrat(?:e|ions?)|upgrade|update|push|apply|up|deploy|run)$/
const looks =
  /^(?:status|show|list|history|plan|check|validate|verify|info|diff|current|heads|version|generate|new|create|make|revision|rollback|dry)$/
const live = /(?:^|[^a-z])prod(?:uction)?(?:$|[^a-z])/i

/** `php artisan migrate --env=production`, `DATABASE_URL=postgres://db.prod.shop.example/shop sqlx migrate run` */
function migrated(words: readonly string[], all: string): Lost | undefined {
  const pieces = words.filter((word) => !word.includes('/') && !/\s/.test(word)).flatMap(piecesOf)
  const has = (what: RegExp): boolean => pieces.some((piece) => what.test(piece))
  const isMeant = has(kept) && has(migrates) && !has(looks)
  return isMeant && live.test(all) ? { verb: 'change', target: 'the schema', said: '' } : undefined
}

/** Texts of which one stands in each call that a database loses something by. */
export const lossWords: readonly string[] = [
  ...'drop truncate delete destroy flush alter detach terminate purge shutdown replant fresh wipe'.split(' '),
  ...'reset clean clear master slave replica --all :all zero base'
    .split(' ')
    .flatMap((word) =>
      'db schema migrat database ecto doctrine dags flyway liquibase downgrade reset'
        .split(' ')
        .map((kind) => word + AND + kind),
    ),
  `update${AND} set `,
  `.sync(${AND}force`,
  ...'db schema migrat database ecto doctrine flyway liquibase'.split(' ').map((kind) => `prod${AND}${kind}`),
  'db:setup',
  'db:schema:load',
  'db:structure:load',
  'down-to 0',
  'update 0',
  '.remove({',
]
