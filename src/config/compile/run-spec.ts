import path from 'node:path'
import { placeholders } from '../../patterns/text/interpolate.ts'
import type { Dialect, RunSpec } from '../../model/types.ts'
import type { RuleContext } from './layer-context.ts'
import { isKeys, type Keys } from '../read/config-file.ts'
import { shortPath } from '../../patterns/paths/paths.ts'
import { isExitMeaning } from '../../model/handler-keys.ts'
import { nearest } from '../diagnostics/diagnostics.ts'

/** How a rule's script is started and its reply read; undefined when `run` is invalid. */
export function runSpec(rule: RuleContext): RunSpec | undefined {
  const { keys, file } = rule.draft
  const { run, cwd, env, exit } = keys
  const argv = argvOf(run, rule)
  if (argv === undefined) return undefined
  const spec: RunSpec = {
    kind: 'run',
    argv,
    ...(typeof cwd === 'string' && { cwd: path.resolve(file.dir, cwd) }),
    ...(isKeys(env) && { env: pick(env, (value) => typeof value === 'string') }),
    ...replyOf(rule),
    ...(isKeys(exit) && { exit: pick(exit, isExitMeaning) }),
    ...(keys.keep_alive === true && { keep_alive: true }),
  }
  warnOfMissing(spec, rule)
  return spec
}

function pick<T>(values: Keys, is: (value: unknown) => value is T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (is(value) ? [[key, value]] : [])),
  )
}

/** A script written `./policy.py` lies beside the file that names it, wherever the script then runs. */
function argvOf(run: unknown, rule: RuleContext): RunSpec['argv'] | undefined {
  const { file, keys } = rule.draft
  if (typeof run === 'string') {
    refusePlaceholders(run, rule)
    return run.replace(leadingScript, (script) =>
      file.dir === rule.root && keys.cwd === undefined ? script : shellQuote(path.resolve(file.dir, script)),
    )
  }
  if (!Array.isArray(run) || !run.every((word) => typeof word === 'string')) return undefined
  const [program = '', ...rest] = run
  return [/^\.{1,2}[/\\]/.test(program) ? path.resolve(file.dir, program) : program, ...rest]
}

const leadingScript = /^\.{1,2}\/[\w./@%+,:-]+(?=$|[\s;&|<>])/

function shellQuote(word: string): string {
  return /^[\w./@%+,:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function refusePlaceholders(line: string, { report }: RuleContext): void {
  const [first] = placeholders(line)
  if (first === undefined) return
  report('shell-interpolation', 'run', {
    message: `"{{${first}}}" stands in a shell line, which is never filled in`,
    hint: `write a list, which needs no shell: run: [program, '{{${first}}}']`,
  })
}

/** `NAME`, or `NAME/FORM` for one of the agent's own events. */
function replyOf({ draft, dialects, report }: RuleContext): Pick<RunSpec, 'reply' | 'form'> {
  const { reply: given = 'native' } = draft.keys
  if (typeof given !== 'string') return { reply: 'native' }
  const [reply = '', form] = given.split(/\/(.*)/s)
  const dialect = dialects.find(({ name, aliases }) => name === reply || aliases?.includes(reply) === true)
  if (dialect !== undefined && canScript(dialect)) {
    const { scriptForms: forms = [] } = dialect
    if (form === undefined) return { reply: dialect.name }
    if (forms.includes(form)) return { reply: dialect.name, form }
    report('unknown-reply', 'reply', {
      message: `scripts of "${reply}" have no form "${form}"`,
      hint: `write ${[reply, ...forms.map((each) => `${reply}/${each}`)].join(' or ')}`,
    })
    return { reply: 'native' }
  }
  if (given === 'native' || given === 'context') return { reply: given }
  const able = dialects.filter(canScript).map(({ name }) => name)
  const meant = nearest(given, [...able, ...dialects.flatMap(({ aliases }) => aliases ?? [])])
  report('unknown-reply', 'reply', {
    message: dialect === undefined ? `there is no dialect "${given}"` : `scripts cannot speak "${given}"`,
    hint: meant === undefined ? `use one of ${able.join(', ')}` : `write reply: ${meant}`,
  })
  return { reply: 'native' }
}

function canScript(dialect: Dialect): boolean {
  return dialect.toScript !== undefined && dialect.fromScript !== undefined
}

/** Only programs named by a path can be checked. */
function warnOfMissing({ argv, cwd }: RunSpec, { root, files, report }: RuleContext): void {
  const program = typeof argv === 'string' ? /^(?:\.{0,2}\/)[\w./@%+,:-]+/.exec(argv)?.[0] : argv[0]
  if (program === undefined || !/[/\\]/.test(program) || program.includes('{{')) return
  const file = path.resolve(cwd ?? root, program)
  if (files.kind(file) === 'file') return
  report('missing-script', typeof argv === 'string' ? 'run' : ['run', 0], {
    message: `there is no script "${shortPath(file, root)}"`,
    hint: 'create it or correct the path; a relative path begins where this file lies',
  })
}
