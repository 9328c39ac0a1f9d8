import type { Project } from './look.ts'
import { type RuleText, rulesFor } from './rules.ts'

const head = `# Rules for AI coding agents. After a change: hooks validate, hooks test.
version: 1

# A few more that only ask: hooks list shows them.
extends: [recommended]
`

/** The text of a project's first hooks.yaml. */
export function writeConfig(project: Project): string {
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
  return `${schema}${head}\nhooks:\n${blocks.join('\n')}${said}`
}

function ruleText({ comment, yaml }: RuleText): string {
  return `    # ${comment}\n${indented(yaml, 4)}\n`
}

function indented(text: string, by: number): string {
  return text.replace(/^/gm, ' '.repeat(by))
}

/** What was seen, in a few words. */
export function describeProject({ language, manager, test, agents }: Project): string {
  const parts = [
    ...(language === undefined ? [] : [language]),
    ...(manager === undefined ? [] : [manager.name]),
    ...(test === undefined ? [] : [`tests by "${test.join(' ')}"`]),
    ...(agents.length === 0 ? [] : [agents.join(', ')]),
  ]
  return parts.length === 0 ? 'nothing that a rule could be made for in particular' : parts.join(' · ')
}
