// What a project in TypeScript writes is of the frameworks' own types, at both ends of the versions.
import { copyFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { blocksOf, readPage } from '../docs/page.ts'
import { folderOf, frameworks, projectWith, said } from './frameworks.ts'

const tsc = resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
const types = resolve(import.meta.dirname, '../../node_modules/@types')
const config = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [types],
  },
  include: ['consumer.ts', 'example.ts'],
}

const examples = blocksOf(readPage('docs/integrations.md'))

describe.each([...frameworks])('$name', (framework) => {
  const project = projectWith(framework)
  const tried = said(framework.name, project)
  afterAll(() => {
    if (!('missing' in project)) project.remove()
  })

  test.skipIf(!tried)('a project that uses it type-checks, as does the example in its page', () => {
    if ('missing' in project) throw new Error(project.missing)
    const dir = folderOf(project)
    writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config))
    copyFileSync(
      join(import.meta.dirname, 'consumers', `${framework.entry}.ts.txt`),
      join(dir, 'consumer.ts'),
    )
    const example = examples.find(({ words }) => words.includes(framework.entry))
    writeFileSync(join(dir, 'example.ts'), example?.text ?? 'no example')
    writeFileSync(join(dir, 'model.d.ts'), 'export declare const model: any\n')
    writeFileSync(join(dir, 'settings.d.ts'), 'export declare const settings: object\n')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', dir], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})
