// The beginning of a plugin that `install` writes for an agent: it finds the package and loads what answers that agent.
import { SHIM } from '../shim.ts'

/** The text that defines `load`, which rejects without a package, and `whyNot`. Everybody's file is the same. */
export function pluginStart(agent: string): string {
  return `// Written by "hooks install ${agent}"; "hooks uninstall ${agent}" removes it. It loads hooks-yaml: the copy of this project, else the machine's.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

// The environment may be a project's: what lies in one is nobody's machine.
function isProjects(file) {
  for (let dir = realpathSync(file); dirname(dir) !== dir; dir = dirname(dir))
    if (['.git', '.env', 'hooks.yaml'].some((name) => existsSync(join(dir, name)))) return true
  return false
}

function copies() {
  const own = join(userInfo().homedir, '${SHIM}')
  const shims = [join(homedir(), '${SHIM}'), own].filter((each) => existsSync(each))
  const shim = shims.find((each) => each === own || !isProjects(each))
  const text = shim === undefined ? '' : readFileSync(shim, 'utf8')
  const quoted = [...text.matchAll(/(?:^|\\|\\| )bin=([^$\\s].*)$/gm)].map(([, copy]) => copy)
  const machine = quoted.map((copy) => dirname(copy.replace(/^'|'$/g, '').replaceAll("'\\\\''", "'")))
  const projects = join(dirname(fileURLToPath(import.meta.url)), '../..', 'node_modules/hooks-yaml/dist')
  return [projects, ...machine].map((dir) => join(dir, '${agent}.mjs'))
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
