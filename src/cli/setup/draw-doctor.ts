import { pad, plural, visible, widthOf, wrap } from '../../patterns/text/terminal-text.ts'
import { type Colour, type Page, shortPath, tilde } from '../page/page.ts'
import type { AgentHealth } from '../health/agent-health.ts'
import type { Diagnosis } from '../health/diagnosis.ts'
import type { Finding, FindingLevel } from '../health/finding.ts'

const signs: Readonly<Record<FindingLevel, { readonly glyph: string; readonly colour: Colour }>> = {
  problem: { glyph: '✗', colour: 'red' },
  warning: { glyph: '!', colour: 'yellow' },
  note: { glyph: '~', colour: 'dim' },
  fine: { glyph: '✓', colour: 'green' },
}

/** A heading and what was found below it. */
interface DoctorBlock {
  readonly title: string
  readonly place: string
  readonly findings: readonly Finding[]
}

const LEAST_TITLE = 20
const GAP = 2

export function drawDiagnosis(found: Diagnosis, page: Page): string[] {
  const blocks = blocksOf(found, page).filter(({ findings }) => findings.length > 0)
  const title = Math.max(LEAST_TITLE, ...blocks.map((block) => widthOf(block.title)))
  return [
    ...blocks.flatMap((block) => [heading(block, title, page), ...drawFindings(block.findings, page)]),
    '',
    summary(found, page),
  ]
}

function heading({ title, place }: DoctorBlock, width: number, { paint, width: whole }: Page): string {
  const shown = visible(place)
  if (shown === '') return paint('bold', title)
  if (width + GAP + widthOf(shown) > whole) return `${paint('bold', title)}${' '.repeat(GAP)}${shown}`
  return `${paint('bold', pad(title, width))}${' '.repeat(GAP)}${shown}`
}

/** What mends several in a row stands below the last of them. */
function drawFindings(findings: readonly Finding[], page: Page): string[] {
  return findings.flatMap(({ fix, ...finding }, at) =>
    drawFinding({ ...finding, ...(fix !== undefined && fix !== findings[at + 1]?.fix && { fix }) }, page),
  )
}

function drawFinding({ level, message, fix }: Finding, page: Page): string[] {
  const { paint, width } = page
  const { glyph, colour } = signs[level]
  const [first = '', ...rest] = wrap(shown(message, page), width - 4)
  return [
    `  ${paint(colour, glyph)} ${dimmed(first)}`,
    ...rest.map((line) => `    ${dimmed(line)}`),
    ...(fix === undefined ? [] : wrap(shown(fix, page), width - 6).map((line) => `      ${line}`)),
  ]
  function dimmed(text: string): string {
    return level === 'note' ? paint('dim', text) : text
  }
}

/** With short paths. */
function shown(text: string, { cwd, home }: Page): string {
  return visible(text.replaceAll(`${cwd}/`, '').replaceAll(`${home}/`, '~/'))
}

function blocksOf({ rules, machine, agents, root }: Diagnosis, page: Page): readonly DoctorBlock[] {
  const { home } = page
  const { node, node_version: version = '', findings } = machine
  return [
    { title: 'rules', place: tilde(root, home), findings: rules },
    ...agents.filter((each) => !isAbsent(each)).flatMap((agent) => agentBlocks(agent, page)),
    { title: 'others', place: '', findings: agents.filter(isAbsent).map(absent) },
    { title: `node ${version}`.trim(), place: tilde(node, home), findings },
  ]
}

/** One for each settings file; what is said of the agent itself stands in the last one. */
function agentBlocks(
  { agent, version = '', program = '', files, findings }: AgentHealth,
  page: Page,
): readonly DoctorBlock[] {
  const title = `${agent} ${version}`.trim()
  if (files.length === 0) return [{ title, place: tilde(program, page.home), findings }]
  return files.map((file, at) => ({
    title,
    place: shortPath(file.path, page),
    findings: at === files.length - 1 ? [...file.findings, ...findings] : file.findings,
  }))
}

const plain: readonly string[] = ['not-installed', 'by-hand', 'version']

/** It does not call us, and that is all. */
function isAbsent({ files, findings }: AgentHealth): boolean {
  return files.length === 0 && findings.every(({ code, level }) => plain.includes(code) && level === 'note')
}

function absent({ agent, findings }: AgentHealth): Finding {
  const { message = '', fix } = findings.find(({ code }) => code !== 'version') ?? {}
  const mend = fix === undefined ? '' : `: ${fix}`
  return {
    level: 'note',
    code: 'not-installed',
    message: `${agent}: ${message}${mend}`.replace(': does', ' does'),
  }
}

function summary({ problems, warnings, repairs }: Diagnosis, { paint }: Page): string {
  const sums = [
    ...(problems === 0 ? [] : [paint('red', plural(problems, 'problem'))]),
    ...(warnings === 0 ? [] : [paint('yellow', plural(warnings, 'warning'))]),
  ]
  if (sums.length === 0) return `${paint('green', '✓')} nothing keeps a rule from holding`
  return `${sums.join(', ')}${repairs.length === 0 ? '' : ' · hooks doctor --fix installs again'}`
}
