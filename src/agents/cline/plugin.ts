// The plugin that `install` writes: it loads the package, which does the rest.
import { pluginStart } from '../shared/plugin-text.ts'

/** Cline leaves out what loads slowly or fails to: so the package is loaded when a function is called. */
export const pluginText = `${pluginStart('cline')}
let place = {}
let made
const hooks = async () => (made ??= (await load()).clineHooks(place))
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
