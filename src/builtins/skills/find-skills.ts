import { configuredPath } from '../shared/configured-path.ts'
import { matchesNameGlob } from '../../patterns/name-glob.ts'
import type { Context, Warning } from '../../model/types.ts'
import { readSkill, type Skill } from './read-skill.ts'
import { scanSkills } from './scan.ts'

export interface Wanted {
  readonly paths: readonly string[]
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

export interface Known {
  readonly skills: readonly Skill[]
  readonly warnings: readonly Warning[]
}

/** The skills that a rule knows. */
export function findSkills(
  { paths, include, exclude }: Wanted,
  root: string,
  context: Pick<Context, 'env' | 'files' | 'frontMatter'>,
): Known {
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
