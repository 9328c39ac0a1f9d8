// The page's examples, each run as it stands in a project of its framework.
import { spawn } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { triedClient } from '../clients/claude-code.ts'
import { makePlace, removePlace } from '../clients/place.ts'
import { startModel } from '../../src/cli/live-client/scripted-model.ts'
import { blocksOf, readPage } from '../docs/page.ts'
import { folderOf, frameworks, projectWith, said, type Project } from './frameworks.ts'

const blocks = blocksOf(readPage('docs/integrations.md'))
const rules = blocks.find(({ language }) => language === 'yaml')?.text ?? ''
const client = triedClient()
const models = resolve(import.meta.dirname, 'models')

interface Ended {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The example and its neighbours, in plain JavaScript. */
function write(project: Project, entry: string, code: string): string {
  const dir = folderOf(project)
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(dir, 'hooks.yaml'), rules)
  if (entry !== 'claude-agent-sdk') cpSync(join(models, `${entry}.mjs`), join(dir, 'model.js'))
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }
  writeFileSync(join(dir, 'example.js'), ts.transpileModule(code, { compilerOptions: options }).outputText)
  return dir
}

function run(dir: string): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, OPENAI_AGENTS_DISABLE_TRACING: '1', XDG_CONFIG_HOME: join(dir, 'config') }
    const child = spawn(process.execPath, ['example.js'], { cwd: dir, env })
    const out = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => (out.stdout += chunk))
    child.stderr.on('data', (chunk) => (out.stderr += chunk))
    child.on('close', (exit) => resolve({ exit, ...out }))
  })
}

describe.each([...frameworks])('the example for $name', (framework) => {
  const project = projectWith(framework)
  const isClaude = framework.entry === 'claude-agent-sdk'
  const tried = said(framework.name, isClaude && 'missing' in client ? client : project)
  const code = blocks.find(({ words }) => words.includes(framework.entry))?.text ?? ''
  afterAll(() => {
    if (!('missing' in project)) project.remove()
  })

  test.skipIf(!tried)('runs, and its rule holds', async () => {
    if ('missing' in project) throw new Error(project.missing)
    const dir = write(project, framework.entry, code)
    const ended = isClaude ? await withClaude(dir) : await run(dir)
    expect(ended.stderr).not.toMatch(/^\w*Error/m)
    expect(ended.stdout).toMatch(/I cannot: .*Orders are kept for ten years/s)
    expect(ended.stdout).not.toContain('deleted 7')
    expect(ended.exit).toBe(0)
  })
})

/** The client talks to a scripted model; its answer says what it was told. */
async function withClaude(dir: string): Promise<Ended> {
  const place = makePlace({})
  const call = { tool: 'mcp__shop__delete_order', input: { order: '7' } }
  const model = await startModel([{ turns: [[call], [{ text: 'I cannot: see above.' }]] }])
  const env = {
    ...place.env,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'test',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    IS_SANDBOX: '1',
  }
  const settings = {
    pathToClaudeCodeExecutable: 'bin' in client ? client.bin : '',
    model: 'claude-sonnet-4-5',
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
    env,
  }
  writeFileSync(join(dir, 'settings.js'), `export const settings = ${JSON.stringify(settings)}\n`)
  const ended = await run(dir)
  const told = JSON.stringify(model.requests.at(-1)?.messages)
  await model.close()
  removePlace(place)
  return { ...ended, stdout: `${ended.stdout}${told}` }
}
