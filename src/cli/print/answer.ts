import type { Answer } from '../../model/types.ts'
import type { Page } from './page.ts'
import { wrap } from '../../patterns/text/terminal-text.ts'

const LABEL = 10

/** What an agent's hook process would print and exit with. */
export function drawAnswer({ stdout, stderr, exit }: Answer, agent: string, page: Page): string[] {
  return [
    page.paint('bold', `${agent} is answered`),
    ...field('stdout', stdout === '' ? '(nothing)' : pretty(stdout), page),
    ...field('stderr', stderr === '' ? '(nothing)' : stderr, page),
    ...field('exit', String(exit), page),
  ]
}

function pretty(stdout: string): string {
  try {
    return JSON.stringify(JSON.parse(stdout), null, 2)
  } catch {
    return stdout
  }
}

function field(label: string, text: string, page: Page): string[] {
  return wrap(text, page.width - LABEL).map((line, index) => {
    return index === 0 ? `  ${page.paint('dim', label.padEnd(LABEL - 2))}${line}` : ' '.repeat(LABEL) + line
  })
}
