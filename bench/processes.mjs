// Times whole processes in turn, in blocks, and gives CPU per run: what the kernel accounts to finished children.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICKS = 100 // USER_HZ on every Linux that Node runs on

/** CPU milliseconds of all finished children; undefined where there is no /proc. */
function childCpuMs() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
    return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS
  } catch {
    return undefined
  }
}

/** @param {{name: string, argv: string[], input?: string, cwd?: string, env?: object, before?: () => void}[]} candidates */
export function measure(candidates, { blocks = 10, perBlock = 8 } = {}) {
  const totals = candidates.map(() => ({ cpu: 0, wall: [], runs: 0 }))
  for (const candidate of candidates) runOne(candidate) // warm-up, not counted
  for (let block = 0; block < blocks; block++) {
    const order = candidates.map((_, index) => index)
    if (block % 2 === 1) order.reverse()
    for (const index of order) addBlock(candidates[index], totals[index], perBlock)
  }
  return candidates.map(({ name }, index) => {
    const { cpu, wall, runs } = totals[index]
    return { name, cpu: cpu / runs, wall: wall.toSorted((a, b) => a - b)[Math.floor(wall.length / 2)] }
  })
}

function addBlock(candidate, total, perBlock) {
  const before = childCpuMs()
  for (let run = 0; run < perBlock; run++) {
    const started = performance.now()
    runOne(candidate)
    total.wall.push(performance.now() - started)
  }
  total.cpu += (childCpuMs() ?? 0) - (before ?? 0)
  total.runs += perBlock
}

function runOne({ argv, input = '', cwd, env, before, exit = [0] }) {
  before?.()
  const [command, ...args] = argv
  const done = spawnSync(command, args, { input, cwd, env, stdio: ['pipe', 'ignore', 'pipe'] })
  if (!exit.includes(done.status)) throw new Error(`${argv.join(' ')}: exit ${done.status}\n${done.stderr}`)
}
