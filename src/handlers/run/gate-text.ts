// What a model reads when a script sends it back to work: command, exit code, what failed, the ends of both outputs.
import type { SpawnRequest, SpawnResult } from '../../model/types.ts'
import { cutText } from '../../patterns/text/measure.ts'
import { hideSecrets } from '../../patterns/secrets/secrets.ts'
import { commandLine } from './arguments.ts'
import { codeText, shortened } from './failure.ts'

// Together below 5,000 characters: two such rules fit in what clients show their model (10,000).
const MAX_COMMAND_CHARS = 200
const FAILING = { lines: 40, chars: 1_500 }
const STDOUT = { lines: 20, chars: 1_000 }
const STDERR = { lines: 10, chars: 500 }
const MAX_LINE_CHARS = 300
/** Only so much of an output is searched. */
const MAX_SEARCHED_CHARS = 200_000
/** Shorter outputs are shown in their order. */
const MIN_SEARCHED_LINES = 10
/** How many lines after a marker belong to it. */
const LINES_AFTER = 14

/** A failing test or a located error, as vitest, jest, pytest, go test, cargo test, mocha, TAP, tsc and eslint print it. */
const failing = [
  /^\s*(?:FAIL(?:ED)?|ERROR)\s+\S+[./:]/, // vitest, jest, pytest's summary, go
  /^\s*(?:[✗✖×✘●]|not ok\b|--- FAIL:)\s*\S/,
  /^(?:=+ (?:FAILURES|ERRORS) =+|E {3,}\S)/, // pytest
  /^(?:---- .+ stdout ----|thread '.+' .*panicked at|test .+ \.\.\. FAILED|panic: )/, // cargo, go
  /^\s+\d+\) \S/, // mocha
  /[(:]\d+[,:]\d+\)?:? (?:- )?error\b/, // tsc and compilers
  /^\s+\d+:\d+\s+error\s/, // eslint
  /^error(?:\[\w+\])?: /,
]
/** For outputs without such lines. */
const mentioned = [/^\s*(?:Uncaught )?[A-Z]\w*(?:Error|Exception)\b/, /^\s*(?:error|fatal)\b[^:]*: \S/i]
const passed = /^\s*(?:[✓✔√]|ok\b|PASS\b|--- PASS:)|\.\.\. ok$/
const colours =
  // oxlint-disable-next-line no-control-regex -- they are what is removed
  /\u001b\[[\d;?]*[A-Za-z]/g
const unseen = /(?![\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

export function gateText({ stdout, stderr, code }: SpawnResult, { argv }: SpawnRequest): string {
  const command = shortened(hideSecrets(commandLine(argv), '***'), MAX_COMMAND_CHARS)
  const parts = [partsOf('stdout', stdout, STDOUT), partsOf('stderr', stderr, STDERR)]
  return [
    `${command} exited ${codeText(code ?? 0)}`,
    ...parts.flatMap(({ failed }) => failed),
    ...parts.flatMap(({ end }) => end),
  ].join('\n\n')
}

interface Room {
  readonly lines: number
  readonly chars: number
}

/** What failed in an output, and its end after that. */
function partsOf(
  name: string,
  output: string,
  room: Room,
): Readonly<Record<'failed' | 'end', readonly string[]>> {
  const lines = linesOf(output)
  const marked = lines.length < MIN_SEARCHED_LINES ? [] : failingLines(lines)
  const taken = fitting(
    marked.map((at) => lines[at] ?? ''),
    FAILING,
  )
  const rest = lines.slice((marked[taken.length - 1] ?? -1) + 1)
  const end =
    taken.length === 0
      ? fitting(rest.toReversed(), { lines: FAILING.lines, chars: FAILING.chars + room.chars })
      : fitting(rest.filter((line) => !passed.test(line)).toReversed(), room)
  return { failed: section(`failing, from ${name}`, taken), end: section(`end of ${name}`, end.toReversed()) }
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  const text = lines.join('\n').replace(/^\n+|\s+$/g, '')
  return text === '' ? [] : [`${heading}:\n${text}`]
}

function linesOf(output: string): readonly string[] {
  const from = output.length - MAX_SEARCHED_CHARS
  const searched = from <= 0 ? output : output.slice(output.indexOf('\n', from) + 1 || from)
  return hideSecrets(searched.replace(colours, '').trimEnd(), '***')
    .split('\n')
    .map((line) => cutText(line.replace(unseen, '').trimEnd(), MAX_LINE_CHARS))
    .filter((line, at, all) => line !== '' || all[at - 1] !== '')
}

/** Indexes of the lines that say what failed, each marker with what follows it. */
function failingLines(lines: readonly string[]): readonly number[] {
  for (const markers of [failing, mentioned]) {
    const starts = lines.flatMap((line, at) => (markers.some((marker) => marker.test(line)) ? [at] : []))
    if (starts.length > 0)
      return [...new Set(starts.flatMap((start) => blockAt(lines, start)))].toSorted(
        (one, other) => one - other,
      )
  }
  return []
}

function blockAt(lines: readonly string[], start: number): readonly number[] {
  const after = lines.slice(start + 1, start + 1 + LINES_AFTER)
  const pass = after.findIndex((line) => passed.test(line))
  const length = 1 + (pass < 0 ? after.length : pass)
  // eslint names the file above its errors
  const file = /^\s+\d+:\d/.test(lines[start] ?? '')
    ? lines.slice(0, start).findLastIndex((line) => /^\S/.test(line))
    : -1
  const block = Array.from({ length }, (_, at) => start + at)
  return file < 0 ? block : [file, ...block]
}

/** As many of the first lines as there is room for. */
function fitting(lines: readonly string[], { lines: most, chars }: Room): readonly string[] {
  let left = chars
  const over = lines.slice(0, most).findIndex((line) => (left -= line.length + 1) < 0)
  return lines.slice(0, over < 0 ? most : over)
}
