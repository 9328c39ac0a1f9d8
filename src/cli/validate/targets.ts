import fs from 'node:fs'
import path from 'node:path'
import type { Call } from '../../run/call.ts'
import { findProjectConfig, howToStart, isThere, type ProjectConfig } from '../shared/project-config.ts'

export interface Target extends ProjectConfig {
  /** Its own files, as their user sees them. */
  readonly files: readonly string[]
}

export interface Unreadable {
  readonly problem: string
}

export function findTargets(host: Call, named: readonly string[]): readonly Target[] | Unreadable {
  const here = findProjectConfig(host)
  if (named.length === 0) return wholeProject(here)
  const problems = named.flatMap((file) => unreadable(file, host.cwd) ?? [])
  if (problems.length > 0) return { problem: problems.join('\n') }
  return named.map((file) => alone(file, here, host.cwd))
}

function wholeProject(here: ProjectConfig): readonly Target[] | Unreadable {
  const present = here.layers.filter(isThere)
  const own = path.join(here.root, 'hooks.yaml')
  if (present.length === 0)
    return { problem: `there is no hooks.yaml in ${here.root}${alternatives(own)}\n${howToStart()}` }
  return [{ ...here, files: present.map(({ file }) => file) }]
}

function alone(file: string, here: ProjectConfig, cwd: string): Target {
  const shown = path.normalize(file)
  return {
    ...here,
    layers: [{ layer: 'project', path: path.resolve(cwd, file), file: shown }],
    files: [shown],
  }
}

function unreadable(file: string, cwd: string): string | undefined {
  const absolute = path.resolve(cwd, file)
  try {
    if (fs.statSync(absolute).isDirectory()) {
      return `${file} is a directory; name a file: hooks validate ${path.join(file, 'hooks.yaml')}`
    }
    fs.accessSync(absolute, fs.constants.R_OK)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return `${file}: there is no such file${alternatives(absolute)}`
    return `${file} cannot be read: ${code}`
  }
}

function alternatives(absolute: string): string {
  try {
    const found = fs.readdirSync(path.dirname(absolute)).filter((name) => /hooks.*\.ya?ml$/.test(name))
    return found.length === 0 ? '' : `; there is ${found.slice(0, 3).join(', ')}`
  } catch {
    return ''
  }
}
