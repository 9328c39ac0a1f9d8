import { resolve } from 'node:path'
import { cutText } from '../patterns/text/measure.ts'
import type { SkillsOptions } from '../model/generated/options.ts'
import { field } from '../model/plain-object.ts'
import { mcpToolName } from '../patterns/pattern.ts'
import { groupWith } from '../model/tool-groups.ts'
import type { Builtin, Context, Event, Facts, Outcome, PathFact, State, Subject } from '../model/types.ts'
import { isSkillTool, runSkill, saveSkill, sessionSkill, skillToLoad } from '../handlers/active-skill.ts'
import { allowsTool, findSkills, pathFrom, type Skill } from './skills/find-skills.ts'
import { matchCommand, matchPrompt } from './skills/match-skills.ts'

type Options = Required<Omit<SkillsOptions, 'inject' | 'limit_tools'>> &
  Pick<SkillsOptions, 'inject' | 'limit_tools'>

const files = {
  '.claude/skills/pdf/SKILL.md':
    '---\nname: pdf\ndescription: Create PDF invoices\n---\nUse the template in invoices/.',
  '.claude/skills/deploy/SKILL.md':
    '---\nname: deploy\ndescription: Ship the shop to production\n---\nAsk first.',
}

export const skills: Builtin<Options> = {
  name: 'skills',
  summary: 'Lists skills (SKILL.md files) for the agent, or those that fit its prompt or command.',
  events: ['UserPromptSubmit', 'PreModelCall', 'SessionStart', 'PreToolUse', 'PostToolUse'],
  effects: 'state',
  examples: [
    {
      name: 'names the skill that fits a prompt',
      with: { paths: ['.claude/skills'] },
      files,
      event: { event: 'UserPromptSubmit', prompt: 'Make a pdf of the last order' },
      outcome: {
        additional_context: [
          'Skills that fit this request:\n[pdf] Create PDF invoices → Read .claude/skills/pdf/SKILL.md for full instructions',
        ],
      },
    },
    {
      name: 'lists every skill in the system prompt',
      with: { paths: ['.claude/skills'], exclude: ['deploy'] },
      files,
      event: { event: 'PreModelCall', system_prompt: 'You keep the shop.', messages: [] },
      outcome: {
        updated_system: {
          append:
            '\n\nSkills you can use:\n[pdf] Create PDF invoices → Read .claude/skills/pdf/SKILL.md for full instructions',
        },
      },
    },
    {
      name: 'gives the instructions themselves',
      with: { paths: ['.claude/skills'], inject: 'body', keywords: { deploy: ['release'] } },
      files,
      event: { event: 'UserPromptSubmit', prompt: 'Release the cart' },
      outcome: {
        additional_context: [
          'Instructions of the skill deploy (.claude/skills/deploy/SKILL.md):\n\nAsk first.',
        ],
      },
    },
    {
      name: 'hints at a skill when a shell command concerns it',
      with: { paths: ['.claude/skills'] },
      files,
      event: { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'python -c "import pypdf"' } },
      outcome: {
        additional_context: [
          'Skills that fit this command:\n[pdf] Create PDF invoices → Read .claude/skills/pdf/SKILL.md for full instructions',
        ],
      },
    },
  ],
  agentFiles: ({ paths }) => paths,
  inactive: (options) => (options.paths.length === 0 ? 'no paths' : undefined),
  compile: (options) => (subject, context) => {
    const { event } = subject
    const { inject, limit_tools = inject === 'lazy' } = options
    if (event.event === 'PostToolUse') return limit_tools ? noteRead(subject, options, context) : {}
    const isCall = event.event === 'PreToolUse'
    const wanted = isCall && inject === 'lazy' ? skillToActivate(event) : undefined
    const query = wanted === undefined ? queryFor(options, event) : undefined
    const isLimited = isCall && limit_tools && runSkill(event, context.state) !== undefined
    if (query === undefined && wanted === undefined && !isLimited) return {}
    const { skills: known, warnings } = findSkills(options, event.root, context)
    const outcome =
      (isLimited ? limitTools(subject, known, context) : undefined) ??
      (wanted === undefined ? undefined : denyUnknown(wanted, known, context)) ??
      (query === undefined
        ? {}
        : addText(describeSkills(query, known, { options, event, state: context.state }), event))
    return { ...outcome, ...(warnings.length > 0 && { warnings }) }
  },
}

/** Instructions that were read are loaded, whatever they were read with. */
function noteRead(subject: Subject, options: Options, context: Context): Outcome {
  const { event } = subject
  if (event.is_error === true) return {}
  const { reads } = subject.facts()
  if (!reads.some(({ path }) => path.endsWith('/SKILL.md'))) return {}
  const { skills: known } = findSkills(options, event.root, context)
  const skill = known.findLast((each) => reads.some((read) => isFileOf(each, read)))
  if (skill !== undefined) saveSkill(event, context.state, skill.name)
  return {}
}

function isFileOf({ path: own }: Skill, { path }: PathFact): boolean {
  return path === own || path.endsWith(`/${own}`)
}

/** Such a call is the loader of agents that have no tool for it. */
function onlyReadsSkills(
  { reads, commands, creates, edits, deletes }: Facts,
  known: readonly Skill[],
): boolean {
  const others = commands.length + creates.length + edits.length + deletes.length
  return (
    others === 0 && reads.length > 0 && reads.every((read) => known.some((skill) => isFileOf(skill, read)))
  )
}

/** The agent's own tool only: what others load need not be a skill. */
function skillToActivate(event: Event): string | undefined {
  const { tool_name = '' } = event
  return (mcpToolName(tool_name) ?? tool_name) === 'activate_skill' ? skillToLoad(event) : undefined
}

function denyUnknown(name: string, known: readonly Skill[], context: Context): Outcome {
  if (known.some((skill) => skill.name === name)) return {}
  context.note({ correctable: true })
  const names =
    known.length === 0 ? 'There is none.' : `There are ${known.map((skill) => skill.name).join(', ')}.`
  return { decision: 'deny', reason: `There is no skill "${name}". ${names}` }
}

/** Every skill, or those that a text is about. */
type SkillQuery =
  | { readonly about: 'all'; readonly lazy: boolean }
  | { readonly about: 'request' | 'command'; readonly text: string; readonly body: boolean }

function queryFor({ inject }: Options, event: Event): SkillQuery | undefined {
  if (event.event === 'PreToolUse') {
    const text = commandOf(event.tool_input)
    if (text !== undefined) return { about: 'command', text, body: inject === 'body' }
    const task = taskOf(event)
    return task === undefined ? undefined : { about: 'request', text: task, body: inject === 'body' }
  }
  const how = inject ?? (event.event === 'UserPromptSubmit' ? 'match' : 'catalog')
  if (how === 'catalog' || how === 'lazy') return { about: 'all', lazy: how === 'lazy' }
  const text = event.prompt ?? lastPrompt(event)
  return text === undefined ? undefined : { about: 'request', text, body: how === 'body' }
}

/** The prompt of a subagent. */
function taskOf({ tool_name = '', tool_input }: Event): string | undefined {
  const prompt = groupWith(tool_name) === 'subagent' ? field(tool_input, 'prompt') : undefined
  return typeof prompt === 'string' ? prompt : undefined
}

function commandOf(input: unknown): string | undefined {
  const given = field(input, 'command') ?? field(input, 'cmd')
  if (Array.isArray(given)) return given.join(' ')
  return typeof given === 'string' ? given : undefined
}

function lastPrompt({ messages = [] }: Event): string | undefined {
  const content = messages.findLast(({ role }) => role === 'user')?.content
  if (!Array.isArray(content)) return typeof content === 'string' ? content : undefined
  return content
    .map((block: unknown) => field(block, 'text'))
    .map((text) => (typeof text === 'string' ? text : ''))
    .join('\n')
}

interface SkillContext {
  readonly options: Options
  readonly event: Event
  readonly state: State
}

/** Empty when no skill matches. */
function describeSkills(query: SkillQuery, known: readonly Skill[], context: SkillContext): string {
  const { options } = context
  if (query.about === 'all') {
    if (known.length === 0) return ''
    return query.lazy ? nameAll(known, context) : listSkills('Skills you can use:', known, Infinity)
  }
  const match = query.about === 'command' ? matchCommand : matchPrompt
  const matched = match(known, query.text, options.keywords)
  const [first, ...others] = matched
  if (first === undefined) return ''
  const title = `Skills that fit this ${query.about}:`
  if (!query.body) return listSkills(title, matched, options.description_max)
  const instructions = instructionsOf(first)
  return others.length === 0
    ? instructions
    : `${instructions}\n\n${listSkills(title, others, options.description_max)}`
}

function listSkills(title: string, listed: readonly Skill[], max: number): string {
  const lines = listed.map(({ name, description, path: file }) => {
    return `[${name}] ${description === '' ? '' : `${cutText(description, max)} `}→ Read ${file} for full instructions`
  })
  return [title, ...lines].join('\n')
}

function instructionsOf({ name, path, body }: Skill): string {
  return `Instructions of the skill ${name} (${path}):\n\n${body}`
}

/** The names of all, and the instructions of the active one. */
function nameAll(known: readonly Skill[], { options, event, state }: SkillContext): string {
  const names = `Skills you can use: ${known.map(({ name }) => name).join(', ')}. ${howToLoad(options, event)}`
  const active = activeSkill(event, state)
  const chosen = event.event === 'PreModelCall' ? known.find(({ name }) => name === active) : undefined
  return chosen === undefined ? names : `${names}\n\n${instructionsOf(chosen)}`
}

function howToLoad({ paths }: Options, { root, raw }: Event): string {
  const tools = field(raw, 'tools')
  if (Array.isArray(tools) && tools.includes('activate_skill'))
    return 'Call activate_skill before you use one.'
  const where = paths
    .map((each) => (each.startsWith('~') ? each : pathFrom(root, resolve(root, each))))
    .join(', ')
  return `Find the SKILL.md of one below ${where} and read it before you use it.`
}

function addText(text: string, { event }: Event): Outcome {
  if (text === '') return {}
  return event === 'PreModelCall'
    ? { updated_system: { append: `\n\n${text}` } }
    : { additional_context: [text] }
}

/** The skill that the agent activated in this session, else the one that the host reports from an earlier run. */
function activeSkill({ metadata }: Event, state: State): string | undefined {
  const name = sessionSkill(state) ?? metadata?.['active_skill']
  return typeof name !== 'string' || name === '' ? undefined : name
}

/** What a call is answered that the skill loaded since the last prompt does not allow; undefined when it may run. */
function limitTools(subject: Subject, known: readonly Skill[], { state }: Context): Outcome | undefined {
  const { event } = subject
  const active = runSkill(event, state)
  const skill = known.find(({ name }) => name === active)
  const { tool_name = '' } = event
  if (skill?.tools === undefined || isSkillTool(event) || onlyReadsSkills(subject.facts(), known))
    return undefined
  if (allowsTool(skill.tools, tool_name, () => subject.facts())) return undefined
  const allowed = skill.tools.length === 0 ? 'no tool' : `only ${skill.tools.join(', ')}`
  return {
    decision: 'deny',
    reason: `The skill ${skill.name} allows ${allowed} until the next prompt. Use what it allows, or load another skill.`,
  }
}
