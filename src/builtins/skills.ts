import { resolve } from 'node:path'
import { cutText } from '../patterns/text/code-points.ts'
import type { SkillsOptions as Written } from '../model/generated/options.ts'
import { groupWith } from '../model/tool-groups.ts'
import type { Builtin, Context, Event, Outcome } from '../model/types.ts'
import { activating, activeIn, followSkill } from './skills/active.ts'
import { matchCommand, matchPrompt } from './skills/match-skills.ts'
import { findSkills } from './skills/find-skills.ts'
import { shownPath, type Skill } from './skills/read-skill.ts'

export type SkillsOptions = Readonly<Required<Omit<Written, 'inject'>> & Pick<Written, 'inject'>>

const files = {
  '.claude/skills/pdf/SKILL.md':
    '---\nname: pdf\ndescription: Create PDF invoices\n---\nUse the template in invoices/.',
  '.claude/skills/deploy/SKILL.md':
    '---\nname: deploy\ndescription: Ship the shop to production\n---\nAsk first.',
}

export const skills: Builtin<SkillsOptions> = {
  name: 'skills',
  summary:
    'Tells the agent which skills (SKILL.md files) there are, or which ones fit its prompt or command.',
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
  inactive: (options) => (options.paths.length === 0 ? 'no paths' : undefined),
  compile: (options) => (subject, context) => {
    const { event } = subject
    if (event.event === 'PostToolUse') {
      if (options.inject === 'lazy') followSkill(event, context.state)
      return {}
    }
    const wanted = options.inject === 'lazy' && event.event === 'PreToolUse' ? activating(event) : undefined
    const asked = wanted === undefined ? questionOf(options, event) : undefined
    if (asked === undefined && wanted === undefined) return {}
    const known = findSkills(options, event.root, context)
    const said =
      asked === undefined
        ? refuseUnknown(wanted ?? '', known.skills, context)
        : carry(
            answer(asked, known.skills, { options, event, active: activeIn(event, context.state) }),
            event,
          )
    return { ...said, ...(known.warnings.length > 0 && { warnings: known.warnings }) }
  },
}

function refuseUnknown(name: string, known: readonly Skill[], context: Context): Outcome {
  if (known.some((skill) => skill.name === name)) return {}
  context.note({ correctable: true })
  const names =
    known.length === 0 ? 'There is none.' : `There are ${known.map((skill) => skill.name).join(', ')}.`
  return { decision: 'deny', reason: `There is no skill "${name}". ${names}` }
}

/** What an event asks for: every skill, or those that a text is about. */
type Question =
  | { readonly about: 'all'; readonly lazy: boolean }
  | { readonly about: 'request' | 'command'; readonly text: string; readonly body: boolean }

function questionOf({ inject }: SkillsOptions, event: Event): Question | undefined {
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

/** What a subagent is asked for. */
function taskOf({ tool_name = '', tool_input: input }: Event): string | undefined {
  if (groupWith(tool_name) !== 'subagent' || typeof input !== 'object' || input === null) return undefined
  return 'prompt' in input && typeof input.prompt === 'string' ? input.prompt : undefined
}

/** The text of a shell command, under the names that shell tools give it. */
function commandOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const given = 'command' in input ? input.command : 'cmd' in input ? input.cmd : undefined
  if (Array.isArray(given)) return given.join(' ')
  return typeof given === 'string' ? given : undefined
}

function lastPrompt({ messages = [] }: Event): string | undefined {
  const content = messages.findLast(({ role }) => role === 'user')?.content
  if (!Array.isArray(content)) return typeof content === 'string' ? content : undefined
  return content.map((block: unknown) => (isText(block) ? block.text : '')).join('\n')
}

function isText(block: unknown): block is { readonly text: string } {
  return typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string'
}

interface Asked {
  readonly options: SkillsOptions
  readonly event: Event
  /** The skill that the agent activated. */
  readonly active: string | undefined
}

/** The text that answers a question; empty when no skill does. */
function answer(question: Question, known: readonly Skill[], asked: Asked): string {
  const { options } = asked
  if (question.about === 'all') {
    if (known.length === 0) return ''
    return question.lazy ? nameAll(known, asked) : listSkills('Skills you can use:', known, Infinity)
  }
  const match = question.about === 'command' ? matchCommand : matchPrompt
  const matched = match(known, question.text, options.keywords)
  const [first, ...others] = matched
  if (first === undefined) return ''
  const title = `Skills that fit this ${question.about}:`
  if (!question.body) return listSkills(title, matched, options.description_max)
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

/** Names only, and the instructions of the one that is active. */
function nameAll(known: readonly Skill[], { options, event, active }: Asked): string {
  const names = `Skills you can use: ${known.map(({ name }) => name).join(', ')}. ${howToLoad(options, event)}`
  const chosen = event.event === 'PreModelCall' ? known.find(({ name }) => name === active) : undefined
  return chosen === undefined ? names : `${names}\n\n${instructionsOf(chosen)}`
}

function howToLoad({ paths }: SkillsOptions, { root, raw }: Event): string {
  const tools: unknown = typeof raw === 'object' && raw !== null && 'tools' in raw ? raw.tools : undefined
  if (Array.isArray(tools) && tools.includes('activate_skill'))
    return 'Call activate_skill before you use one.'
  const where = paths
    .map((each) => (each.startsWith('~') ? each : shownPath(resolve(root, each), root)))
    .join(', ')
  return `Find the SKILL.md of one below ${where} and read it before you use it.`
}

function carry(text: string, { event }: Event): Outcome {
  if (text === '') return {}
  return event === 'PreModelCall'
    ? { updated_system: { append: `\n\n${text}` } }
    : { additional_context: [text] }
}
