// Times whole processes in turn and gives the CPU of each run: what bash's `times` says of its child, to a millisecond.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/**
 * @typedef {object} Candidate
 * @property {string} name
 * @property {string[]} argv
 * @property {string | readonly string[]} [stdin] a file, or several of which each is met; nothing by default
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env]
 * @property {() => void} [before] not counted
 */

/**
 * Milliseconds of each run, by candidate; of several files the mean of those that are the round's. The candidates take turns run by run, in another order each round, so that
 * whatever else the machine does, and whoever ran before, meets all of them alike.
 *
 * @param {readonly Candidate[]} candidates
 */
export function measure(candidates, { rounds }) {
  const series = candidates.map(() => /** @type {number[]} */ ([]))
  for (const candidate of candidates) warmUp(candidate)
  for (let round = 0; round < rounds; round++) {
    for (const index of shuffled(candidates.map((_, place) => place)))
      series[index].push(runRound(candidates[index], { round, rounds }))
  }
  return series
}

/** @param {readonly number[]} list */
function shuffled(list) {
  return list
    .map((value) => ({ value, by: Math.random() }))
    .toSorted((one, other) => one.by - other.by)
    .map(({ value }) => value)
}

/** Until nothing is left to be kept for the next run; two seconds on, a file that was just written counts as settled. */
function warmUp(candidate) {
  const settled = performance.now() + 2200
  for (let run = 0; run < 4; run++) runRound(candidate, { round: run, rounds: Infinity })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, settled - performance.now()))
  for (let run = 0; run < 2; run++) runRound(candidate, { round: run, rounds: Infinity })
}

/** With several files as many of them a round as it takes to come to all. */
function runRound(candidate, { round, rounds }) {
  const files = [candidate.stdin ?? '/dev/null'].flat()
  const each = Math.max(1, Math.ceil(files.length / rounds))
  const own = Array.from({ length: each }, (_, at) => files[(round * each + at) % files.length])
  return total(own.map((file) => runOne(candidate, file))) / each
}

const script = '"$@" > /dev/null; status=$?; times; exit $status'

function runOne({ argv, cwd, env, before }, file) {
  before?.()
  const input = openSync(file, 'r') // a file: an agent's pipe would put our own writing into the measurement
  try {
    const options = { cwd, env: { ...env, LC_ALL: 'C' }, stdio: [input, 'pipe', 'pipe'], encoding: 'utf8' }
    const done = spawnSync('bash', ['-c', script, 'bash', ...argv], options)
    if (done.error !== undefined) throw done.error
    if (done.status !== 0) throw new Error(`${argv.join(' ')}: exit ${done.status}\n${done.stderr}`)
    return spentMs(done.stdout)
  } finally {
    closeSync(input)
  }
}

/** The second line of `times` is about children: `0m0.020s 0m0.012s`, user and system. */
function spentMs(times) {
  const [, children = ''] = times.split('\n')
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
}

export const total = (series) => series.reduce((sum, value) => sum + value, 0)

export function median(series) {
  const sorted = series.toSorted((one, two) => one - two)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}
