import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const root = mkdtempSync(path.join(tmpdir(), 'hooks-dialects-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const before = {
  event: 'before_tool_call',
  conv_id: 'c',
  invoked_by: 'main',
  tool_name: 'bash',
  tool_input: {},
}

test('a payload of another agent is heard, and the verdict says what it can be told (P13)', async () => {
  const engine = await createEngine({
    root,
    config: { hooks: { PreToolUse: [{ name: 'sure', ask: 'Sure?' }] } },
  })
  expect(await engine.dispatch(before, { dialect: 'kodelet' })).toMatchObject({
    decision: 'deny',
    reason: "Sure? This needs the user's approval, which kodelet cannot ask for here.",
  })
  expect(await engine.dispatch({ type: 'tool-call-start', name: 'bash' }, { dialect: 'acai' })).toMatchObject(
    {
      decision: 'deny',
    },
  )
  await engine.close()
})

test('programs that are found are rules in the library, too (K53)', async () => {
  const dir = path.join(root, 'hooks')
  mkdirSync(dir)
  const program =
    '#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call || echo \'{"blocked":true,"reason":"no"}\'\n'
  writeFileSync(path.join(dir, 'guard'), program)
  chmodSync(path.join(dir, 'guard'), 0o755)
  const engine = await createEngine({ root, config: { discover: [{ dir: 'hooks', reply: 'kodelet' }] } })
  expect(engine.diagnostics()).toEqual([])
  expect(await engine.dispatch({ event: 'PreToolUse', tool_name: 'Bash' })).toMatchObject({
    decision: 'deny',
    reason: 'no',
  })
  await engine.close()
})
