// Command lines that do what a sketch asks for.
import { shellWord } from './commands.ts'
import type { PathVerb, Sketch } from './sketch.ts'

/** The plainest first. */
export function linesFor(sketch: Sketch): readonly string[] {
  const { command, dir } = sketch
  const lines = command === undefined ? linesWithout(sketch) : linesWith(command, sketch)
  return dir === undefined ? lines : lines.map((line) => `cd ${shellWord(dir)} && ${line}`)
}

const installs: Readonly<Record<string, string>> = {
  'registry:npm': 'npm install left-pad',
  'registry:pypi': 'pip install requests',
  'registry:crates': 'cargo install ripgrep',
  'registry:rubygems': 'gem install rake',
}

function linesWithout({ path, verb = 'touch', host, sends, text = 'b' }: Sketch): readonly string[] {
  const url = `https://${host ?? 'files.example'}/`
  if (sends !== undefined) return [`curl -d ${sends} ${url}`]
  if (path === undefined) return host === undefined ? ['ls'] : [installs[host] ?? `curl ${url}`]
  const at = shellWord(path)
  if (host !== undefined) return [`curl -T ${at} ${url}`, `curl -o ${at} ${url}`]
  const write = `echo ${shellWord(text)} > ${at}`
  const lines: Readonly<Record<PathVerb, readonly string[]>> = {
    read: [`cat ${at}`],
    create: [write],
    edit: [`echo ${shellWord(text)} >> ${at}`],
    delete: [`rm ${at}`],
    write: [write, `rm ${at}`],
    touch: [`cat ${at}`, write],
  }
  return lines[verb]
}

/** A command with what other keys ask of it. */
function linesWith(command: string, { path, host, sends }: Sketch): readonly string[] {
  const at = path === undefined ? undefined : shellWord(path)
  const operands = sends === undefined ? (at === undefined ? '' : `${at} `) : `-d ${sends} `
  if (host !== undefined)
    return [command, ...[`https://${host}/`, `${host}:a`].map((place) => `${command} ${operands}${place}`)]
  if (at === undefined) return [command, `${command} a`, `${command} a b`]
  const file = JSON.stringify(path?.replaceAll("'", ''))
  const code = [`-c 'import os; os.remove(${file})'`, `-e 'require("fs").rmSync(${file})'`]
  return [` ${at}`, '', ` 755 ${at}`, ` < ${at}`, ` > ${at}`, ...code.map((each) => ` ${each}`)].map(
    (rest) => command + rest,
  )
}
