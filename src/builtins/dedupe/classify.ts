import { matchesNameGlob } from '../../patterns/name-glob.ts'
import { lastPart } from '../../patterns/pattern.ts'
import { shippedGroups } from '../../model/tool-groups.ts'

/** What a call touches; what is not known counts as the gravest. */
export type SideEffect = 'external' | 'memory' | 'local' | 'read_only'

const only = new Set<string>([...shippedGroups.read, ...shippedGroups.search, ...shippedGroups.fetch])
const local = new Set<string>([
  ...shippedGroups.shell,
  ...shippedGroups.write,
  ...shippedGroups.edit,
  ...shippedGroups.subagent,
  ...shippedGroups.todo,
])

const reads = new Set(
  'get list read search fetch find query view show describe count check lookup look browse inspect preview status stat info explain compare diff resolve glob grep ls cat head tail'.split(
    ' ',
  ),
)
const changes = new Set(
  'send create update delete post put patch write add remove set insert upsert pay charge refund book order buy sell publish upload submit reply forward invite move rename cancel transfer approve reject merge close open archive restore execute exec run deploy start stop restart trigger schedule assign subscribe unsubscribe notify share grant revoke sync import edit replace click type fill'.split(
    ' ',
  ),
)
const remembers = new Set(
  'memory memories memorize remember forget recall note notes knowledge entity entities observation observations'.split(
    ' ',
  ),
)

/** By the words of its name: `GET_x` only reads, `SEND_x` reaches outside, and so does what nobody knows. */
export function classify(tool: string, readOnly: readonly string[]): SideEffect {
  const bare = lastPart(tool) ?? tool
  if (readOnly.some((glob) => matchesNameGlob(glob, tool) || matchesNameGlob(glob, bare))) return 'read_only'
  if (only.has(bare)) return 'read_only'
  if (local.has(bare)) return 'local'
  const words = wordsOf(bare)
  if (!words.some((word) => changes.has(word)) && words.slice(0, 2).some((word) => reads.has(word)))
    return 'read_only'
  return wordsOf(tool).some((word) => remembers.has(word)) ? 'memory' : 'external'
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
