// Harmless scripts are run by bash with programs that only write down how they were called.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effectsOf } from '../../src/shell/programs/effects.ts'
import { factsOfShell } from '../../src/shell/reader.ts'
import { loaders } from '../support/loaders.ts'
import type { World } from '../../src/shell/types.ts'
import type { CommandFact, Facts } from '../../src/model/types.ts'
import { createFiles } from '../../src/store/disk/files.ts'
import { keepCounterexample, knownCounterexamples } from '../support/corpus.ts'
import { runs as some, seed } from '../support/seed.ts'

const count = some(250, 10_000)
const programs = ['git', 'npm', 'curl', 'rm', 'cp', 'docker', 'kubectl', 'make', 'node', 'psql']
/** Wrappers write themselves down, then run the rest. */
const around = ['sudo', 'nice', 'nohup', 'timeout', 'env', 'xargs', 'bash', 'sh', 'cat', 'tee', 'date', 'seq']

// ---- scripts, made from a seed

function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function createScripts(random: () => number): (depth: number) => string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T // the lists are not empty
  const word = () => pick(['push', 'a', '-f', '--all', 'x.ts', 'src/cart.ts', 'two words', '-n1', 'origin'])
  const plain = () => [pick(programs), ...Array.from({ length: Math.floor(random() * 3) }, word)]
  const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const quote = (text: string): string => {
    const safe = /^[\w./-]+$/.test(text)
    const middle = Math.floor(text.length / 2)
    return pick([
      () => (safe ? text : single(text)),
      () => single(text),
      () => `"${text}"`,
      () => `${single(text.slice(0, middle))}"${text.slice(middle)}"`,
      () => `$'${[...text].map((char) => `\\x${char.charCodeAt(0).toString(16)}`).join('')}'`,
      () => [...text].map((char) => `\\${char}`).join(''),
      () => `$(echo ${single(text)})`.replace(/^(.*)$/s, safe && !text.startsWith('-') ? '$1' : single(text)),
    ])()
  }
  const line = () => plain().map(quote).join(' ')
  const script = (depth: number): string => {
    if (depth <= 0) return line()
    const inner = () => script(depth - 1)
    return pick([
      line,
      () => `${inner()} ${pick(['&&', '||', ';', '|'])} ${inner()}`,
      () => `${inner()}\n${inner()}`,
      () => `( ${inner()} )`,
      () => `{ ${inner()}; }`,
      () => `if ${inner()}; then ${inner()}; else ${inner()}; fi`,
      () =>
        `for i in ${pick(['a b', '1 2 3', '{x,y}', '*.ts', '$(seq 2)', '"a b" c'])}; do ${inner()} "$i"; ${pick(programs)} $i; done`,
      () => `i=0; while [ $i -lt 2 ]; do i=$((i+1)); ${inner()}; done`,
      () => `case ${pick(['a', 'b', '$X'])} in a) ${inner()};; *) ${inner()};; esac`,
      () => `f() { ${inner()}; ${pick(programs)} "$@" $1; }; f ${word().replace(/ .*/, '')} y`,
      () => `X=${single(plain().join(' '))}; $X; ${pick(programs)} "$X" \${X%% *}`,
      () => `eval ${single(inner())}`,
      () => `${pick(['bash', 'sh'])} -c ${single(inner())} zero one`,
      () => `bash <<'EOF'\n${inner()}\nEOF\n`,
      () => `echo ${single(line())} | bash`,
      () => `cat <<< ${single(line())} | tee log | sh`,
      () =>
        `${pick(['sudo', 'nice', 'nohup', 'timeout 5', 'env A=1', 'command', 'exec', 'sudo nice'])} ${line()}`,
      () => `echo a b | xargs ${line()}`,
      () => `${line()} "$(${inner()})" \`${pick(programs)}\``,
      () => `${line()} <(${inner()})`,
      () => `cd ${pick(['src', '..', '/tmp', '.'])} && ${inner()}`,
      () => `trap ${single(line())} EXIT; ${inner()}`,
      () =>
        `X=${pick(programs)}; ${pick(['X=$X', 'true && X=make', 'false || X=npm', '(X=npm)', 'X=docker | true'])}; $X a`,
      () => `set -- ${pick(['git', 'npm'])} p q; "$@"; shift; ${pick(programs)} $* "$#"`,
      () => `a=(${pick(programs)} 'b c'); "\${a[@]}"; \${a[0]} \${#a[@]}`,
      () => `{${pick(programs)},{a,b}c,-x{1..2}}`,
      () => `${pick(programs)}\${IFS}x\${IFS}y`,
      () => `${inner()} &\nwait`,
      () => `! ${inner()}`,
      () => `${inner()} > out 2>&1`,
      () => `[[ -n "$(${inner()})" ]] || ${inner()}`,
      () => `source <(echo ${single(line())})`,
      () => `read -r V <<< ${pick(programs)}; $V x`,
      () => `${pick(programs)} $(date +%F) \${UNSET_HERE:-other} \${X:+more}`,
      () => `export X=${pick(programs)}; bash -c '$X inside'`,
      () =>
        `x=${single(`a[$(${line()})0]`)}; ${pick(['(( x ))', 'let y=x', '[[ $x -eq 0 ]]', 'echo $((x))', 'y=x; echo "${b[y]}"'])}`,
      () => `x=${single(`$(${line()})`)}; echo "\${x@P}"`,
      () => `mapfile -C ${single(`${line()} #`)} -c 1 lines <<< ${word().replace(/ .*/, '')}`,
      () => `command_not_found_handle() { ${inner()}; }; shop_missing ${word().replace(/ .*/, '')}`,
      () =>
        `${pick(['bash +x -c', 'bash -O extglob -c', 'sh +e -c', 'bash +O extglob -ec'])} ${single(inner())}`,
      () => `trap ${single(line())} DEBUG; ${line()}`,
      () => `PS4=${single(`$(${line()})`)}; set -x; ${pick(programs)} x`,
      () => `compgen -W ${single(`$(${line()})`)}`,
      () => `shopt -s dotglob; ${pick(programs)} *; shopt -u dotglob`,
      () => `unset X; \${X:-git} default; : \${Y:=npm}; $Y assigned`,
    ])()
  }
  return script
}

// ---- the machine

let dir = ''

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'hooks-record-'))
  mkdirSync(path.join(dir, 'bin'))
  mkdirSync(path.join(dir, 'shop/src'), { recursive: true })
  for (const file of ['x.ts', 'y.ts', 'src/cart.ts']) writeFileSync(path.join(dir, 'shop', file), '')
  // one write, as programs of a pipeline run at once
  const record = 'printf "%s\\037" "${0##*/}" "$@" "\u001e" >> "$RECORD"'
  for (const name of programs) write(name, `#!/bin/dash\n${record}\n`)
  for (const name of around)
    write(
      name,
      `#!/bin/dash\n${record}\n${name === 'sudo' ? 'exec "$@"' : `exec ${realPath(name === 'sh' ? 'bash' : name)} "$@"`}\n`,
    )
})

afterAll(() => rmSync(dir, { recursive: true, force: true }))

function write(name: string, text: string): void {
  const file = path.join(dir, 'bin', name)
  writeFileSync(file, text)
  chmodSync(file, 0o755)
}

function realPath(name: string): string {
  return execFileSync('/bin/sh', ['-c', `command -v ${name} || true`], { encoding: 'utf8' }).trim()
}

/** What each script ran, as words. */
function runAll(scripts: readonly string[]): readonly (readonly string[])[][] {
  scripts.forEach((text, index) => writeFileSync(path.join(dir, `s${index}`), text))
  const driver = scripts
    .map(
      (_, index) => `( export RECORD=${dir}/r${index}; : > "$RECORD"; cd ${dir}/shop; . ${dir}/s${index} )`,
    )
    .join('\n')
  writeFileSync(path.join(dir, 'driver'), driver)
  try {
    execFileSync('/bin/bash', ['--norc', path.join(dir, 'driver')], {
      env: { PATH: path.join(dir, 'bin'), HOME: path.join(dir, 'home') },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
  } catch {
    // the last script's own exit code
  }
  return scripts.map((_, index) => recorded(readFileSync(path.join(dir, `r${index}`), 'utf8')))
}

function recorded(text: string): string[][] {
  return text
    .split('\u001e\u001f')
    .filter((call) => call !== '')
    .map((call) => call.split('\u001f').slice(0, -1))
}

// ---- the check

function isCounted(call: readonly string[], { commands, unresolved }: Facts): boolean {
  const [program = ''] = call
  if (commands.some((command) => isCall(command, call))) return true
  if (around.includes(program) && commands.some(({ wrappers }) => wrappers.includes(program))) return true
  return unresolved.some(({ about }) => about.includes('commands'))
}

function isCall({ argv, open = [], globs = [] }: CommandFact, call: readonly string[]): boolean {
  if (open.length > 0 || globs.length > 0) {
    const fixed = Math.min(...open, ...globs)
    return argv.slice(0, fixed).every((word, at) => isSame(word, call[at] ?? ''))
  }
  return argv.length === call.length && argv.every((word, at) => isSame(word, call[at] ?? ''))
}

/** Substitutions stand in files that are numbered. */
function isSame(word: string, other: string): boolean {
  return word === other || (word.startsWith('/dev/fd/') && other.startsWith('/dev/fd/'))
}

test(
  `every program that ${count} scripts run is among their commands, or something is unresolved`,
  { tags: 'long' },
  () => {
    const random = randomFrom(seed)
    const make = createScripts(random)
    const earlier = knownCounterexamples()
    const made = Array.from({ length: count }, () => make(1 + Math.floor(random() * 3)))
    const scripts = [...(earlier.known as readonly string[]), ...made] // as they were kept
    const root = path.join(dir, 'shop')
    const world: World = {
      root,
      cwd: root,
      home: path.join(dir, 'home'),
      files: createFiles(),
      env: { HOME: path.join(dir, 'home') },
    }
    const facts = scripts.map((text) => factsOfShell(text, world, { effectsOf, parser: loaders.parser }))
    const runs = runAll(scripts)
    const missed = scripts.flatMap((text, index) => {
      const lost = (runs[index] ?? []).filter((call) => !isCounted(call, facts[index] as Facts)) // one for each script
      return lost.length === 0
        ? []
        : [{ text, lost, commands: facts[index]?.commands.map(({ argv }) => argv) }]
    })
    for (const { text } of missed.slice(0, 3)) console.log(keepCounterexample(earlier.name, text))
    expect(missed).toEqual([])
    expect(runs.flat().length).toBeGreaterThan(count)
    const open = facts.filter(({ unresolved }) => unresolved.length > 0).length
    expect(open / count).toBeLessThan(0.35)
  },
)
