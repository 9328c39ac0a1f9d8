import { resolve } from 'node:path'
import { cutText } from '../code-points.ts'
import { configuredPath } from '../configured-path.ts'
import { matchesNameGlob } from '../name-glob.ts'
import type { SkillsOptions as Written } from '../generated/options.ts'
import type { Builtin, Context, Event, Outcome, Warning } from '../types.ts'
import { matchCommand, matchPrompt } from './skills/match-skills.ts'
import { readSkill, shownPath, type Skill } from './skills/read-skill.ts'
import { scanSkills } from './skills/scan.ts'

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
  events: ['UserPromptSubmit', 'PreModelCall', 'SessionStart', 'PreToolUse'],
  effects: 'none',
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
    const asked = questionOf(options, subject.event)
    if (asked === undefined) return {}
    const known = findSkills(options, subject.event, context)
    const text = answer(asked, known.skills, { options, event: subject.event })
    return { ...carry(text, subject.event), ...(known.warnings.length > 0 && { warnings: known.warnings }) }
  },
}

/** What an event asks for: every skill, or those that a text is about. */
type Question =
  | { readonly about: 'all'; readonly lazy: boolean }
  | { readonly about: 'request' | 'command'; readonly text: string; readonly body: boolean }

function questionOf({ inject }: SkillsOptions, event: Event): Question | undefined {
  if (event.event === 'PreToolUse') {
    const text = commandOf(event.tool_input)
    return text === undefined ? undefined : { about: 'command', text, body: inject === 'body' }
  }
  const how = inject ?? (event.event === 'UserPromptSubmit' ? 'match' : 'catalog')
  if (how === 'catalog' || how === 'lazy') return { about: 'all', lazy: how === 'lazy' }
  const text = event.prompt ?? lastPrompt(event)
  return text === undefined ? undefined : { about: 'request', text, body: how === 'body' }
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

interface Known {
  readonly skills: readonly Skill[]
  readonly warnings: readonly Warning[]
}

function findSkills({ paths, include, exclude }: SkillsOptions, { root }: Event, context: Context): Known {
  const { found, complete } = scanSkills(
    paths.map((each) => configuredPath(each, { root, env: context.env })),
    context.files,
  )
  const all = found.map((file) => readSkill(file, root, context))
  const messages = all
    .filter((skill) => skill.broken)
    .map((skill) => `the front matter of ${skill.path} cannot be read: it is listed as "${skill.name}"`)
  if (!complete) messages.push('there are too many files in the skill paths: not all were searched')
  return {
    skills: all.filter(
      (skill) => (include.length === 0 || isListed(include, skill)) && !isListed(exclude, skill),
    ),
    warnings: messages.map((message) => ({ code: 'skills', message })),
  }
}

function isListed(list: readonly string[], { name }: Skill): boolean {
  return list.some((glob) => matchesNameGlob(glob, name))
}

interface Asked {
  readonly options: SkillsOptions
  readonly event: Event
}

/** The text that answers a question; empty when no skill does. */
function answer(question: Question, known: readonly Skill[], { options, event }: Asked): string {
  if (question.about === 'all') {
    if (known.length === 0) return ''
    return question.lazy ? nameAll(known, options, event) : listSkills('Skills you can use:', known, Infinity)
  }
  const match = question.about === 'command' ? matchCommand : matchPrompt
  const matched = match(known, question.text, options.keywords)
  const [first, ...others] = matched
  if (first === undefined) return ''
  const title = `Skills that fit this ${question.about}:`
  if (!question.body) return listSkills(title, matched, options.description_max)
  const instructions = `Instructions of the skill ${first.name} (${first.path}):\n\n${first.body}`
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

function nameAll(known: readonly Skill[], { paths }: SkillsOptions, { root }: Event): string {
  const where = paths
    .map((each) => (each.startsWith('~') ? each : shownPath(resolve(root, each), root)))
    .join(', ')
  const names = known.map(({ name }) => name).join(', ')
  return `Skills you can use: ${names}. Find the SKILL.md of one below ${where} and read it before you use it.`
}

function carry(text: string, { event }: Event): Outcome {
  if (text === '') return {}
  return event === 'PreModelCall'
    ? { updated_system: { append: `\n\n${text}` } }
    : { additional_context: [text] }
}
