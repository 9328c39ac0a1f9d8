import path from 'node:path'
import { placeholders } from '../../patterns/text/interpolate.ts'
import type { Dialect, RunSpec } from '../../model/types.ts'
import { type CompileContext, reportProblem } from './compile-context.ts'
import { isKeys } from '../read/config-file.ts'
import { isExitMeaning } from './handlers.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

/** How a script of a rule is started and understood; undefined when it cannot be told. */
export function runSpec(draft: RuleDraft, context: CompileContext): RunSpec | undefined {
  const { run, cwd, env, exit } = draft.keys
  const argv = argvOf(run, draft, context)
  if (argv === undefined) return undefined
  const spec: RunSpec = {
    kind: 'run',
    argv,
    ...(typeof cwd === 'string' ? { cwd: path.resolve(draft.file.dir, cwd) } : {}),
    ...(isKeys(env) ? { env: stringValues(env) } : {}),
    reply: replyOf(draft, context),
    ...(isKeys(exit)
      ? {
          exit: Object.fromEntries(
            Object.entries(exit).flatMap(([code, means]) => (isExitMeaning(means) ? [[code, means]] : [])),
          ),
        }
      : {}),
  }
  warnOfMissing(spec, draft, context)
  return spec
}

/** A script written `./policy.py` lies beside the file that names it, wherever the script then runs. */
function argvOf(run: unknown, draft: RuleDraft, context: CompileContext): RunSpec['argv'] | undefined {
  const { dir } = draft.file
  if (typeof run === 'string') {
    refusePlaceholders(run, draft, context)
    return run.replace(leadingScript, (script) =>
      dir === context.root && draft.keys.cwd === undefined ? script : shellQuote(path.resolve(dir, script)),
    )
  }
  if (!Array.isArray(run) || !run.every((word) => typeof word === 'string')) return undefined
  const [program = '', ...rest] = run
  return [/^\.{1,2}[/\\]/.test(program) ? path.resolve(dir, program) : program, ...rest]
}

const leadingScript = /^\.{1,2}\/[\w./@%+,:-]+(?=$|[\s;&|<>])/

function shellQuote(word: string): string {
  return /^[\w./@%+,:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function refusePlaceholders(line: string, draft: RuleDraft, context: CompileContext): void {
  const [first] = placeholders(line)
  if (first === undefined) return
  reportProblem(context, draft, {
    code: 'shell-interpolation',
    key: 'run',
    on: 'value',
    message: `"{{${first}}}" stands in a shell line, which is never filled in`,
    hint: `write a list, which needs no shell: run: [program, '{{${first}}}']`,
  })
}

function stringValues(env: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function replyOf(draft: RuleDraft, context: CompileContext): string {
  const written = draft.keys.reply ?? 'native'
  if (typeof written !== 'string') return 'native'
  const dialect = context.dialects.find(
    (each) => each.name === written || each.aliases?.includes(written) === true,
  )
  if (dialect !== undefined && canScript(dialect)) return dialect.name
  if (written === 'native' || written === 'context') return written
  const able = context.dialects.filter(canScript).map(({ name }) => name)
  const meant = nearest(written, [...able, ...context.dialects.flatMap(({ aliases }) => aliases ?? [])])
  reportProblem(context, draft, {
    code: 'unknown-reply',
    key: 'reply',
    on: 'value',
    message: dialect === undefined ? `there is no dialect "${written}"` : `scripts cannot speak "${written}"`,
    hint: meant === undefined ? `use one of ${able.join(', ')}` : `write reply: ${meant}`,
  })
  return 'native'
}

function canScript(dialect: Dialect): boolean {
  return dialect.toScript !== undefined && dialect.fromScript !== undefined
}

/** Only what is named by a path can be looked for. */
function warnOfMissing({ argv, cwd }: RunSpec, draft: RuleDraft, context: CompileContext): void {
  const program = typeof argv === 'string' ? /^(?:\.{0,2}\/)[\w./@%+,:-]+/.exec(argv)?.[0] : argv[0]
  if (program === undefined || !/[/\\]/.test(program) || program.includes('{{')) return
  const file = path.resolve(cwd ?? context.root, program)
  if (context.files.kind(file) === 'file') return
  reportProblem(context, draft, {
    code: 'missing-script',
    key: 'run',
    on: 'value',
    ...(typeof argv === 'string' ? {} : { below: [0] }),
    message: `there is no script "${path.relative(context.root, file).startsWith('..') ? file : path.relative(context.root, file)}"`,
    hint: 'create it or correct the path; a relative path begins where this file lies',
  })
}
