import path from 'node:path'
import { createFiles } from '../store/files.ts'
import type { Host } from '../run/host.ts'
import { defaultLayers, type StackLayer, type StackOptions } from '../library/tools/default-stack.ts'
import type { Plan } from '../model/types.ts'
import { compileLayers, findHere, type Here } from './shared/compile-here.ts'

/** Where skills and memory are looked for when no rule names a place. */
const usualPaths = { skills: ['.claude/skills', '.agents/skills', 'skills'], memory: ['AGENTS.md'] }

/** `hooks list --stack default`: the layers that an agent with the default stack would have here, the outermost first. */
export function listStack(host: Host, { json }: { readonly json: boolean }): number {
  const here = findHere(host)
  const { plan } = compileLayers(host, here, { asks: false })
  const layers = defaultLayers(optionsOf(plan, here))
  host.out(json ? `${JSON.stringify(layers, null, 2)}\n` : layers.map(drawLayer).join(''))
  return 0
}

function optionsOf(plan: Plan | undefined, here: Here): StackOptions {
  return {
    tracing: withOf(plan, 'tracing') ?? {},
    skills: { paths: pathsOf('skills', plan, here) },
    memory: { paths: pathsOf('memory', plan, here) },
  }
}

/** What the first rule that uses a built-in gives it. */
function withOf(plan: Plan | undefined, use: string): Readonly<Record<string, unknown>> | undefined {
  for (const { handler } of Object.values(plan?.events ?? {}).flat())
    if (handler.kind === 'use' && handler.name === use) return handler.with
  return undefined
}

function pathsOf(use: keyof typeof usualPaths, plan: Plan | undefined, { root }: Here): readonly string[] {
  const given = withOf(plan, use)?.['paths']
  if (Array.isArray(given)) return given.filter((each) => typeof each === 'string')
  return usualPaths[use].filter((each) => createFiles().kind(path.join(root, each)) !== undefined)
}

function drawLayer({ name, rules, tools }: StackLayer): string {
  const uses = rules.map(({ use, on }) => `${use} at ${on === '*' ? 'every event' : on.join(', ')}`)
  const offers = tools.length === 0 ? [] : [`tools ${tools.join(', ')}`]
  const text = [...uses, ...offers].join(' · ')
  return `${name.padEnd(13)}  ${text === '' ? 'records nothing without a file or a collector' : text}\n`
}
