// `stack: default` as a file that is extended: rules `stack/todo` and so on, which `overrides` change.
import { type ConfigFile, isKeys, type LayerReader } from './config-file.ts'
import { writtenStack } from './default-stack.ts'
import { parseConfig } from './parse.ts'
import { textOfData } from './to-yaml.ts'

const FILE = 'hooks-yaml/stack/default.yaml'

/** Once in a layer, whichever of its files names it. */
export function stackFile(file: ConfigFile, { seen, texts }: LayerReader): readonly ConfigFile[] {
  if (file.keys.stack !== 'default') return []
  const known = seen.get(FILE)
  if (known !== undefined) return [known]
  const text = textOfData({ version: 1, rules: writtenStack() })
  const { document } = parseConfig({ file: FILE, path: FILE, text })
  if (document === undefined) return []
  const { layer, dir } = file
  const keys = isKeys(document.value) ? document.value : {}
  const source = { layer, path: FILE, file: FILE, dir, prefix: STACK_PREFIX }
  const stack: ConfigFile = { ...source, document, keys, shape: [], chain: [], parents: [], stack: true }
  seen.set(FILE, stack)
  texts.set(FILE, text)
  return [stack]
}

/** What stands before the names of its rules. */
export const STACK_PREFIX = 'stack/'
