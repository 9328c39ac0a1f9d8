// The plugin that `install` writes: it loads the package, which does the rest.
import { pluginStart } from '../shared/settings/plugin-text.ts'

/** What fails to load would be absent, and its calls would pass: so the package is loaded when a function is called. */
export const pluginText = `${pluginStart('opencode')}
export const HooksYaml = async (context) => {
  const hooks = () => load().then(({ openCodeHooks }) => openCodeHooks(context))
  const gate = (name) => async (input, output) => {
    const found = await hooks().catch((error) => Promise.reject(new Error(whyNot(error))))
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
