// Times whole processes in turn, in blocks, and gives the CPU of each run: what the kernel accounts to finished children.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'

const TICKS = 100 // USER_HZ on every Linux that Node runs on

/**
 * @typedef {object} Candidate
 * @property {string} name
 * @property {string[]} argv
 * @property {string} [stdin] a file; nothing by default
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env]
 * @property {() => void} [before] not counted
 */

/** CPU milliseconds of all finished children, or where there is no /proc the time on the wall. */
function spentMs() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
    return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS
  } catch {
    return performance.now()
  }
}

/**
 * Milliseconds per run of each block, by candidate. The candidates take turns block by block, forwards and backwards,
 * so that whatever else the machine does meets all of them alike.
 *
 * @param {readonly Candidate[]} candidates
 */
export function measure(candidates, { blocks, perBlock }) {
  const series = candidates.map(() => /** @type {number[]} */ ([]))
  for (const candidate of candidates) warmUp(candidate)
  for (let block = 0; block < blocks; block++) {
    const order = candidates.map((_, index) => index)
    if (block % 2 === 1) order.reverse()
    for (const index of order) series[index].push(timeBlock(candidates[index], perBlock))
  }
  return series
}

/** Until nothing is left to be kept for the next run; two seconds on, a file that was just written counts as settled. */
function warmUp(candidate) {
  const settled = performance.now() + 2200
  for (let run = 0; run < 4; run++) runOne(candidate)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, settled - performance.now()))
  for (let run = 0; run < 2; run++) runOne(candidate)
}

function timeBlock(candidate, runs) {
  const began = spentMs()
  for (let run = 0; run < runs; run++) runOne(candidate)
  return (spentMs() - began) / runs
}

function runOne({ argv, stdin = '/dev/null', cwd, env, before }) {
  before?.()
  const [command, ...args] = argv
  const input = openSync(stdin, 'r') // a file: an agent's pipe would put our own writing into the measurement
  try {
    const done = spawnSync(command, args, { cwd, env, stdio: [input, 'ignore', 'pipe'] })
    if (done.status !== 0) throw new Error(`${argv.join(' ')}: exit ${done.status}\n${done.stderr}`)
  } finally {
    closeSync(input)
  }
}

export const total = (series) => series.reduce((sum, value) => sum + value, 0)

export function median(series) {
  const sorted = series.toSorted((one, two) => one - two)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}
