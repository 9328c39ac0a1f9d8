// The library as the README shows it.
import { expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { makeProject } from '../support/cli.ts'
import { blocksOf, readPage } from './page.ts'

test('the README’s lines deny a force push', async () => {
  const blocks = blocksOf(readPage('README.md'))
  const rules = blocks.find(({ language }) => language === 'yaml')?.text ?? ''
  const lines = blocks.find(({ language }) => language === 'js')?.text ?? ''
  const { root } = makeProject({ 'hooks.yaml': rules })
  const said: unknown[] = []
  await lineByLine(lines)((options: object) => createEngine({ ...options, root }), {
    log: (text: unknown) => said.push(text),
  })
  expect(said).toEqual([expect.stringContaining('Force-pushing')])
})

type Body = (create: (options: object) => unknown, console: { log(text: unknown): void }) => Promise<void>

/** The block as the body of a function that is given what it imports. */
function lineByLine(text: string): Body {
  const body = text.replace(/^import .*$/m, '')
  // eslint-disable-next-line typescript/no-implied-eval -- the block stands in our own README
  return new Function('createEngine', 'console', `return (async () => {${body}})()`) as Body // made of such a text
}
