// Finds texts that tell the model to run what the rules deny.
import { advisedCommands, type Advice } from '../../config/compile/hints.ts'
import { createDiagnostic, placeOfRange } from '../../config/diagnostics/diagnostics.ts'
import type { CompileResult } from '../../config/compile/compile.ts'
import { type RuleDraft, draftsOf, keyLocation } from '../../config/expand/expand.ts'
import { placeOf } from '../../config/read/config-file.ts'
import type { Diagnostic, Event, Plan, TraceEntry } from '../../model/types.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Host } from '../../run/call.ts'
import { type Bench, createBench } from '../trial/bench.ts'
import { rulesNamed } from '../trial/case.ts'

const texts = ['deny', 'ask', 'stop', 'continue', 'context'] as const

/** One diagnostic for each command that a text recommends and the rules deny. */
export async function deniedAdvice(
  host: Host,
  { parsed, plan }: Pick<CompileResult, 'parsed'> & { readonly plan: Plan },
): Promise<readonly Diagnostic[]> {
  const advised = parsed
    .flatMap((file) => draftsOf(file).flatMap(adviceOf))
    .filter((each) => isInForce(each, plan))
  if (advised.length === 0) return []
  const bench = createBench(host, plan)
  const found: Diagnostic[] = []
  for (const each of advised) {
    const denier = await denierOf(each.advice.command, bench, plan)
    if (denier !== undefined) found.push(diagnosticFor(each, denier))
  }
  return found
}

interface AdvisedCommand {
  readonly draft: RuleDraft
  readonly key: string
  readonly below: readonly string[]
  readonly advice: Advice
}

function adviceOf(draft: RuleDraft): readonly AdvisedCommand[] {
  return texts.flatMap((key) => {
    const { text, below } = modelText(draft.keys[key])
    if (typeof text !== 'string') return []
    return advisedCommands(text).map((advice) => ({ draft, key, below, advice }))
  })
}

/** What the model reads, and where it stands below the key. */
function modelText(value: unknown): { readonly text: unknown; readonly below: readonly string[] } {
  if (!isObject(value)) return { text: value, below: [] }
  const name = Object.hasOwn(value, 'model') ? 'model' : 'user'
  return { text: value[name], below: [name] }
}

function isInForce({ draft: { name, file } }: AdvisedCommand, plan: Plan): boolean {
  return (
    name !== undefined &&
    rulesNamed(plan, name).some((rule) => rule.name === name && rule.layer === file.layer)
  )
}

async function denierOf(command: string, bench: Bench, { root }: Plan): Promise<TraceEntry | undefined> {
  const payload = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } } as const
  const event: Event = { ...payload, cwd: root, root, raw: payload }
  const { verdict } = await bench.ask([event])
  return verdict.decision === 'deny' ? verdict.trace.find(({ decision }) => decision === 'deny') : undefined
}

function diagnosticFor(
  { draft, key, below, advice: { command, within } }: AdvisedCommand,
  denier: TraceEntry,
): Diagnostic {
  const found = keyLocation(draft, key, 'value')
  const spot = { ...found, path: [...found.path, ...below] }
  const at = placeOfRange(placeOf(spot), spot.file.document.text(spot.path), within)
  const isOwn = denier.rule === draft.name && denier.layer === draft.file.layer
  const what = isOwn ? 'this very rule denies it' : `rule "${denier.rule}" denies it`
  return createDiagnostic('advice-denied', at, {
    message: `the text tells the model to run "${command}", and ${what}`,
    hint: isOwn
      ? `recommend something else, or leave it out of the match: '!${command}'`
      : `recommend something else, or let "${denier.rule}" leave it alone`,
    ...(isOwn ? { severity: 'error' as const } : {}),
    ...(!isOwn &&
      denier.at !== undefined && { related: [{ message: `"${denier.rule}" is defined`, at: denier.at }] }),
    ...(draft.name === undefined ? {} : { rule: draft.name }),
  })
}
