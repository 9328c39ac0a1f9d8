// The tools that skills are loaded with, one at a time; `use: skills` with `inject: lazy` shows the one that is active.
import path from 'node:path'
import { findSkills, type Skill } from '../../builtins/skills/find-skills.ts'
import { snapshotOf } from '../agent-files.ts'
import { createFiles } from '../../store/disk/files.ts'
import { frontMatter } from '../../recipes/front-matter.ts'
import type { FileSystem } from './file-system.ts'
import { type AgentTool, defineTool, filledTextIn, ToolMistake } from './tool.ts'

export interface SkillTools {
  /** list_skills, activate_skill, deactivate_skill. */
  readonly tools: readonly AgentTool[]
  active(): string | undefined
}

export interface SkillToolsOptions {
  /** Directories that are searched for SKILL.md. */
  readonly paths?: readonly string[] | undefined
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** Where relative paths begin. Absent: the working directory. */
  readonly root?: string | undefined
  /** Where the skills are. Absent: on this machine. */
  readonly fs?: FileSystem | undefined
  /** The skill that was active at the end of an earlier run of the same thread. */
  readonly active?: string | undefined
}

/** Skills are looked for at each call: new ones are found. */
export function skillTools(options: SkillToolsOptions): SkillTools {
  let { active } = options
  const known = (): Promise<readonly Skill[]> => knownSkills(options)
  return {
    tools: [
      defineTool({
        name: 'list_skills',
        description: 'Lists the skills that there are, with what each is for.',
        properties: {},
        work: async () => listed(await known(), active),
      }),
      defineTool({
        name: 'activate_skill',
        description: 'Loads the instructions of a skill. The one before is no longer active.',
        properties: { name: { type: 'string', description: 'As list_skills shows it' } },
        required: ['name'],
        work: async (input) => {
          const name = filledTextIn(input, 'name')
          const names = (await known()).map((skill) => skill.name)
          if (!names.includes(name))
            throw new ToolMistake(`there is no skill "${name}"; there are ${names.join(', ') || 'none'}`)
          active = name
          return `The skill ${name} is active: its instructions stand in the system prompt from now on.`
        },
      }),
      defineTool({
        name: 'deactivate_skill',
        description: 'Takes the instructions of the active skill away.',
        properties: {},
        work: () => {
          if (active === undefined) return 'No skill is active.'
          const last = active
          active = undefined
          return `The skill ${last} is no longer active.`
        },
      }),
    ],
    active: () => active,
  }
}

async function knownSkills({
  paths = [],
  include = [],
  exclude = [],
  root = '.',
  fs,
}: SkillToolsOptions): Promise<readonly Skill[]> {
  const files = fs === undefined ? createFiles() : await snapshotOf(fs, paths)
  const at = fs?.root ?? path.resolve(root)
  return findSkills({ paths, include, exclude }, at, { files, frontMatter, env: process.env }).skills
}

function listed(skills: readonly Skill[], active: string | undefined): string {
  const lines = skills.map(({ name, description }) => {
    return `- ${name}${name === active ? ' (active)' : ''}${description === '' ? '' : `: ${description}`}`
  })
  return lines.length === 0 ? 'There are no skills.' : lines.join('\n')
}
