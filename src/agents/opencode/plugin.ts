// The plugin that `install` writes: it loads the package, which does the rest.
import { shimName } from '../shared/shim.ts'

/** Everybody's file is the same. What fails to load would be absent, and its calls would pass: so the package is loaded when a function is called. */
export const pluginText = `// Written by "hooks install opencode"; "hooks uninstall opencode" removes it. It loads hooks-yaml: the copy of this project, else the machine's.
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
  return [own, ...machine].map((dir) => join(dir, 'opencode.mjs'))
}

let loading
function load() {
  const file = copies().find((copy) => existsSync(copy))
  if (file === undefined) return Promise.reject(new Error('hooks-yaml is missing here'))
  return (loading ??= import(pathToFileURL(file).href))
}

function refuse(error) {
  const why = error instanceof Error ? error.message : String(error)
  return new Error(\`hooks could not check this call, so it is refused: \${why}. Try: npx hooks-yaml install opencode\`)
}

export const HooksYaml = async (context) => {
  const hooks = () => load().then(({ openCodeHooks }) => openCodeHooks(context))
  const gate = (name) => async (input, output) => {
    const found = await hooks().catch((error) => Promise.reject(refuse(error)))
    await found[name](input, output)
  }
  const listen = (name) => async (input, output) => {
    const found = await hooks().catch(() => undefined)
    if (found === undefined && name === 'chat.message') await unchecked()
    await found?.[name](input, output)
  }
  const unchecked = () => {
    const message = 'hooks-yaml cannot be loaded here, so calls are refused. Try: npx hooks-yaml install opencode'
    return context.client.tui.showToast({ body: { message, variant: 'warning' } }).catch(() => undefined)
  }
  return {
    'tool.execute.before': gate('tool.execute.before'),
    ...Object.fromEntries(
      [
        'chat.message',
        'tool.execute.after',
        'event',
        'experimental.session.compacting',
        'experimental.chat.system.transform',
      ].map((name) => [name, listen(name)]),
    ),
  }
}
`
