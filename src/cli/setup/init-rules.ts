// The rules for a project's first hooks.yaml, as text.
import type { EventName } from '../../model/types.ts'
import type { DetectedProject } from './detect-project.ts'
import { type Formatter, type ProjectKind, projectKinds } from './project-kinds.ts'

interface RuleText {
  readonly event: EventName
  readonly name: string
  readonly comment: string
  /** Without indentation; its first line begins with a dash. */
  readonly yaml: string
  /** A test for what examples cannot express. */
  readonly test?: string
}

/** About five rules: general ones and ones for this project. */
export function rulesFor(project: DetectedProject): readonly RuleText[] {
  const { kinds, format, test, lockfiles, migrations, made } = project
  const managers = kinds.flatMap((kind) => (kind.adds === undefined ? [] : otherManagers(kind, kinds)))
  const writers = kinds.filter((kind) => kind.lockfiles?.some((file) => lockfiles.includes(file)) === true)
  return [
    forcePush,
    ...(managers.length > 0 ? managers : [skippedChecks]),
    ...(migrations.dirs.length === 0 ? [] : [appliedMigrations(migrations)]),
    ...(writers.length === 0 ? [homeless] : [lockfileRule(lockfiles, writers)]),
    ...(made.length > 0 && migrations.dirs.length === 0 ? [madeByTools(made)] : []),
    ...(format === undefined ? [] : [formatRule(format)]),
    test === undefined ? finish : tests(test, test[0] === 'make' ? kinds : kinds.slice(0, 1)),
  ]
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

const list = (items: readonly string[]): string => `[${items.map(quote).join(', ')}]`

const forcePush: RuleText = {
  event: 'PreToolUse',
  name: 'no-force-push',
  comment: 'A deny ends the call; the agent reads the sentence and does that instead.',
  yaml: `- name: no-force-push
  match: { command: git push --force }
  deny: Force-pushing rewrites shared history. Push a branch and open a pull request.
  examples:
    deny: [git push -f, 'cd api && git push origin +main']
    proceed: [git push, git push --force-with-lease]`,
}

const skippedChecks: RuleText = {
  event: 'PreToolUse',
  name: 'no-skipped-checks',
  comment: 'An ask leaves it to you.',
  yaml: `- name: no-skipped-checks
  match: { command: git commit --no-verify }
  ask: This commit skips its checks. Go on?
  examples:
    ask: [git commit -n -m wip]
    proceed: ['git commit -m "cart: round prices"']`,
}

const homeless: RuleText = {
  event: 'PreToolUse',
  name: 'no-big-deletes',
  comment: 'Whole trees go only when you say so.',
  yaml: `- name: no-big-deletes
  match: { command: [rm -r /, rm -r ~, rm -r ., rm -r ..] }
  ask: This deletes a whole tree. Go on?
  examples:
    ask: [rm -rf ~, rm -rf .]
    proceed: [rm -rf ./tmp, rm notes.txt]`,
}

/** Of a language: what some of its projects add, as an example. */
const samplePackages: Readonly<Record<string, string>> = {
  JavaScript: 'zod',
  TypeScript: 'zod',
  Python: 'httpx',
}

/** None where no other manager could be meant. */
function otherManagers(kind: ProjectKind, used: readonly ProjectKind[]): readonly RuleText[] {
  const { name, language, install = '', adds = [] } = kind
  const others = projectKinds.filter((each) => each.language === language && !used.includes(each))
  const calls = others.toReversed().flatMap((each) => each.adds ?? []) // the best known stands last
  const [call] = calls
  if (call === undefined || install === '') return []
  const sample = samplePackages[language] ?? 'NAME'
  const add = adds.find((each) => each.endsWith(' add')) ?? `${install} NAME`
  return [
    {
      event: 'PreToolUse',
      name: `use-${name}`,
      comment:
        'One package manager; another one would leave a second lockfile. What a container installs is its own.',
      yaml: `- name: use-${name}
  match: { command: [${[...calls, `!{docker,podman} ${bracedPrograms(calls)}`].map(plain).join(', ')}] }
  deny: ${quote(`This project uses ${name}. Run "${install}", or "${add}" for something new.`)}
  examples:
    deny: [${call} ${sample}, 'cd api && ${call} ${sample}']
    proceed: [${install}]`,
    },
  ]
}

const bracedPrograms = (calls: readonly string[]): string =>
  `{${[...new Set(calls.map((call) => call.split(' ')[0]))].join(',')}}`

const plain = (pattern: string): string => (/^\w[\w ]*$/.test(pattern) ? pattern : quote(pattern))

/** Those that HEAD has: a new one may still change. Where it has none yet, all. */
function appliedMigrations({ dirs, applied }: DetectedProject['migrations']): RuleText {
  const [dir = ''] = dirs
  const globs = list(dirs.map((each) => `${each}/**`))
  const paths = applied === undefined ? globs : `{ path: ${globs}, tracked: true }`
  const file = applied ?? `${dir}/0001_orders.sql`
  return {
    event: 'PreToolUse',
    name: 'applied-migrations',
    comment: 'A new migration may be written; a formatter may run over all of them.',
    yaml: `- name: applied-migrations
  match:
    any: [{ edits: ${paths}, by_hand: ${globs} }, { deletes: ${paths} }]
  deny: Applied migrations do not change. Add a new one.
  examples:
    deny: [{ tool_name: Edit, tool_input: { file_path: ${file} } }, rm ${file}]
    proceed: [{ write: ${dir}/0002_carts.sql }]`,
  }
}

function lockfileRule(lockfiles: readonly string[], writers: readonly ProjectKind[]): RuleText {
  const [lockfile = ''] = lockfiles
  const runs = writers.map(({ install }) => `"${install}"`).join(' or ')
  return {
    event: 'PreToolUse',
    name: 'lockfile',
    comment: 'Paths are globs as in .gitignore: without a slash, at any depth.',
    yaml: `- name: lockfile
  match: { by_hand: ${list(lockfiles)} }
  deny: ${quote(`{{path}} is written by a program. Run ${runs} instead.`)}
  examples:
    deny: [{ write: ${lockfile} }, 'sed -i s/1/2/ ${lockfile}']
    proceed: [{ read: ${lockfile} }, npx prettier --write .]`,
  }
}

function madeByTools(dirs: readonly string[]): RuleText {
  const [dir = ''] = dirs
  return {
    event: 'PreToolUse',
    name: 'made-by-tools',
    comment:
      'What a build makes again. By hand: by its name; a program may fill or delete the whole directory.',
    yaml: `- name: made-by-tools
  match: { by_hand: ${list(dirs.map((each) => `${each}/**`))} }
  deny: This directory is filled by a tool. Change the source it is made from.
  examples:
    deny: [{ write: ${dir}/cart.js }]
    proceed: [{ write: src/cart.js }, { read: ${dir}/cart.js }, rm -rf ${dir}]`,
  }
}

function formatRule({ argv, globs }: Formatter): RuleText {
  const file = `cart${(globs[0] ?? '').slice(1)}`
  return {
    event: 'PostToolUse',
    name: 'format',
    comment: 'A script: a list is started without a shell. When it fails, the agent goes on.',
    yaml: `- name: format
  match: { writes: ${list(globs)} }
  run: [${argv.join(', ')}, '{{paths}}']
  timeout: 30s`,
    test: `- name: formats what was written
  event: { event: PostToolUse, tool_name: Write, tool_input: { file_path: ${file} } }
  expect: { rule: format }`,
  }
}

function tests(command: readonly string[], kinds: readonly ProjectKind[]): RuleText {
  const sources = [...new Set(kinds.flatMap((kind) => kind.sources))]
  const globs = sources.length === 0 ? ['**', '!*.md'] : sources
  const file = `src/cart${sources[0]?.slice(1) ?? ''}`
  return {
    event: 'AgentStop',
    name: 'tests-before-done',
    comment: 'What was changed since the tests last passed is tested before the agent may stop.',
    yaml: `- name: tests-before-done
  match: { session: { wrote: ${list(globs)}, since: ${quote(command.join(' '))} } }
  run: [${command.join(', ')}]
  timeout: 10m
  exit: { '*': continue }`,
    test: `- name: tests what was changed
  events:
    - { event: PostToolUse, tool_name: Write, tool_input: { file_path: ${file} } }
    - { event: AgentStop }
  replies: { tests-before-done: { flow: continue } }
  expect: { flow: continue, rule: tests-before-done }`,
  }
}

const finish: RuleText = {
  event: 'AgentStop',
  name: 'no-loose-ends',
  comment: 'The agent goes on once when it says that something is left to do.',
  yaml: `- name: no-loose-ends
  match: { response: ['*TODO*', '*not implemented yet*'] }
  once: run
  continue: Something is left to do. Finish it, or say why it has to wait.`,
  test: `- name: goes on when something is left to do
  event: { event: AgentStop, response: 'Done, with one TODO left.' }
  expect: { flow: continue, rule: no-loose-ends }`,
}

const headFor = (
  preset: string,
): string => `# Rules for AI coding agents. After a change: hooks validate, hooks test.
version: 1

# ${preset}. hooks list --all shows them.
extends: [recommended]
`

/** `preset` describes what is extended. */
export function writeConfig(project: DetectedProject, preset: string): string {
  const rules = rulesFor(project)
  const events = [...new Set(rules.map(({ event }) => event))]
  const blocks = events.map((event) => {
    const own = rules.filter((rule) => rule.event === event)
    return `  ${event}:\n${own.map(ruleText).join('\n')}`
  })
  const tests = rules.flatMap(({ test }) => test ?? [])
  const said =
    tests.length === 0
      ? ''
      : `\n# What an example beside a rule cannot say: a whole event, and a part of the verdict. No script is started.\ntests:\n${tests.map((test) => indented(test, 2)).join('\n')}\n`
  return `# yaml-language-server: $schema=${project.schema}\n${headFor(preset)}\nhooks:\n${blocks.join('\n')}${said}`
}

function ruleText({ comment, yaml }: RuleText): string {
  return `    # ${comment}\n${indented(yaml, 4)}\n`
}

function indented(text: string, by: number): string {
  return text.replace(/^/gm, ' '.repeat(by))
}

export function describeProject({ kinds, language, test, agents }: DetectedProject): string {
  const named = kinds.flatMap((kind, at) => (at === 0 ? [language ?? kind.language, kind.name] : [kind.name]))
  const parts = [...named, ...(test === undefined ? [] : [`tests by "${test.join(' ')}"`]), ...agents]
  return parts.length === 0 ? 'nothing that a rule could be made for in particular' : parts.join(' · ')
}
