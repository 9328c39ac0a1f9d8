// examples/agent, with the AI SDK's own scripted model.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { Agent } from '../../src/agent.ts'
import { folderOf, frameworks, projectWith, said } from '../integrations/frameworks.ts'

interface Example {
  shopAgent(options: { model: object; root: string }): Promise<Agent>
}

interface Models {
  scripted(turns: readonly unknown[], books: { seen: object[]; settings: unknown[] }): object
}

describe.each(frameworks.filter(({ entry }) => entry === 'ai-sdk'))('$name', (sdk) => {
  const project = projectWith(sdk)
  const tried = said(sdk.name, project)
  const root = mkdtempSync(path.join(tmpdir(), 'hooks-agent-'))
  afterAll(() => {
    rmSync(root, { recursive: true, force: true })
    if (!('missing' in project)) project.remove()
  })

  test.skipIf(!tried)('the agent has its tools, memory and rules, and goes on with its thread', async () => {
    if ('missing' in project) throw new Error(project.missing)
    const at = path.join(folderOf(project), 'agent.mjs')
    cpSync(path.resolve(import.meta.dirname, '../../examples/agent/agent.mjs'), at)
    writeFileSync(path.join(root, 'AGENTS.md'), 'Prices are net.')
    const { shopAgent } = (await import(pathToFileURL(at).href)) as Example
    const driver = pathToFileURL(path.join(project.modules, 'drivers/ai-sdk.mjs')).href
    const { scripted } = (await import(driver)) as Models
    const seen: object[] = []
    const turns = [
      [
        { tool: 'price', input: { title: 'Emma' } },
        { tool: 'write_file', input: { file_path: 'src/tax.ts', content: '19' } },
        { tool: 'execute', input: { command: 'mkfs /dev/sda' } },
      ],
      'Written.',
      'Not tested.',
      'It was 12 EUR.',
    ]
    const agent = await shopAgent({ model: scripted(turns, { seen, settings: [] }), root })
    expect(await agent.run('Add tax.')).toMatchObject({ text: 'Not tested.', forced: false })
    expect(JSON.stringify(seen[0])).toContain('Prices are net.')
    expect(JSON.stringify(seen[1])).toMatch(/Emma: 12 EUR.*Denied by rule policy/)
    expect(JSON.stringify(seen[2])).toContain('Run npm test.')
    await agent.run('What was the price?')
    expect(JSON.stringify(seen[3])).toMatch(/Emma: 12 EUR.*What was the price/)
    await agent.close()
  })
})
