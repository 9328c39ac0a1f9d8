// What a preset says that was not accepted, one row for each rule.
import { isKeys, stringsOf } from '../../config/read/config-file.ts'
import { type LockedFile, type LockEntry, handlerName } from '../../config/read/lock-file.ts'
import { rulesOf } from '../../config/read/rules-of.ts'
import type { Colour } from '../print/paint.ts'
import type { Row } from '../print/rows.ts'

type Keys = Readonly<Record<string, unknown>>

export function changesIn({ config, now, before }: LockedFile): readonly Row[] {
  const written = [...rulesOf(config.keys)].filter(({ path }) => !path.includes('steps'))
  const rows = written.flatMap(({ path, rule }): Row[] => {
    const name = String(rule.name)
    const was = saidBy(before, name)
    if (was === saidBy(now, name)) return []
    const place = config.document.place(path, 'value')
    const where = `${place.file}:${place.line}`
    const base = { name, place: where, text: describe(rule), whole: true }
    const [word = ''] = was?.split(' ') ?? []
    const says = handlerName(rule)
    return was === undefined
      ? [{ ...base, glyph: '+', colour: colourOf(says), word: says }]
      : [{ ...base, glyph: '~', colour: 'yellow', word: word === says ? says : `${word} → ${says}` }]
  })
  return [...rows, ...goneFrom(now, before), ...besideOf({ config, now, ...(before && { before }) })]
}

/** What a rule of this name said and a hash of it. */
function saidBy(entry: LockEntry | undefined, name: string): string | undefined {
  return entry !== undefined && Object.hasOwn(entry.rules, name) ? entry.rules[name] : undefined
}

function goneFrom(now: LockEntry, before: LockEntry | undefined): readonly Row[] {
  return Object.entries(before?.rules ?? {}).flatMap(([name, was]): Row[] =>
    Object.hasOwn(now.rules, name)
      ? []
      : [{ glyph: '-', colour: 'red', name, word: was.split(' ')[0] ?? '', text: 'is gone', place: '' }],
  )
}

/** Defaults, groups and the like: what holds for all of its rules. */
function besideOf({ config, now, before }: Omit<LockedFile, 'is'>): readonly Row[] {
  if (before === undefined || before.beside === now.beside) return []
  const keys = Object.keys(config.keys).filter((key) => !['hooks', 'rules', 'wrap'].includes(key))
  return [
    {
      glyph: '~',
      colour: 'yellow',
      name: 'beside the rules',
      word: '',
      text: keys.length === 0 ? 'nothing is left' : `one of ${keys.join(', ')}, or what is gone of them`,
      place: config.file,
      whole: true,
    },
  ]
}

function colourOf(says: string): Colour {
  if (says === 'deny' || says === 'stop') return 'red'
  return says === 'ask' ? 'yellow' : says === 'allow' ? 'green' : 'bold'
}

/** What it would do, its commands word for word. */
function describe(rule: Keys): string {
  const steps: readonly unknown[] = Array.isArray(rule.steps) ? rule.steps : []
  const inner = steps.filter(isKeys).map((step) => `${handlerName(step)} ${describe(step)}`)
  const said = rule[handlerName(rule)]
  const own = 'steps' in rule ? [] : [typeof rule.run === 'undefined' ? textOf(said) : commandOf(rule)]
  const asked = rule.match === undefined || rule.match === null ? [] : [`match ${JSON.stringify(rule.match)}`]
  return [[...own, ...inner].join('; '), ...asked].join(' · ')
}

function textOf(said: unknown): string {
  return typeof said === 'string' ? said : JSON.stringify(said)
}

function commandOf({ run, env }: Keys): string {
  const given = isKeys(env) ? Object.entries(env).map(([name, value]) => `${name}=${String(value)}`) : []
  return [...given, typeof run === 'string' ? run : stringsOf(run).map(wordOf).join(' ')].join(' ')
}

/** One argument stays one to the eye. */
function wordOf(word: string): string {
  return /^[^\s"']+$/.test(word) ? word : JSON.stringify(word)
}
