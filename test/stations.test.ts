import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

interface Station {
  readonly name: string
  readonly file: string
  readonly calls: readonly string[]
}

const stations = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
  .split('\n')
  .flatMap((line): readonly Station[] => {
    const [, name, file, calls = ''] = /^\| `(\w+)` \| `(src\/\S+\.ts)` \| (.*)\|$/.exec(line) ?? []
    if (name === undefined || file === undefined) return []
    return [{ name, file, calls: [...calls.matchAll(/`(\w+)`/g)].map(([, called = '']) => called) }]
  })

interface Declared {
  readonly isExported: boolean
  /** Every name in it. */
  readonly names: ReadonlySet<string>
  readonly calls: ReadonlySet<string>
}

/** The functions that stand at the top of a file. */
function functionsIn(file: string): ReadonlyMap<string, Declared> {
  const full = path.join(root, file)
  if (!existsSync(full)) return new Map()
  const source = ts.createSourceFile(file, readFileSync(full, 'utf8'), ts.ScriptTarget.Latest)
  return new Map(
    source.statements.flatMap((node) => {
      const name = ts.isFunctionDeclaration(node)
        ? node.name?.text
        : ts.isVariableStatement(node)
          ? node.declarationList.declarations[0]?.name.getText(source)
          : undefined
      return name === undefined ? [] : [[name, declaredIn(node)] as const]
    }),
  )
}

function declaredIn(top: ts.FunctionDeclaration | ts.Statement): Declared {
  const names = new Set<string>()
  const calls = new Set<string>()
  const look = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text)
    if (ts.isCallExpression(node)) {
      const { expression: called } = node
      if (ts.isIdentifier(called)) calls.add(called.text)
      if (ts.isPropertyAccessExpression(called)) calls.add(called.name.text)
    }
    ts.forEachChild(node, look)
  }
  look(top)
  const modifiers = ts.canHaveModifiers(top) ? (ts.getModifiers(top) ?? []) : []
  return { isExported: modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword), names, calls }
}

/** What a function calls, by itself or through others of its file. */
function callsOf(name: string, functions: ReadonlyMap<string, Declared>): ReadonlySet<string> {
  const known = new Set([name])
  for (const each of known)
    for (const other of functions.get(each)?.names ?? []) if (functions.has(other)) known.add(other)
  return new Set([...known].flatMap((each) => [...(functions.get(each)?.calls ?? [])]))
}

test.each(stations)('$name stands in $file', ({ name, file }) => {
  expect(functionsIn(file).get(name)?.isExported).toBe(true)
})

test.each(stations.filter(({ calls }) => calls.length > 0))('$name calls the next: $calls', (station) => {
  const calls = callsOf(station.name, functionsIn(station.file))
  expect(station.calls.filter((called) => !calls.has(called))).toEqual([])
})

test('each walk is listed', () => {
  expect(stations.length).toBeGreaterThan(20)
})

test('src/README.md has a row for each room, and names files that are there', () => {
  const text = readFileSync(path.join(root, 'src/README.md'), 'utf8')
  const rooms = [...text.matchAll(/^\| `(\w+)\/` \| .* \| (.*) \|$/gm)]
  const folders = readdirSync(path.join(root, 'src'), { withFileTypes: true })
  const inTree = folders.flatMap((each) => (each.isDirectory() ? [each.name] : []))
  expect(new Set(rooms.map(([, name]) => name))).toEqual(new Set(inTree))
  for (const [, room = '', named = ''] of rooms)
    for (const [, file = ''] of named.matchAll(/`([^`]+)`/g))
      expect([room, file, existsSync(path.join(root, 'src', room, file))]).toEqual([room, file, true])
})
