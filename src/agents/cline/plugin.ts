// The plugin that `install` writes: it loads the package, which does the rest. Beside it a file hook, for sessions that Cline begins without it.
import { pluginStart } from '../shared/settings/plugin-text.ts'

/** Cline leaves out, without a word, what does not load within four seconds: so the package is loaded when a function is called, and a mark says that this was loaded. */
export const pluginText = `${pluginStart('cline')}
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { kill, pid } from 'node:process'

function mark(session) {
  const dir = join(env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'hooks-cline')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  for (const old of readdirSync(dir).map((name) => join(dir, name))) if (!runs(old)) rmSync(old, { force: true })
  writeFileSync(join(dir, session), String(pid))
}

function runs(file) {
  try {
    return kill(Number(readFileSync(file, 'utf8')), 0)
  } catch {
    return false
  }
}

let place = {}
let made
const hooks = () => (made ??= load().then(({ clineHooks }) => clineHooks(place)).catch(retry))
const retry = (error) => {
  made = undefined
  throw error
}
const refuse = (error) => ({ skip: true, reason: whyNot(error) })
const listen = (name) => (input) =>
  hooks()
    .then((found) => found[name](input))
    .catch(() => undefined)

export default {
  name: 'hooks-yaml',
  manifest: { capabilities: ['hooks'] },
  setup(_api, context) {
    place = context
    if (context.session?.sessionId !== undefined) mark(context.session.sessionId)
    setTimeout(() => hooks().catch(() => undefined)) // Cline ends a run whose first answer takes three seconds
  },
  hooks: {
    beforeTool: (input) =>
      hooks()
        .then((found) => found.beforeTool(input))
        .catch(refuse),
    ...Object.fromEntries(['afterTool', 'beforeModel', 'afterRun'].map((name) => [name, listen(name)])),
  },
}
`

/** A refusal of a file hook ends the run, so calls of sessions with a running plugin are left to it. */
export const fileHookText = (line: string): string => `#!/bin/sh
# Written by "hooks install cline"; "hooks uninstall cline" removes it. Judges calls where Cline did not load hooks-yaml.js.
payload=$(cat)
for mark in "\${XDG_STATE_HOME:-$HOME/.local/state}"/hooks-cline/*; do
  case $payload in
    *"{\\"rootSessionId\\":\\"\${mark##*/}\\"}"*) kill -0 "$(cat "$mark")" 2>/dev/null && exit 0 ;;
  esac
done
printf %s "$payload" | { ${line}
}
`
