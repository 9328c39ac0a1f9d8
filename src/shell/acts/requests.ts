// What a request changes at a server: by its method, its path, or the mutation that it asks for.
import type { ActFact, ActVerb, CommandFact } from '../../model/types.ts'
import { hostOf } from '../../patterns/text/host-name.ts'
import { isAbout, piecesOf, verbIn } from './words.ts'

const requests = new Set([
  'curl',
  'curlie',
  'wget',
  'wget2',
  'http',
  'https',
  'xh',
  'xhs',
  'httpie',
  'invoke-restmethod',
  'invoke-webrequest',
  'irm',
  'iwr',
])
export const isLocalHost =
  /^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|::1|\[|host\.docker\.internal|[^.]*$)|\.(?:localhost|local|test|internal|lan)$/

const api: Readonly<Record<string, string>> = { gh: 'https://api.github.com/', glab: 'https://gitlab.com/' }

/** `DELETE https://api.shop.example/orders/1`, a mutation of GraphQL, a path that says the verb. */
export function requestActs({ argv, program }: CommandFact): readonly ActFact[] | undefined {
  const own = argv[1] === 'api' ? api[program] : undefined
  if (own === undefined && !requests.has(program)) return undefined
  const text = argv.slice(1).join(' ')
  const url =
    argv.find((word) => /^https?:\/\//.test(word)) ??
    (own === undefined
      ? argv.find((word) => /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(word))
      : own + (argv.find((word, at) => at > 1 && /\/|^graphql$/.test(word)) ?? ''))
  const host = url === undefined ? undefined : hostOf(url.replace(/^https?:\/\//, '').replace(/[/?#].*$/, ''))
  if (host === undefined || isLocalHost.test(host)) return []
  const method = (
    /(?:-\w*X ?|--request[ =]|--method[ =]|-method ["']?|(?:^| ))(DELETE|PURGE|PUT|PATCH|POST|GET|HEAD|OPTIONS)\b/i.exec(
      text,
    )?.[1] ?? ''
  ).toUpperCase()
  return requestAct({ host, method, url: url ?? '', body: text, by: program, isKnown: own !== undefined })
}

interface RequestText {
  readonly host: string
  readonly method: string
  readonly url: string
  readonly body: string
  readonly by: string
  /** Its paths say what they are about. */
  readonly isKnown: boolean
}

function requestAct({ host, method, url, body, by, isKnown }: RequestText): readonly ActFact[] {
  const service = host.split('.').slice(-2, -1)[0] ?? host
  const path = url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '')
  const mutation = /\bmutation\b[^{]{0,200}\{\s*(\w+)/.exec(body.replaceAll('\\n', ' '))?.[1]
  const last = path.split('/').findLast((part) => verbIn([part]) !== undefined)
  const spoken = verbIn([mutation ?? last ?? ''])
  const base = { service, by, target: mutation ?? path }
  if (method === 'DELETE' || method === 'PURGE') return [{ ...base, verb: 'delete', undo: false }]
  const sends =
    method === 'POST' ||
    method === 'PUT' ||
    method === 'PATCH' ||
    / (?:-[dfF]|--(?:data|form|field|json|raw-field)\S*)[ =]/.test(` ${body}`)
  if (!sends && mutation === undefined) return []
  const verb: ActVerb =
    spoken !== undefined && spoken.verb !== 'read'
      ? spoken.verb
      : method === 'PUT' || method === 'PATCH'
        ? 'change'
        : 'create'
  const about = isKnown ? piecesOf(path) : []
  if (isAbout('grant', about)) return [{ ...base, verb: 'grant' }]
  const lasts = spoken?.lasts === true || isAbout('lasts', about) || /\bforce=true\b/.test(body)
  return [{ ...base, verb, ...(lasts ? { undo: false } : verb === 'create' && { undo: true }) }]
}
