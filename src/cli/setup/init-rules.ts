// The rules for a project's first hooks.yaml, as text.
import type { EventName } from '../../model/types.ts'
import type { Formatter, Manager, DetectedProject } from './detect-project.ts'

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
  const { manager, format, test, lockfiles } = project
  const [lockfile] = lockfiles
  return [
    forcePush,
    ...(manager !== undefined && manager.others.length > 0 ? [otherManagers(manager)] : [skippedChecks]),
    ...(project.migrations === undefined ? [] : [migrations(project.migrations)]),
    ...(lockfile === undefined || manager === undefined ? [] : [lockfileRule(lockfiles, manager)]),
    ...(lockfile === undefined ? [homeless] : []),
    ...(project.made.length > 0 && project.migrations === undefined ? [madeByTools(project.made)] : []),
    ...(format === undefined ? [] : [formatRule(format)]),
    test === undefined ? finish : tests(test, project.language),
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

function otherManagers({ name, install, others }: Manager): RuleText {
  const [other = ''] = others
  return {
    event: 'PreToolUse',
    name: `use-${name}`,
    comment: 'One package manager; another one would leave a second lockfile.',
    yaml: `- name: use-${name}
  match: { command: [${others.flatMap((each) => [`${each} install`, `${each} add`]).join(', ')}] }
  deny: ${quote(`This project uses ${name}. Run "${install}", or "${name} add" for something new.`.replace('"npm add"', '"npm install NAME"'))}
  examples:
    deny: [${other} install, 'cd api && ${other} add zod']
    proceed: [${install}]`,
  }
}

function migrations(dir: string): RuleText {
  return {
    event: 'PreToolUse',
    name: 'applied-migrations',
    comment: 'A new migration may be written; a formatter may run over all of them.',
    yaml: `- name: applied-migrations
  match:
    any: [{ edits: ${quote(`${dir}/**`)}, by_hand: ${quote(`${dir}/**`)} }, { deletes: ${quote(`${dir}/**`)} }]
  deny: Applied migrations do not change. Add a new one.
  examples:
    deny: [{ tool_name: Edit, tool_input: { file_path: ${dir}/0001_orders.sql } }, rm ${dir}/0001_orders.sql]
    proceed: [{ write: ${dir}/0002_carts.sql }]`,
  }
}

function lockfileRule(lockfiles: readonly string[], { install }: Manager): RuleText {
  return {
    event: 'PreToolUse',
    name: 'lockfile',
    comment: 'Paths are globs as in .gitignore: without a slash, at any depth.',
    yaml: `- name: lockfile
  match: { by_hand: ${list(lockfiles)} }
  deny: ${quote(`{{path}} is written by a program. Run "${install}" instead.`)}
  examples:
    deny: [{ write: ${lockfiles[0] ?? ''} }, 'sed -i s/1/2/ ${lockfiles[0] ?? ''}']
    proceed: [{ read: ${lockfiles[0] ?? ''} }, npx prettier --write .]`,
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
  match: { by_hand: ${list(dirs.map((each) => `${each}**`))} }
  deny: This directory is filled by a tool. Change the source it is made from.
  examples:
    deny: [{ write: ${dir}cart.js }]
    proceed: [{ write: src/cart.js }, { read: ${dir}cart.js }, rm -rf ${dir.slice(0, -1)}]`,
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

/** Files whose changes need a test run. */
const sources = {
  TypeScript: ['*.ts', '*.tsx', '*.js'],
  JavaScript: ['*.js', '*.jsx', '*.mjs'],
  Python: ['*.py'],
  Rust: ['*.rs', 'Cargo.toml'],
  Go: ['*.go', 'go.mod'],
} as const

function tests(command: readonly string[], language: DetectedProject['language']): RuleText {
  const globs = language === undefined ? ['**', '!*.md'] : sources[language]
  const file = `src/cart${language === undefined ? '' : globs[0].slice(1)}`
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
  const schema = project.schema === undefined ? '' : `# yaml-language-server: $schema=${project.schema}\n`
  return `${schema}${headFor(preset)}\nhooks:\n${blocks.join('\n')}${said}`
}

function ruleText({ comment, yaml }: RuleText): string {
  return `    # ${comment}\n${indented(yaml, 4)}\n`
}

function indented(text: string, by: number): string {
  return text.replace(/^/gm, ' '.repeat(by))
}

export function describeProject({ language, manager, test, agents }: DetectedProject): string {
  const parts = [
    ...(language === undefined ? [] : [language]),
    ...(manager === undefined ? [] : [manager.name]),
    ...(test === undefined ? [] : [`tests by "${test.join(' ')}"`]),
    ...(agents.length === 0 ? [] : [agents.join(', ')]),
  ]
  return parts.length === 0 ? 'nothing that a rule could be made for in particular' : parts.join(' · ')
}
