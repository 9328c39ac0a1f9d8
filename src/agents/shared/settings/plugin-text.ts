// The beginning of a plugin that `install` writes for an agent: it finds the package and loads what answers that agent.
import { shimName } from '../shim.ts'

/** The text that defines `load`, which rejects without a package, and `whyNot`. Everybody's file is the same. */
export function pluginStart(agent: string): string {
  return `// Written by "hooks install ${agent}"; "hooks uninstall ${agent}" removes it. It loads hooks-yaml: the copy of this project, else the machine's.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

function copies() {
  const shim = join(env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'hooks/bin/${shimName}')
  const text = existsSync(shim) ? readFileSync(shim, 'utf8') : ''
  const quoted = [...text.matchAll(/(?:^|\\|\\| )bin=([^$\\s].*)$/gm)].map(([, copy]) => copy)
  const machine = quoted.map((copy) => dirname(copy.replace(/^'|'$/g, '').replaceAll("'\\\\''", "'")))
  const own = join(dirname(fileURLToPath(import.meta.url)), '../..', 'node_modules/hooks-yaml/dist')
  return [own, ...machine].map((dir) => join(dir, '${agent}.mjs'))
}

let loading
function load() {
  const file = copies().find((copy) => existsSync(copy))
  if (file === undefined) return Promise.reject(new Error('hooks-yaml is missing here'))
  return (loading ??= import(pathToFileURL(file).href))
}

function whyNot(error) {
  const why = error instanceof Error ? error.message : String(error)
  return \`hooks could not check this call, so it is refused: \${why}. Try: npx hooks-yaml install ${agent}\`
}
`
}
