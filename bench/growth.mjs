// npm run bench -- --growth: how the cost of a whole process grows with its input, and with which exponent.
import { rmSync } from 'node:fs'
import { measure, median } from './processes.mjs'
import { commandRules, inputRules, makeLargeShop, makeProject, makeShop, sourceText } from './project.mjs'

/** Above it something grows faster than its input. */
const MOST = 1.15
/** Costs of less than this beside a start are within its noise. */
const NOISE_MS = 15

/**
 * @typedef {object} Growth
 * @property {string} name
 * @property {readonly number[]} sizes ascending; the first is the start alone
 * @property {(size: number) => { argv: string[], project: ReturnType<typeof makeProject>, stdin?: string }} make
 */

/** @returns {readonly Growth[]} */
function growths({ node, bin, quick }) {
  const agent = [node, bin, 'run', '--agent', 'claude-code']
  const tens = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at))
  const asked = (project, stdin = project.payload) => ({ argv: agent, project, stdin })
  const called = (tool, input, more) => {
    const shop = makeShop('growth', 'extends: [recommended@1]\n')
    return asked(shop, shop.payloadOf(tool, input, more))
  }
  const bash = (text) => (size) => called('Bash', { command: text(size) })
  const repeated = (part, size) => part.repeat(Math.ceil(size / part.length)).slice(0, size)
  const verb = (name, rules) => (size) => ({
    argv: [node, bin, name],
    project: makeProject(name, rules(size)),
  })
  const characters = quick ? tens(1, 5) : tens(1, 6)
  const trees = quick ? [10, 1000, 10_000] : [10, 1000, 10_000, 50_000]
  const bytes = quick ? tens(2, 6) : tens(2, 7)
  return [
    {
      name: 'rules on texts',
      sizes: tens(0, 5),
      make: (size) => asked(makeProject('texts', inputRules(size))),
    },
    {
      name: 'rules on commands',
      sizes: tens(0, 5),
      make: (size) => asked(makeProject('commands', commandRules(size))),
    },
    { name: 'validate, rules', sizes: tens(1, 4), make: verb('validate', commandRules) },
    { name: 'list, rules', sizes: tens(1, 4), make: verb('list', commandRules) },
    {
      name: 'characters of a sequence',
      sizes: characters,
      make: bash((size) => `${repeated('ls a; ', size)}ls`),
    },
    {
      name: 'characters of a pipeline',
      sizes: characters,
      make: bash((size) => `${repeated('cat a | ', size)}wc`),
    },
    {
      name: 'characters of one word',
      sizes: characters,
      make: bash((size) => `echo ${repeated('ab', size)}`),
    },
    {
      name: 'characters of a here-document',
      sizes: characters,
      make: bash((size) => `cat > a.txt <<'EOF'\n${repeated('some words\n', size)}\nEOF`),
    },
    {
      name: 'files below a Grep',
      sizes: trees,
      make(size) {
        const project = makeLargeShop('files', { files: size, dirs: Math.ceil(size / 22) })
        return asked(project, project.payloadOf('Grep', { pattern: 'cart', path: project.root }))
      },
    },
    {
      name: 'bytes of an output',
      sizes: bytes,
      make: (size) =>
        called(
          'Read',
          { file_path: 'a.ts' },
          {
            hook_event_name: 'PostToolUse',
            tool_response: { content: sourceText(size) },
          },
        ),
    },
    {
      name: 'bytes that are written',
      sizes: bytes,
      make: (size) => called('Write', { file_path: 'src/a.ts', content: sourceText(size) }),
    },
  ]
}

/** The slope between the logarithms of size and cost beyond the start, from the first that is above the noise. */
export function exponentOf(sizes, costs) {
  const points = sizes
    .map((size, at) => ({ x: Math.log(size), cost: costs[at] - costs[0] }))
    .filter(({ cost }) => cost > NOISE_MS)
    .map(({ x, cost }) => ({ x, y: Math.log(cost) }))
  if (points.length < 2) return undefined
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const over = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0)
  return over / points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
}

const short = (size) => new Intl.NumberFormat('en-US', { notation: 'compact' }).format(size)

export function showGrowth({ node, bin, quick }) {
  console.log('\nhow cost grows: CPU of whole processes in ms, and the exponent of what is beyond a start\n')
  for (const { name, sizes, make } of growths({ node, bin, quick })) {
    const made = sizes.map((size) => make(size))
    const list = made.map(({ argv, project, stdin }) => ({
      name,
      argv,
      stdin,
      cwd: project.root,
      env: project.env,
    }))
    try {
      const costs = measure(list, { rounds: quick ? 3 : 7 }).map(median)
      const exponent = exponentOf(sizes, costs)
      const cells = sizes.map((size, at) => `${short(size)}: ${costs[at].toFixed(0)}`.padStart(11)).join('')
      const growth =
        exponent === undefined ? 'flat' : `${exponent.toFixed(2)} ${exponent <= MOST ? '✓' : '✗'}`
      console.log(`${name.padEnd(32)}${growth.padStart(7)}   ${cells}`)
    } finally {
      for (const { project } of made) rmSync(project.dir, { recursive: true, force: true })
    }
  }
}
