// The README's picture: what the built command prints about a denied call under the README's rules.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const picture = 'docs/images/denied-call.svg'
const payload = 'force-push.json'
const command = ['run', payload, '--as', 'claude-code']
/** After it, the answer stands once more in Claude Code's own form. */
const rawAnswer = /^ {2}stdout /

/** What is printed, coloured, without what differs from run to run. */
function printed(root) {
  const home = mkdtempSync(join(tmpdir(), 'hooks-picture-'))
  const cwd = join(home, 'shop')
  mkdirSync(cwd)
  writeFileSync(
    join(cwd, 'hooks.yaml'),
    readFileSync(join(root, 'README.md'), 'utf8').match(/^```yaml\n([^]*?)^```$/m)[1],
  )
  cpSync(join(root, 'examples/payloads', payload), join(cwd, payload))
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, LANG: 'C.UTF-8', FORCE_COLOR: '1' }
  const terminal = join(root, 'test/docs/terminal.cjs')
  const hooks = (...args) =>
    spawnSync(process.execPath, ['-r', terminal, join(root, 'dist/bin.cjs'), ...args], {
      cwd,
      env,
      encoding: 'utf8',
    })
  hooks('trust', '--yes') // and compiles the rules
  const { stdout, stderr } = hooks(...command)
  rmSync(home, { recursive: true, force: true })
  if (stdout === '' || stderr !== '') throw new Error(`npm run build first: ${stderr}`)
  // A time at the end of a line goes, one before a place leaves its columns.
  return stdout
    .replace(/ · [\d.]+ m?s$/gm, '')
    .replace(/ · [\d.]+ m?s(?= {2})/g, (time) => ' '.repeat(time.length))
}

const colours = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow' }

/** The pieces of a line between escapes and wide gaps, each with its column and colour. */
function pieces(line) {
  const found = []
  let column = 0
  let colour = 'plain'
  for (const [, code, text] of line.matchAll(/\u001B\[(\d+)m|((?:(?! {2})[^\u001B])+| +)/g)) {
    if (code !== undefined) colour = colours[code] ?? 'plain'
    else {
      const lead = text.length - text.trimStart().length
      if (text.trim() !== '') found.push({ column: column + lead, text: text.trim(), colour })
      column += text.length
    }
  }
  return found
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const [charWidth, lineHeight, margin] = [8.4, 19, 20]

/** Each piece has its place and its width, so that any monospaced font shows the same columns. */
function drawn(line, row) {
  const y = margin + 14 + row * lineHeight
  return pieces(line).map(({ column, text, colour }) => {
    const [x, length] = [margin + column * charWidth, text.length * charWidth].map((n) => +n.toFixed(1))
    return `<text class="${colour}" x="${x}" y="${y}" textLength="${length}">${escaped(text)}</text>`
  })
}

/** The picture's text, from the built command. */
export function drawDeniedCall(root) {
  const all = printed(root).trimEnd().split('\n')
  const plain = all.map((line) => line.replace(/\u001B\[\d+m/g, ''))
  const end = plain.findIndex((line) => rawAnswer.test(line))
  const lines = [`$ hooks ${command.join(' ')}`, ...all.slice(0, end), '\u001B[2m  …\u001B[22m']
  const [width, height] = [2 * margin + 80 * charWidth, 2 * margin + lines.length * lineHeight]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">A denied call: git push -f origin main</title>
<desc id="desc">${escaped(plain.slice(0, end).join('\n').trim())}</desc>
<style>
text { font-size: 14px; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #e6edf3; white-space: pre }
.bold { font-weight: bold } .dim { fill: #9198a1 } .red { fill: #ff7b72 } .green { fill: #56d364 } .yellow { fill: #e3b341 }
</style>
<rect width="${width}" height="${height}" rx="8" fill="#0d1117" stroke="#3d444d"/>
${lines.flatMap(drawn).join('\n')}
</svg>
`
}
