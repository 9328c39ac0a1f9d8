// The words by which programs, tools and addresses say what they do.
import { AND } from '../../patterns/literal.ts'
import type { ActVerb } from '../../model/types.ts'

/** Each line: a verb, an exclamation mark where nothing brings back what it was, and the words that mean it. */
const verbs = `
delete! delete deletes deletion destroy remove rm rmi rmdir rb del terminate purge drop dropdb wipe erase revoke deregister unregister decommission untag unset uninstall prune flush flushall flushdb truncate teardown undeploy unpublish expunge deprovision nuke forget undefine
read get list ls show describe view status logs log info search find fetch read query inspect diff plan preview validate print help version tail count head explain check history whoami ps top export download lint doctor watch open compare estimate
grant grant authorize share invite
send! send email notify refund payout transfer charge refunds payouts transfers charges reply tweet
deploy deploy redeploy apply rollout promote rollback
publish! publish yank deprecate
run exec invoke execute
change update set patch edit scale enable put modify rename resume attach replace resize upgrade
change! stop restart reboot disable rotate cordon drain taint suspend pause cancel failover restore detach archive reset stopall shutdown kill seal deallocate poweroff rebuild undo unload unlock mv move roll maintenance
create create add new provision install clone make generate insert upload push
`

interface Meaning {
  readonly verb: ActVerb
  /** Nothing brings back what it was. */
  readonly lasts: boolean
}

const meanings: ReadonlyMap<string, Meaning> = new Map(
  verbs
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [verb = '', ...words] = line.split(' ')
      const meaning = { verb: verb.replace('!', '') as ActVerb, lasts: verb.endsWith('!') } // the lines begin with verbs
      return words.map((word) => [word, meaning] as const)
    }),
)

/** Whoever makes or changes one of these does more than that: rights are granted with them, and so on. Without a plural. */
const things: Readonly<Record<string, ReadonlySet<string>>> = {
  grant: new Set(
    'policy policie role rolebinding clusterrolebinding binding permission access collaborator membership owner key acl'.split(
      ' ',
    ),
  ),
  deploy: new Set('deployment deploy stack code'.split(' ')),
  send: new Set('sns topic queue message mqtt channel'.split(' ')),
  publish: new Set('release dist'.split(' ')),
  lasts: new Set('secret parameter protection ruleset traffic'.split(' ')),
}

/** What is said of a thing by all pieces of the words around a verb. */
export const isAbout = (kind: keyof typeof things, pieces: readonly string[]): boolean =>
  pieces.some((piece) => things[kind]?.has(piece) || things[kind]?.has(piece.replace(/s$/, '')))

/** Texts of which one stands in each call that says one of these verbs. */
export function wordsFor(meant: ReadonlySet<string>, lasting: boolean): readonly string[] {
  const own = [...meanings].flatMap(([word, { verb, lasts }]) =>
    meant.has(verb) && (lasts || !lasting || verb !== 'change') ? [word] : [],
  )
  const kinds = [...meant, ...(meant.has('change') && lasting ? ['lasts'] : [])]
  const all = [
    ...own,
    ...kinds.flatMap((kind) => [...(things[kind] ?? [])].filter((word) => word !== 'code')),
    ...kinds.flatMap((kind) => others[kind] ?? []),
  ]
  return all.flatMap((word) =>
    word.length > SHORT || word.startsWith(' ') ? [word] : BEFORE_SHORT.map((before) => before + word),
  )
}

/** What says a verb without being one: options, and methods of requests. */
const others: Readonly<Record<string, readonly string[]>> = {
  grant: [
    '0/0',
    'public',
    'all',
    'unauthenticated',
    'cluster-admin',
    '::/0',
    'anonymous',
    'internet',
    'principal',
    'auth-type',
    'address',
  ],
  deploy: [' --prod', `function${AND}code`],
  publish: ['push', 'upload'],
  create: ['post', ' -d', ' -f', ' --data', ' --json', ' --form', 'mutation'],
  change: ['patch'],
  lasts: [
    'scale',
    'replicas',
    'count',
    'capacity',
    'retention',
    'termination',
    'versioning',
    'force=true',
    'suspended',
    '=0',
  ],
}

const SHORT = 4
const BEFORE_SHORT = [' ', ':', '_', '-', '.', '/']

/** `deletemany`, `unregistervm`, and not `deleted`. */
const begins = /^(delete|destroy|purge|terminate|unregister)(?!\w*(?:ed|er|ers|ing)$)[a-z]{2,}$/

const meaningOf = (piece: string): Meaning | undefined =>
  meanings.get(piece) ?? meanings.get(begins.exec(piece)?.[1] ?? '')

const isSaid = (piece: string, word: string): boolean =>
  piece.length > SHORT || BEFORE_SHORT.some((before) => ` ${word}`.toLowerCase().includes(before + piece))

/** They are things as often as they are acts: of `release list`, the verb stands behind. */
const nouns = new Set(
  'deploy set log logs transfer charge refund payout transfers charges refunds payouts email check history exec rollout plan diff query archive failover'.split(
    ' ',
  ),
)

/** `terminate-instances`, `apps:destroy`, `deleteBucket`, `kubectl_scale` in pieces. */
export const piecesOf = (word: string): readonly string[] =>
  word
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((piece) => piece !== '')

export interface FoundVerb extends Meaning {
  /** The index of the word that says it. */
  readonly at: number
  /** The rest of that word. */
  readonly rest: string
}

/** The first of the words that is a verb, or the next behind a thing. Names of resources stand behind it. */
export function verbIn(words: readonly string[]): FoundVerb | undefined {
  let thing: FoundVerb | undefined
  for (const [at, word] of words.entries()) {
    const pieces = piecesOf(word)
    // `delete-table`, `table:delete`, `kubectl_scale`; `my-app-reset-1` is a name.
    const index = pieces.findIndex((piece) => meaningOf(piece) !== undefined && isSaid(piece, word))
    const piece = pieces[index]
    const meaning = piece === undefined ? undefined : meaningOf(piece)
    if (piece === undefined || meaning === undefined || /\d/.test(word)) continue
    const found = { ...meaning, at, rest: pieces.filter((_, each) => each !== index).join('_') }
    if (!nouns.has(piece)) return found
    thing ??= found
  }
  return thing
}
