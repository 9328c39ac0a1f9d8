// The words by which programs, tools and addresses say what they do.
import type { ActVerb } from '../../model/types.ts'

/** Each line: a verb, and the words that mean it. */
const verbs = `
delete delete deletes destroy remove rm rmdir rb del terminate purge drop dropdb wipe erase revoke deregister decommission untag unset uninstall prune flush flushall flushdb truncate teardown undeploy unpublish expunge deprovision nuke
read get list ls show describe view status logs log info search find fetch read query inspect diff plan preview validate print help version tail count head explain check history whoami ps top export download lint doctor watch open compare estimate
grant grant authorize share
send send email notify refund payout transfer charge reply tweet
deploy deploy apply rollout promote rollback
publish publish yank deprecate
run exec invoke execute
change update set patch edit scale stop restart reboot disable enable put modify rotate rename cordon drain taint suspend resume pause cancel failover restore resize detach attach replace archive reset stopall shutdown
create create add new provision install clone make generate insert
`

const verbOf: ReadonlyMap<string, ActVerb> = new Map(
  verbs
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [verb = '', ...words] = line.split(' ')
      return words.map((word) => [word, verb as ActVerb] as const) // the lines begin with verbs
    }),
)

/** Texts of which one stands in each that says one of these verbs: its words, short ones with what stands before them. */
export const wordsFor = (meant: ReadonlySet<string>): readonly string[] =>
  [...verbOf].flatMap(([word, verb]) => {
    if (!meant.has(verb)) return []
    return word.length > SHORT ? [word] : BEFORE_SHORT.map((before) => before + word)
  })

const SHORT = 2
const BEFORE_SHORT = [' ', ':', '_', '-', '.', '/']

const isSaid = (piece: string, word: string): boolean =>
  piece.length > SHORT || BEFORE_SHORT.some((before) => ` ${word}`.toLowerCase().includes(before + piece))

/** They are things as often as they are acts: of `release list`, the verb stands behind. */
const things = new Set(
  'deploy set log logs transfer charge refund payout email check history exec rollout plan diff query'.split(
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

export interface FoundVerb {
  readonly verb: ActVerb
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
    const index = pieces.findIndex((piece) => verbOf.has(piece) && isSaid(piece, word))
    const piece = pieces[index]
    const verb = piece === undefined ? undefined : verbOf.get(piece)
    if (piece === undefined || verb === undefined || /\d/.test(word)) continue
    const found = { verb, at, rest: pieces.filter((_, each) => each !== index).join('_') }
    if (!things.has(piece) || pieces.length > 1) return found
    thing ??= found
  }
  return thing
}
