// The tools as they are built, under the name that package.json gives them.
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

test('an engine of the package reads memory where a stack of it has its files', () => {
  const code = `
    import { createEngine } from 'hooks-yaml'
    import { createStack, inMemoryFiles } from 'hooks-yaml/tools'
    const stack = createStack({ fs: inMemoryFiles({ 'AGENTS.md': 'In cents.' }), memory: { paths: ['AGENTS.md'] } })
    const engine = await createEngine({ config: { rules: [...stack.rules] } })
    console.log((await engine.dispatch({ event: 'SessionStart' })).updated_system.append)
    await engine.close()`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(out).toContain('<agent_memory>\nIn cents.')
})

test('hooks-yaml/tools is imported by its name', () => {
  const code = `
    import * as tools from 'hooks-yaml/tools'
    const stack = tools.createStack({ fs: tools.inMemoryFiles({ 'a.ts': 'cart' }) })
    const found = await stack.run({ name: 'grep', input: { pattern: 'ca+rt' } })
    const ran = await tools.createStack({ only: ['filesystem'] }).run({ name: 'execute', input: { command: 'echo hi' } })
    console.log(JSON.stringify({ names: Object.keys(tools).sort(), found: found.output, ran: ran.output }))`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(JSON.parse(out)).toEqual({
    names: [
      'ToolMistake',
      'createStack',
      'fileTools',
      'inMemoryFiles',
      'localFiles',
      'remoteFiles',
      'runTool',
      'skillTools',
      'todoTools',
      'toolsFor',
    ],
    found: '{"matches":[{"file":"a.ts","line":1,"text":"cart"}],"truncated":false}',
    ran: '{"stdout":"hi\\n","stderr":"","exit_code":0}',
  })
})
