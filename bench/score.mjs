// How the presets judge labelled commands, one JSON a line: { command, expected: deny|ask|allow, cwd? }.
// npm run score -- [files or folders] [--preset strict@1] [--misses] [--json]
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createEngine } from '../dist/index.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    preset: { type: 'string', default: 'recommended@1' },
    misses: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const nearby = path.join(import.meta.dirname, '../../shared/cases')
const given = positionals.length > 0 ? positionals : existsSync(nearby) ? [nearby] : []
if (given.length === 0) {
  process.stderr.write('score: name files of labelled commands, or a folder of them\n')
  process.exit(2)
}

/** The files that are meant: a folder stands for those in it. */
const files = given.flatMap((name) =>
  statSync(name).isDirectory()
    ? readdirSync(name)
        .filter((file) => file.endsWith('.jsonl'))
        .toSorted()
        .map((file) => path.join(name, file))
    : [name],
)

const casesIn = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))

/** A project that is empty but for its repository, so that nothing here changes an answer. */
const root = mkdtempSync(path.join(os.homedir(), '.hooks-score-'))
mkdirSync(path.join(root, '.git'))
const engine = await createEngine({ root, config: { extends: [values.preset] } })

async function judge({ command, cwd }) {
  const verdict = await engine.dispatch({
    event: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    root,
    cwd: cwd ?? root,
  })
  const by = verdict.trace.find(({ decision }) => decision === verdict.decision)
  return { decision: verdict.decision, rule: by?.rule }
}

const isMet = {
  deny: (is) => is === 'deny' || is === 'ask',
  allow: (is) => is !== 'deny' && is !== 'ask',
  ask: () => true,
}
const rate = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)

async function score(file) {
  const judged = []
  for (const one of casesIn(file)) judged.push({ ...one, ...(await judge(one)) })
  const labelled = (label) => judged.filter(({ expected }) => expected === label)
  const denies = labelled('deny')
  const allows = labelled('allow')
  const met = (list) => list.filter(({ expected, decision }) => isMet[expected](decision)).length
  const asked = allows.filter(({ decision }) => decision === 'ask').length
  const denied = allows.filter(({ decision }) => decision === 'deny').length
  return {
    file: path.basename(file, '.jsonl'),
    rows: judged.length,
    denies: { rows: denies.length, met: met(denies), rate: rate(met(denies), denies.length) },
    allows: {
      rows: allows.length,
      alone: met(allows),
      rate: rate(met(allows), allows.length),
      asked,
      denied,
    },
    asks: labelled('ask').length,
    interrupted: labelled('ask').filter(({ decision }) => decision === 'deny' || decision === 'ask').length,
    misses: judged.filter(({ expected, decision }) => !isMet[expected](decision)),
  }
}

const began = performance.now()
const scores = []
for (const file of files) scores.push(await score(file))
await engine.close()
rmSync(root, { recursive: true, force: true })

const shown = (text) => (text.length > 120 ? `${text.slice(0, 119)}…` : text).replaceAll('\n', '⏎')
if (values.json) process.stdout.write(`${JSON.stringify(scores, null, 2)}\n`)
else {
  const rows = scores.map(({ file, denies, allows, asks, interrupted }) => [
    file,
    denies.rows === 0 ? '–' : `${denies.met}/${denies.rows} ${denies.rate}`,
    allows.rows === 0 ? '–' : `${allows.alone}/${allows.rows} ${allows.rate}`,
    allows.rows === 0 ? '–' : `${allows.asked} ${rate(allows.asked, allows.rows)}`,
    allows.rows === 0 ? '–' : `${allows.denied} ${rate(allows.denied, allows.rows)}`,
    asks === 0 ? '–' : `${interrupted}/${asks}`,
  ])
  const table = [
    ['file', 'denies met', 'allows left alone', 'allows asked', 'allows denied', 'asks met'],
    ...rows,
  ]
  const widths = table[0].map((_, at) => Math.max(...table.map((row) => row[at].length)))
  for (const row of table)
    process.stdout.write(
      `${row
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd()}\n`,
    )
  process.stdout.write(`${values.preset} · ${Math.round(performance.now() - began)} ms\n`)
  const missed = scores.flatMap(({ file, misses }) =>
    misses.map(({ command, expected, decision, rule }) => {
      const by = rule === undefined ? '' : ` (${rule})`
      return `${file}: ${expected}, got ${decision}${by}: ${shown(command)}\n`
    }),
  )
  if (values.misses) process.stdout.write(missed.join(''))
}
