// What a call does outside of the machine.
import { bashCall } from './shared/examples.ts'
import { both } from './shared/branches.ts'
import { asSentences, callEvents } from './shared/fact-matcher.ts'
import { isSo } from './shared/parts.ts'
import { lossWords } from '../shell/acts/statements.ts'
import { SECRET, secretWords } from '../shell/acts/shown-secrets.ts'
import { programsOf } from '../shell/acts/acts.ts'
import { wordsFor } from '../shell/acts/words.ts'
import { literalsOf, longestLiterals, type RegexLiterals } from '../patterns/literal.ts'
import { matchesText } from '../patterns/pattern.ts'
import { mustSpend } from '../patterns/work.ts'
import type { ActFact, Engines, Match, Matcher, Pattern, Subject } from '../model/types.ts'

export interface ActPattern {
  readonly service?: Pattern
  readonly verb?: Pattern
  readonly target?: Pattern
  readonly environment?: Pattern
  readonly undo?: boolean
}

/** What keeps data, whatever its name is. */
const DATABASE = 'database'

const COMMAND_STEPS = 3

export const does: Matcher<ActPattern> = {
  key: 'does',
  summary:
    'an act outside of the machine, by a command line, a request or the tool of a server: which service, which verb, to what',
  takes: 'does',
  domain: {
    keys: {
      service: 'texts',
      verb: {
        known: ['read', 'create', 'change', 'delete', 'publish', 'deploy', 'send', 'grant', 'run'],
        closed: true,
      },
      target: 'texts',
      environment: 'texts',
    },
  },
  needs: 'facts',
  facts: [],
  // What is not known says nothing.
  programs: () => [],
  binds: ['service', 'target'],
  events: callEvents,
  examples: [
    {
      pattern: { verb: 'delete' },
      event: bashCall('aws dynamodb delete-table --table-name orders'),
      is: 'yes',
    },
    {
      pattern: { verb: 'delete', service: 'kubernetes' },
      event: bashCall('kubectl delete pod web-1'),
      is: 'yes',
    },
    { pattern: { verb: 'delete' }, event: bashCall('kubectl get pods'), is: 'no' },
    {
      pattern: { verb: 'delete' },
      event: bashCall('curl -X DELETE https://api.shop.example/orders/1'),
      is: 'yes',
    },
    {
      pattern: { verb: 'delete' },
      event: { tool_name: 'mcp__neon__delete_project', tool_input: { id: 'shop' } },
      is: 'yes',
    },
    { pattern: { undo: false }, event: bashCall('stripe refunds create --charge ch_1'), is: 'no' },
    { pattern: { verb: 'delete' }, event: bashCall('widgets orders delete 17'), is: 'maybe' },
  ],
  literals: (pattern, ofRegex) =>
    longestLiterals([
      namesOf(pattern.service),
      saidBy(pattern),
      isSecret(pattern.target) ? secretWords : literalWords(pattern.target, ofRegex),
      literalWords(pattern.environment, ofRegex),
    ]),
  compile:
    (pattern, { quantifier, linear }) =>
    (subject) => {
      const found = actsOf(subject).map((act) => ({ act, is: isMet(act, pattern, linear) }))
      const met = found.find(({ is }) => is === 'yes')
      if (quantifier === 'every' && found.some(({ is }) => is !== 'yes'))
        return { is: 'no', why: 'not all that it does elsewhere is named' }
      if (met !== undefined) return { is: 'yes', bind: bindings(met.act), why: saidOf(met.act) }
      const maybe = found.find(({ is }) => is === 'maybe')
      if (maybe === undefined) return { is: 'no', why: 'the call does nothing like it elsewhere' }
      const why = `${saidOf(maybe.act)}, as most programs mean these words: say what ${maybe.act.by} does`
      return { is: 'maybe', bind: bindings(maybe.act), why, unknown: asSentences(why) }
    },
}

const plainTexts = (pattern: Pattern | undefined): readonly string[] | undefined => {
  const texts = pattern?.yes.map(({ text }) => text) ?? []
  return texts.length > 0 && texts.every((text) => /^[a-z]+$/.test(text)) ? texts : undefined
}

const isSecret = (target: Pattern | undefined): boolean =>
  target?.yes.every(({ text }) => text === SECRET) === true

/** A service is named by its programs; that of a request or tool by itself. */
function namesOf(service: Pattern | undefined): readonly string[] | 'any' {
  const names = plainTexts(service)
  return names === undefined || names.includes(DATABASE)
    ? 'any'
    : [...new Set(names.flatMap((name) => [name, ...programsOf(name)]))]
}

function saidBy({ service, verb, undo }: ActPattern): readonly string[] | 'any' {
  const asked = verb?.no.length === 0 ? plainTexts(verb) : undefined
  if (asked === undefined) return 'any'
  const isOnly = plainTexts(service)?.join() === DATABASE
  const isNever = service?.no.some(({ text }) => text === DATABASE) === true
  return [...(isOnly ? [] : wordsFor(new Set(asked), undo === false)), ...(isNever ? [] : lossWords)]
}

/** What an act says is put together from words of the call: the longest of each stands there. */
function literalWords(pattern: Pattern | undefined, ofRegex: RegexLiterals): readonly string[] | 'any' {
  const literals = pattern === undefined ? 'any' : literalsOf(pattern, ofRegex)
  if (literals === 'any') return literals
  const words = literals.map(
    (literal) => literal.split(/[^a-z\d]+/i).toSorted((a, b) => b.length - a.length)[0] ?? '',
  )
  return words.includes('') ? 'any' : words
}

function actsOf(subject: Subject): readonly ActFact[] {
  const { event, look } = subject
  const { commands } = subject.facts()
  mustSpend(commands.length * COMMAND_STEPS)
  return commands.length > 0 ? commands.flatMap((each) => look?.acts(each) ?? []) : (look?.acts(event) ?? [])
}

function isMet(act: ActFact, pattern: ActPattern, linear: Engines['linear']): Match['is'] {
  const isText = (own: Pattern | undefined, text: string | undefined): Match['is'] =>
    own === undefined || matchesText(own, text ?? '', linear) !== undefined ? 'yes' : 'no'
  return both([
    isText(pattern.service, act.service),
    isText(pattern.verb, act.verb),
    isText(pattern.target, act.target),
    isText(pattern.environment, act.environment),
    isSo(pattern.undo, act.undo),
    act.maybe === true ? 'maybe' : 'yes',
  ])
}

const bindings = ({ service, target = 'something' }: ActFact): Readonly<Record<string, string>> => ({
  service,
  target,
})

const saidOf = ({ verb, service, target = 'something' }: ActFact): string =>
  `it does "${verb}" to ${target} of ${service}`
