// What each agent supports, does when its hook fails, and was seen to do.
import { keyOf } from './events.mjs'
import { readJson } from './files.mjs'
import { code, codes, paragraphs, table } from './markdown.mjs'

/** What there is to say about each agent, by the name of its part. */
export function agentParts({ events, dialects }) {
  const agents = dialects.filter(({ name }) => name !== 'native' && name !== 'context')
  return Object.fromEntries(
    agents.map(({ name, capabilities }) => [
      `agent-${name}`,
      paragraphs(
        answerTable(events, capabilities),
        failureTable(capabilities),
        differences(name, capabilities, events),
      ),
    ]),
  )
}

/** Splits the answers of an event into those that an agent supports and the others. */
function splitAnswers({ may }, carries) {
  const answers = may.filter((part) => !['follow_ups', 'next_prompt', 'tool_results'].includes(part))
  return {
    supported: answers.filter((part) => carries[part] === true),
    unsupported: answers.filter((part) => carries[part] !== true),
  }
}

function answerTable(events, { events: carried }) {
  const names = Object.keys(events).filter((event) => carried[event] !== undefined)
  return table(
    ['event', 'supported', 'not supported', 'shows messages to the user'],
    names.map((event) => {
      const { supported, unsupported } = splitAnswers(events[event], carried[event])
      const shows = carried[event].notify === true ? 'yes' : 'no'
      return [code(event), codes(supported.map(keyOf)), codes(unsupported.map(keyOf)), shows]
    }),
  )
}

const failureRows = {
  crash: 'crashes, or exits with another code',
  timeout: 'takes too long',
  empty: 'prints nothing',
  broken: 'prints something that is not an answer',
  exit_2: 'exits with 2 and a reason on stderr',
}
const failureMeaning = {
  open: 'the agent goes on',
  closed: 'the call is denied',
  denies: 'what can be denied is denied',
  fails: 'the hook failed',
}

/** What the agent does when its hook fails, as far as it is known: everywhere, and where an event differs. */
function failureTable({ failure, failures = {} }) {
  const known = Object.entries(failureRows).filter(([key]) => failure[key] !== 'unknown')
  const columns = [failure, ...Object.values(failures).map((own) => ({ ...failure, ...own }))]
  return table(
    ['when the hook', 'then', ...Object.keys(failures).map((event) => `at ${code(event)}`)],
    known.map(([key, when]) => [when, ...columns.map((column) => failureMeaning[column[key]])]),
  )
}

/** Sentences about versions, surfaces and permission modes. */
function differences(name, { versions, variants = [], weakened = {}, events: base }, events) {
  const answer = (part, event) => `${code(keyOf(part))} at ${code(event)}`
  const lost = ([event, carries]) =>
    splitAnswers(events[event], carries)
      .unsupported.filter((part) => base[event]?.[part] === true)
      .map((part) => answer(part, event))
  return [
    ...(versions === undefined ? [] : [`Observed with ${name} ${versions}.`]),
    ...variants.map(
      (variant) =>
        `Not supported ${condition(variant)}: ${Object.entries(variant.events).flatMap(lost).join(', ')}.`,
    ),
    ...Object.entries(weakened).flatMap(([event, parts]) =>
      Object.entries(parts).map(([part, how]) => `${answer(part, event)} arrives ${how}.`),
    ),
  ].join(' ')
}

/** Where a variant applies. */
function condition({ versions, surface, permission_mode: mode }) {
  return [
    ...(versions === undefined ? [] : [`in versions ${versions}`]),
    ...(surface === undefined ? [] : [`on the surface ${code(surface)}`]),
    ...(mode === undefined ? [] : [`in permission mode ${code(mode)}`]),
  ].join(' and ')
}

/** What the tests of the real clients saw; how what arrives in another form does, from the tables. */
export function seenTable({ clients, dialects }) {
  const seen = clients.map(({ agent }) => {
    const { weakened } = dialects.find(({ name }) => name === agent).capabilities
    const hows = Object.entries(weakened?.PostToolUse ?? {}).map(([part, how]) => [keyOf(part), how])
    return { agent, hows: Object.fromEntries(hows), ...readJson(`test/clients/seen-live/${agent}.json`) }
  })
  const said = ({ cases, hows }, name) =>
    hows[name] === undefined ? cases[name] : `${cases[name]}, ${hows[name]}`
  return table(
    ['case', ...seen.map(({ agent, version }) => `${agent} ${version}`)],
    Object.keys(seen[0].cases).map((name) => [
      name.replace(/^[a-z_]+(?=,|$)|hooks\.yaml/, code),
      ...seen.map((each) => said(each, name).replace('on_error', code)),
    ]),
  )
}
