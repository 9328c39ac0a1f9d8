// Command lines that do what a sketch asks for.
import type { PathVerb, Sketch } from './sketch.ts'
import { shellWord } from './commands.ts'

/** What contacts a host; of a registry, an installation. */
export function downloads(host: string): readonly string[] {
  const kind = /^registry:(.*)$/.exec(host)?.[1]
  return kind === undefined
    ? [`curl https://${host}/`]
    : (installs[kind] ?? Object.values(installs).flat())
}

const installs: Readonly<Record<string, readonly string[]>> = {
  npm: ['npm install left-pad'],
  pypi: ['pip install requests'],
  crates: ['cargo install ripgrep'],
  rubygems: ['gem install rake'],
  go: ['go install example.com/a@latest'],
}

/** A command with what the other keys ask of it, the shortest first. */
export function commandsWith(sketch: Sketch): readonly string[] {
  const { command, path, host, sends, dir } = sketch
  const at = path && shellWord(path.at)
  const lines = command === undefined ? linesWithout(sketch) : withOperands(command, { at, host, sends })
  return dir === undefined ? lines : lines.map((line) => `cd ${shellWord(dir)} && ${line}`)
}

function linesWithout({ path, host, sends, text = 'b' }: Sketch): readonly string[] {
  const url = `https://${host ?? 'files.example'}/`
  if (sends !== undefined) return [`curl -d ${sends} ${url}`, `curl -d ${sends} ${host ?? ''}`]
  if (path === undefined) return host === undefined ? ['ls'] : downloads(host)
  const at = shellWord(path.at)
  if (host !== undefined) return [`curl -T ${at} ${url}`, `curl -o ${at} ${url}`]
  const lines: Readonly<Record<PathVerb, readonly string[]>> = {
    read: [`cat ${at}`],
    create: [`echo ${shellWord(text)} > ${at}`, `mkdir ${at}`],
    edit: [`echo ${shellWord(text)} >> ${at}`, `sed -i s/a/b/ ${at}`],
    delete: [`rm ${at}`, `rm -r ${at}`],
    write: [`echo ${shellWord(text)} > ${at}`, `rm ${at}`],
    touch: [`cat ${at}`, `echo ${shellWord(text)} > ${at}`],
  }
  return lines[path.verb]
}

interface Operands {
  readonly at: string | undefined
  readonly host: string | undefined
  readonly sends: string | undefined
}

function withOperands(command: string, { at, host, sends }: Operands): readonly string[] {
  const [program = '', ...rest] = command.split(' ')
  const before = (word: string): string => [program, word, ...rest].join(' ')
  const url = host === undefined ? [] : [`https://${host}/`, host, `${host}:a`, `a@${host}:a`]
  if (at !== undefined && url.length > 0)
    return url.flatMap((place) => [`${command} ${at} ${place}`, `${command} -T ${at} ${place}`, `${command} -o ${at} ${place}`])
  if (sends !== undefined) return url.map((place) => `${command} -d ${sends} ${place}`)
  if (url.length > 0) return [command, ...url.flatMap((place) => [`${command} ${place}`, `${command} a ${place}`])]
  const plain = [command, `${command} a`, before('a'), `${command} a b`, before('-c'), before('a -c')]
  if (at === undefined) return [...plain, ...throughOthers(command)]
  const filled = [`${command} ${at}`, command, `${command} a ${at}`, `${command} ${at} a`, `${command} 755 ${at}`]
  const more = [before(at), `${command} < ${at}`, `${command} > ${at}`, `${command} a > ${at}`]
  return [...filled, ...more, ...throughOthers(command), ...inCode(command, at)]
}

/** A pattern such as `find rm` is met by what the first program runs. */
function throughOthers(command: string): readonly string[] {
  const [program = '', ...rest] = command.split(' ')
  const inner = rest.join(' ')
  if (inner === '' || inner.includes('|')) return []
  return [
    `${program} . -exec ${inner} {} +`,
    `${program} a ${inner} a`,
    `${program} exec a -- ${inner} a`,
    `${program} all -a '${inner.replaceAll("'", '')} a'`,
    `${program} . | ${inner}`,
  ]
}

/** What a program's code does to the file. */
function inCode(program: string, at: string): readonly string[] {
  const file = JSON.stringify(at.replaceAll("'", ''))
  return [
    `${program} -c 'import os; os.remove(${file})'`,
    `${program} -e 'require("fs").rmSync(${file})'`,
    `${program} -e 'File.delete(${file})'`,
  ]
}
