import { findSkills, type SkillPaths, type Skill } from '../../builtins/skills/find-skills.ts'
import { frontMatter } from '../../recipes/front-matter.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { createFiles } from '../../store/disk/files.ts'
import { pageWidth, choosePaint } from '../page/page.ts'
import { drawRows } from '../page/columns.ts'
import { compileLayers, findProjectConfig } from '../open-project.ts'

export function skills(host: Host, { json }: { readonly json?: true }): number {
  const here = findProjectConfig(host)
  const { plan } = compileLayers(host, here, { asks: false })
  if (plan === undefined) return writeFailure(host, 'the rules cannot be read; see hooks validate')
  const context = { env: { ...host.env, HOME: here.dirs.home }, files: createFiles(), frontMatter }
  const rules = Object.values(plan.events).flat()
  const found = rules.flatMap(({ handler }) =>
    handler.kind === 'use' && handler.name === 'skills'
      ? [findSkills(handler.with as unknown as SkillPaths, plan.root, context)] // checked by the built-in's schema
      : [],
  )
  const known = [
    ...new Map(found.flatMap((each) => each.skills).map((skill) => [skill.path, skill])).values(),
  ]
  const listed = known.map(({ name, description, path }) => ({ name, description, path }))
  if (json === true) host.out(`${JSON.stringify(listed, null, 2)}\n`)
  else host.out(found.length === 0 ? howToStart : draw(host, listed))
  const warnings = new Set(found.flatMap((each) => each.warnings).map(({ message }) => message))
  for (const message of warnings) host.err(`hooks: ${message}\n`)
  return 0
}

const howToStart = `no rule uses skills; for those in .claude/skills, put this into hooks.yaml:
  hooks:
    UserPromptSubmit:
      - { name: skills, use: skills, with: { paths: [.claude/skills] } }
`

function draw(host: Host, listed: readonly Pick<Skill, 'name' | 'description' | 'path'>[]): string {
  if (listed.length === 0) return 'no skills: no SKILL.md is in or below the paths of the rules\n'
  const rows = listed.map(({ name, description, path }) => ({
    glyph: '·',
    colour: 'dim' as const,
    name,
    word: '',
    text: description,
    place: path,
  }))
  return `${drawRows(rows, pageWidth(host.columns), choosePaint(host)).join('\n')}\n`
}
