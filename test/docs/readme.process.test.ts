// What the README promises beyond its blocks: the refusal, and the main job straight from a clone.
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { finish, makeProject } from '../support/cli.ts'
import { blocksOf, packageDir, readPage } from './page.ts'

const blocks = blocksOf(readPage('README.md'))

test('the agent reads the refusal that the picture in the README shows', async () => {
  const rules = blocks.find(({ language }) => language === 'yaml')?.text ?? ''
  const project = makeProject({ 'hooks.yaml': rules })
  const input = readPage('examples/payloads/force-push.json').replaceAll('/home/dev/shop', project.root)
  const { stderr, exit } = await project.hooks(['run', '--agent', 'claude-code'], { input })
  expect(exit).toBe(2)
  const [, picture = ''] = /!\[[^\]]+\]\(([^)]+)\)/.exec(readPage('README.md')) ?? []
  const shown = [...readPage(picture).matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)
  expect(
    stderr
      .trim()
      .split('\n')
      .filter((line) => !shown.includes(line)),
  ).toEqual([])
})

test('the first rules are eight lines', () => {
  expect(
    blocks[0]?.text
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('version')),
  ).toHaveLength(7)
})

test('a clone runs the main job on a recorded payload', async () => {
  const project = makeProject()
  for (const name of ['hooks.example.yaml', 'examples', 'schemas'])
    cpSync(path.join(packageDir, name), path.join(project.root, name), { recursive: true })
  const args = ['run', 'examples/payloads/force-push.json', '--config', 'hooks.example.yaml']
  const { stdout, exit } = await project.hooks(args)
  expect(exit).toBe(2)
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny' })
})

test('npx finds the command of the clone itself', async () => {
  const { stdout, exit } = await finish(['npx', '--no-install', 'hooks-yaml', '--version'], {
    cwd: packageDir,
    env: { ...process.env, npm_config_offline: 'true' },
  })
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})
