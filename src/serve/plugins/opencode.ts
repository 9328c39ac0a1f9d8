// What the plugin that `hooks install opencode` writes loads: OpenCode's hooks.
import type { PluginAnswer } from '../../agents/opencode/dialect.ts'
import { events } from '../../agents/opencode/events.ts'
import { field, isObject, type PlainObject, toText } from '../../model/plain-object.ts'
import { errorMessage } from '../../model/errors.ts'
import { createJudge } from './judge.ts'

/** What OpenCode gives a plugin, as far as it is used. */
export interface OpenCodeContext {
  readonly directory: string
  readonly client: {
    readonly session: {
      prompt(request: object): Promise<unknown>
      abort(request: object): Promise<unknown>
    }
    readonly tui: { showToast(request: object): Promise<unknown> }
    readonly app: { log(request: object): Promise<unknown> }
  }
}

export type OpenCodeHook = (input: unknown, output?: unknown) => Promise<void>

/** A plugin is made once for each directory, and its functions for each call. */
const plugins = new Map<string, Readonly<Record<string, OpenCodeHook>>>()

export function openCodeHooks(context: OpenCodeContext): Readonly<Record<string, OpenCodeHook>> {
  const found = plugins.get(context.directory) ?? createHooks(context)
  plugins.set(context.directory, found)
  return found
}

interface Session {
  /** Of a subagent. */
  readonly parent?: string
  /** What its system prompt gets. */
  readonly context: Promise<string>
}

type Once = (given: unknown, answer: () => Promise<void>) => Promise<void>

/** A person's plugin and a project's are given the same objects; `left`: as the first left them. */
function createOnce(): Once {
  const answered = new WeakMap<object, { left: string; readonly done: Promise<void> }>()
  return (given, answer) => {
    if (!isObject(given)) return answer()
    const left = JSON.stringify(given)
    const known = answered.get(given)
    if (known !== undefined && known.left === left) return known.done
    const call = { left, done: answer().finally(() => (call.left = JSON.stringify(given))) }
    answered.set(given, call)
    return call.done
  }
}

function createHooks(context: OpenCodeContext): Readonly<Record<string, OpenCodeHook>> {
  const { client, directory } = context
  const judge = createJudge({ agent: 'opencode', events, directory })
  const sessions = new Map<string, Session>()

  async function ask(payload: PlainObject): Promise<PluginAnswer> {
    const session = sessionOf(payload)
    const parent = sessions.get(session)?.parent
    const answer: PluginAnswer = await judge(idIn(payload, 'hook') || idIn(payload, 'type'), {
      ...payload,
      directory,
      ...(parent !== undefined && { parent }),
    })
    if (answer.toast !== undefined) await say(client, answer.toast)
    if (answer.abort === true) await quietly(client.session.abort({ path: { id: session } }))
    return answer
  }

  const once = createOnce()
  const hook = (name: string, apply: (answer: PluginAnswer, output: unknown) => void): OpenCodeHook => {
    const isGate = name === 'tool.execute.before'
    return (input, output) =>
      once(output, async () => {
        // Only a call is refused when nothing could be decided.
        const asked = ask({ hook: name, input, output })
        apply(await asked.catch(isGate ? refuse : goOn), output)
      })
  }
  const goOn = async (error: unknown): Promise<PluginAnswer> => {
    await say(client, `hooks could not check this, so it goes on: ${errorMessage(error)}`)
    return {}
  }

  const askAnyway = (payload: PlainObject): Promise<PluginAnswer> => ask(payload).catch(goOn)

  return {
    'tool.execute.before': hook('tool.execute.before', changeInput),
    'tool.execute.after': hook('tool.execute.after', changeOutput),
    'chat.message': hook('chat.message', changePrompt),
    'experimental.session.compacting': hook('experimental.session.compacting', ({ context: text }, output) =>
      push(field(output, 'context'), text),
    ),
    'experimental.chat.system.transform': (input, output) =>
      once(output, async () =>
        push(field(output, 'system'), await sessions.get(idIn(input, 'sessionID'))?.context),
      ),
    event: (input) => {
      const event = field(input, 'event')
      const told = { ask: askAnyway, sessions, client }
      return once(event, () => (isObject(event) ? tell(event, told) : Promise.resolve()))
    },
  }
}

interface Told {
  /** Never rejects. */
  readonly ask: (payload: PlainObject) => Promise<PluginAnswer>
  readonly sessions: Map<string, Session>
  readonly client: OpenCodeContext['client']
}

async function tell(event: PlainObject, { ask, sessions, client }: Told): Promise<void> {
  const { type, properties } = event
  if (typeof type !== 'string' || !Object.hasOwn(events, type)) return
  const session = sessionOf(event)
  if (type === 'session.created') {
    const parent = idIn(field(properties, 'info'), 'parentID')
    const answer = parent === '' ? ask(event) : Promise.resolve<PluginAnswer>({})
    const context = answer.then((given) => given.context ?? '')
    sessions.set(session, { context, ...(parent !== '' && { parent }) })
    await context
    return
  }
  if (sessions.get(session)?.parent !== undefined) return // a subagent ends with its call
  const answer = await ask(event)
  if (type === 'session.deleted') sessions.delete(session)
  if (answer.continue !== undefined) {
    const parts = [{ type: 'text', text: answer.continue }]
    await quietly(client.session.prompt({ path: { id: session }, body: { parts } }))
  }
}

function refuse(error: unknown): PluginAnswer {
  return { refuse: `hooks could not check this call, so it is refused: ${errorMessage(error)}` }
}

/** In place: OpenCode keeps the object that it gave. */
function changeInput({ refuse, input }: PluginAnswer, output: unknown): void {
  if (refuse !== undefined) throw new Error(refuse)
  const args = field(output, 'args')
  if (input === undefined || !isObject(args)) return
  for (const key of Object.keys(args)) Reflect.deleteProperty(args, key)
  Object.assign(args, input)
}

function changeOutput({ output: text, context }: PluginAnswer, output: unknown): void {
  if (!isObject(output) || (text === undefined && context === undefined)) return
  const said = text ?? toText(output['output'] ?? '')
  Object.assign(output, { output: context === undefined ? said : `${said}\n\n${context}` })
}

function changePrompt({ refuse, prompt, context }: PluginAnswer, output: unknown): void {
  if (refuse !== undefined) throw new Error(refuse)
  const parts: unknown = field(output, 'parts')
  if (!Array.isArray(parts)) return
  const own: unknown[] = parts.filter((part) => field(part, 'type') === 'text')
  if (prompt !== undefined) {
    own.forEach((part, at) => isObject(part) && Object.assign(part, { text: at === 0 ? prompt : '' }))
  }
  const [first] = own
  if (context === undefined || !isObject(first)) return
  parts.push({ ...first, id: `${String(first['id'])}hooks`, synthetic: true, text: context })
}

function push(list: unknown, text: string | undefined): void {
  if (Array.isArray(list) && text !== undefined && text !== '') list.push(text)
}

function sessionOf(payload: PlainObject): string {
  const { input, properties } = payload
  return idIn(input, 'sessionID') || idIn(properties, 'sessionID') || idIn(field(properties, 'info'), 'id')
}

function idIn(value: unknown, key: string): string {
  const id = field(value, key)
  return typeof id === 'string' ? id : ''
}

/** A toast for the person, and a line of the log for where nobody sees toasts. */
async function say({ tui, app }: OpenCodeContext['client'], message: string): Promise<void> {
  await quietly(tui.showToast({ body: { message, variant: 'warning' } }))
  await quietly(app.log({ body: { service: 'hooks', level: 'warn', message } }))
}

/** Without a terminal there are no toasts, and a session may be gone. */
async function quietly(done: Promise<unknown>): Promise<void> {
  await done.catch(() => undefined)
}
