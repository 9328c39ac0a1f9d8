// The name of a file says in which project of vitest.config.ts its tests run.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.test.ts'),
)
const ordinary = files.filter((file) => !/\.(?:process|client|fault)\.test\.ts$/.test(file))

/** Runs the built command, by one of the supports that do. */
function startsCommand(text: string): boolean {
  if (/\bopenReader\b|support\/scenario\.ts'/.test(text)) return true
  const imported = /import \{([^}]*)\} from '[./]*support\/cli\.ts'/.exec(text)?.[1]
  return imported !== undefined && (/\b(?:bin|finish)\b/.test(imported) || text.includes('.hooks('))
}

test('what starts the built command is a process test', () => {
  const starting = ordinary.filter((file) =>
    startsCommand(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
  )
  expect(starting).toEqual([])
})

test('what needs the npm registry is a client test', () => {
  const needing = ordinary.filter((file) =>
    /(?:clients\/claude-code|integrations\/frameworks|support\/registry)\.ts'/.test(
      readFileSync(path.join(import.meta.dirname, file), 'utf8'),
    ),
  )
  expect(needing).toEqual([])
})
