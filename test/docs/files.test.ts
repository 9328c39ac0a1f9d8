// What docs/files.md lists is what the code has.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { envFiles } from '../../src/agents/shared/settings/env-files.ts'
import { dialects } from '../../src/catalog.ts'

const page = readFileSync(path.join(import.meta.dirname, '../../docs/files.md'), 'utf8')

test.each(Object.entries(envFiles))(
  'the files from which %s takes variables stand in the page',
  (agent, files) => {
    expect(dialects.map(({ name }) => name)).toContain(agent)
    expect(page).toContain(`| ${files.map((file) => `\`${file}\``).join(', ')} |`)
  },
)
