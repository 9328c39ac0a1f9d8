// The table of programs as the file that stands beside the parts of the command.
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listSections, sectionOf } from '../../src/facts/programs/sections.ts'
import { readNames } from '../../src/facts/programs/notation-text.ts'
import { packPrograms } from '../../src/pack-programs.ts'
import { BUCKET_BYTES, BUCKETS, sectionsIn } from '../../src/section-file.ts'
import { bin, finish, makeProject, type Project } from '../support/cli.ts'

const shop: Project = makeProject({
  'hooks.yaml': `version: 1
hooks:
  PreToolUse:
    - { name: no-force, match: { command: git push --force }, deny: Push a branch. }
`,
})
const file = path.join(shop.dir, 'programs.txt')
const INDEX_BYTES = BUCKETS * BUCKET_BYTES
const names = Object.values(listSections())
  .flat()
  .flatMap((section) => [...readNames(section.split('\n', 1)[0] ?? '').keys()])

beforeAll(() => writeFileSync(file, packPrograms(), 'latin1'))

test('the file gives each name the section that the table gives it', () => {
  const inFile = sectionsIn(file)
  expect(names.length).toBeGreaterThan(1000)
  for (const name of names) expect(inFile(name)).toBe(sectionOf(name))
})

test.each(['', ' ', '\n', 'rm ', 'rm 34535', 'cp 32768 690\ngcp', 'no-such-program', '__proto__', '34535'])(
  '%j names no section',
  (name) => {
    expect(sectionsIn(file)(name)).toBeUndefined()
    expect(sectionOf(name)).toBeUndefined()
  },
)

describe('a file that is not whole', () => {
  test.each([
    { what: 'no index', text: '' },
    { what: 'half an index', text: packPrograms().slice(0, INDEX_BYTES / 2) },
    { what: 'half its sections', text: packPrograms().slice(0, INDEX_BYTES + 20) },
    { what: 'zeros', text: '\0'.repeat(200_000) },
    {
      what: 'sections elsewhere',
      text: packPrograms().slice(0, INDEX_BYTES) + packPrograms().slice(INDEX_BYTES + 300),
    },
  ])('$what is told to be torn', ({ text }) => {
    const torn = path.join(shop.dir, 'torn.txt')
    writeFileSync(torn, text, 'latin1')
    expect(() => sectionsIn(torn)('ginstall')).toThrow(`${torn} is torn: install hooks-yaml again`)
  })

  const packageDir = path.resolve(bin, '../..')
  const copy = path.join(shop.dir, 'hooks-yaml')
  const table = path.join(copy, 'dist/programs.txt')
  const call = {
    session_id: 's',
    cwd: shop.root,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: '(git status)' },
  }

  async function answer(): Promise<string> {
    const argv = [process.execPath, path.join(copy, 'dist/bin.cjs'), 'run', '--agent', 'claude-code']
    const env = { ...shop.env, CLAUDE_PROJECT_DIR: shop.root }
    return (await finish(argv, { cwd: shop.root, env }, { input: JSON.stringify(call) })).stdout
  }

  test('leaves what a command does unknown, and says why', async () => {
    cpSync(path.join(packageDir, 'dist'), path.join(copy, 'dist'), { recursive: true })
    cpSync(path.join(packageDir, 'package.json'), path.join(copy, 'package.json'))
    expect(await answer()).toBe('')
    truncateSync(table, INDEX_BYTES)
    expect(JSON.parse(await answer())).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'ask',
        permissionDecisionReason: expect.stringContaining('programs.txt is torn: install hooks-yaml again'),
      },
    })
    rmSync(table)
    expect(JSON.parse(await answer())).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'ask',
        permissionDecisionReason: expect.stringContaining('cannot be read: install hooks-yaml again'),
      },
    })
  })
})
