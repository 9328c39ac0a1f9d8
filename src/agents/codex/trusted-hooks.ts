// Trust in hooks, as Codex records it in config.toml when its user chooses "trust" in /hooks.
import { join } from 'node:path'
import type { HookTrust, TrustPlace, UntrustedHook } from '../shared/agent.ts'
import { isShimCommand } from '../shared/shim.ts'
import { listHooks, type ListedHook } from './app-server.ts'
import { agentName } from './dialect.ts'

/** Edits the tables `[hooks.state."KEY"]` of config.toml, where Codex keeps which hooks its user trusts. All else keeps its bytes. */
export function withTrustedHash(text: string, key: string, hash: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const entry = `trusted_hash = ${JSON.stringify(hash)}`
  const lines = linesOf(text)
  const header = lines.findIndex(({ line, isText }) => !isText && keyIn(line) === key)
  if (header === -1) {
    const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline
    return `${text}${gap}[hooks.state.${quoted(key)}]${newline}${entry}${newline}`
  }
  const own = lines.slice(header + 1)
  const end = own.findIndex(({ line, isText }) => !isText && /^\s*\[/.test(line))
  const table = end === -1 ? own : own.slice(0, end)
  const at = table.findIndex(
    ({ line, isText }) => !isText && /^\s*(?:trusted_hash|"trusted_hash")\s*=/.test(line),
  )
  const texts = lines.map(({ line }) => line)
  if (at === -1)
    return [
      ...texts.slice(0, header),
      ...added(texts[header] ?? '', entry, newline),
      ...texts.slice(header + 1),
    ].join('')
  const place = header + 1 + at
  const replaced = (texts[place] ?? '').replace(/=\s*(?:"[^"]*"|'[^']*')/, () => `= ${JSON.stringify(hash)}`)
  return [...texts.slice(0, place), replaced, ...texts.slice(place + 1)].join('')
}

function added(header: string, entry: string, newline: string): readonly string[] {
  return [header.endsWith('\n') ? header : header + newline, `${entry}${newline}`]
}

interface Line {
  /** With its end. */
  readonly line: string
  /** Begins inside of a text of several lines. */
  readonly isText: boolean
}

/** Ends of texts of several lines, texts of one line, comments. */
const marks = /"""|'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#.*/g

function linesOf(text: string): readonly Line[] {
  let open = ''
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    const isText = open !== ''
    for (const [mark] of line.matchAll(open === '' ? marks : /"""|'''/g)) {
      if (open === mark) open = ''
      else if (open === '' && (mark === '"""' || mark === "'''")) open = mark
    }
    return { line, isText }
  })
}

/** The key of a table of trust; undefined for any other line. */
function keyIn(line: string): string | undefined {
  const name =
    /^\s*\[\s*hooks\s*\.\s*state\s*\.\s*("(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)\s*\]\s*(?:#.*)?\r?\n?$/.exec(
      line,
    )?.[1]
  if (name?.startsWith("'") === true) return name.slice(1, -1)
  if (name?.startsWith('"') !== true) return name
  try {
    return String(JSON.parse(name))
  } catch {
    return undefined
  }
}

function quoted(key: string): string {
  return JSON.stringify(key).replaceAll('\u007F', '\\u007F')
}

async function ours({
  program,
  env,
  root,
  settings,
  files,
}: TrustPlace): Promise<readonly ListedHook[] | string> {
  const found = await listHooks({ program, env, cwd: root })
  if (typeof found === 'string') return found
  return found.filter(
    ({ command, source }) => files.target(source) === settings && isShimCommand(command, agentName),
  )
}

async function list(place: TrustPlace): Promise<readonly UntrustedHook[] | string> {
  const found = await ours(place)
  return typeof found === 'string' ? found : found.filter(({ trust }) => trust !== 'trusted')
}

/** What Codex does not take is undone. */
async function accept(
  hooks: readonly UntrustedHook[],
  place: TrustPlace,
): Promise<{ readonly file: string } | string> {
  const { files, env, home } = place
  const file = files.target(join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml'))
  const before = files.read(file)
  const after = hooks.reduce((text, { key, hash }) => withTrustedHash(text, key, hash), before ?? '')
  if (before !== undefined) files.copy(file, `${file}.bak`)
  files.replace(file, after)
  const left = await list(place)
  if (typeof left !== 'string' && left.length === 0) return { file }
  if (before === undefined) files.remove(file)
  else files.replace(file, before)
  const why = typeof left === 'string' ? left : `${left.length} hooks are still not trusted`
  return `Codex does not take this, so ${file} is as it was: ${why}`
}

export const trust: HookTrust = { agent: agentName, list, accept }
