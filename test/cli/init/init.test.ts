import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openShop } from '../shop.ts'

const json = (value: object): string => JSON.stringify(value)

interface Shape {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly seen: string
  readonly has: readonly string[]
  readonly lacks?: readonly string[]
}

const shapes: readonly Shape[] = [
  {
    name: 'an empty directory',
    files: {},
    seen: 'nothing that a rule',
    has: ['no-force-push', 'no-big-deletes', 'no-loose-ends'],
  },
  {
    name: 'TypeScript with npm and prettier',
    files: {
      'package.json': json({
        scripts: { test: 'vitest' },
        devDependencies: { typescript: '5', prettier: '3' },
      }),
      'package-lock.json': '{}',
      'node_modules/x/index.js': '',
    },
    seen: 'TypeScript · npm · tests by "npm test"',
    has: [
      'name: use-npm',
      'run: [npx, prettier, --write,',
      'run: [npm, test]',
      "wrote: ['*.ts', '*.tsx',",
      "by_hand: ['node_modules/**']",
    ],
  },
  {
    name: 'JavaScript with pnpm and biome',
    files: {
      'package.json': json({ scripts: { test: 'node --test' }, devDependencies: { '@biomejs/biome': '2' } }),
      'pnpm-lock.yaml': '',
    },
    seen: 'JavaScript · pnpm · tests by "pnpm test"',
    has: [
      'npm install, npm add, bun install, bun add, yarn install',
      '[pnpm, exec, biome, format, --write,',
      "by_hand: ['pnpm-lock.yaml']",
    ],
  },
  {
    name: 'a package without a lockfile or tests',
    files: {
      'package.json': json({
        scripts: { test: 'echo "Error: no test specified" && exit 1' },
        packageManager: 'yarn@4.1.0',
      }),
    },
    seen: 'JavaScript · yarn',
    has: ['name: use-yarn', 'no-loose-ends'],
  },
  {
    name: 'a package.json that is broken',
    files: { 'package.json': '{', 'bun.lock': '' },
    seen: 'JavaScript · bun',
    has: ['name: use-bun'],
  },
  {
    name: 'Python with uv, ruff and migrations',
    files: {
      'pyproject.toml': '[tool.ruff]\n[tool.pytest]\n',
      'uv.lock': '',
      'migrations/0001_orders.sql': '',
    },
    seen: 'Python · uv · tests by "uv run pytest"',
    has: ['applied-migrations', '[uv, run, ruff, format,', 'pip install, pixi add'],
  },
  {
    name: 'Rust',
    files: { 'Cargo.toml': '', 'Cargo.lock': '', 'target/debug/shop': '' },
    seen: 'Rust · cargo · tests by "cargo test"',
    has: ['run: [rustfmt,', "by_hand: ['target/**']", 'no-skipped-checks'],
  },
  {
    name: 'Gradle with a lockfile and migrations below',
    files: {
      'settings.gradle.kts': '',
      gradlew: '',
      'server/gradle.lockfile': '',
      'server/src/main/resources/db/migration/V1__ports.sql': '',
    },
    seen: 'Java · gradle · tests by "./gradlew test"',
    has: [
      "by_hand: ['gradle.lockfile']",
      "'server/src/main/resources/db/migration/**'",
      'run: [./gradlew, test]',
    ],
  },
  {
    name: '.NET, shown by the ending of a file',
    files: { 'Shop.sln': '', 'src/Shop/Shop.csproj': '', 'src/Shop/packages.lock.json': '{}' },
    seen: '.NET · dotnet · tests by "dotnet test"',
    has: ["by_hand: ['packages.lock.json']", 'Run "dotnet restore" instead'],
  },
  {
    name: 'Terraform without tests',
    files: { 'main.tf': '', '.terraform.lock.hcl': '' },
    seen: 'Terraform · terraform · tests by "terraform validate"',
    has: ["by_hand: ['.terraform.lock.hcl']", 'run: [terraform, fmt,'],
  },
  {
    name: 'two languages in directories of their own',
    files: {
      'package.json': json({ scripts: { test: 'npm test -w web' } }),
      'package-lock.json': '{}',
      'web/package.json': '{}',
      'forecast/pyproject.toml': '',
      'forecast/poetry.lock': '',
    },
    seen: 'JavaScript · npm · poetry · tests by "npm test"',
    has: [
      'name: use-npm',
      'name: use-poetry',
      "by_hand: ['package-lock.json', 'poetry.lock']",
      'Run "npm install" or "poetry install" instead',
    ],
  },
  {
    name: 'a project whose tests and packages for others hold projects of other kinds',
    files: {
      'Cargo.toml': '',
      'Cargo.lock': '',
      'tests/source/go.mod': '',
      'tests/source/go.sum': '',
      'tests/fixtures/migrations/0001_a.sql': '',
      'packaging/npm/package.json': '{}',
    },
    seen: 'Rust · cargo · tests by "cargo test"',
    has: ["by_hand: ['Cargo.lock']", "wrote: ['*.rs', 'Cargo.toml']"],
    lacks: ['use-npm', 'go.sum', 'migrations'],
  },
  {
    name: 'Go with a Makefile and its own agent settings',
    files: {
      'go.mod': '',
      'go.sum': '',
      Makefile: 'build:\n\tgo build\ntest: build\n\tgo test\n',
      '.claude/settings.json': '{}',
    },
    seen: 'Go · go · tests by "make test" · claude-code',
    has: ['run: [gofmt, -w,', 'run: [make, test]'],
  },
]

describe.each(shapes)('$name', ({ files, seen, has, lacks = [] }) => {
  test('gets about five rules that are fine and pass their own examples', async () => {
    const { hooks, root } = openShop(files)
    const done = await hooks(['init'])
    expect(done).toMatchObject({ exit: 0, err: '' })
    expect(done.out).toContain(`found: ${seen}`)
    const text = readFileSync(path.join(root, 'hooks.yaml'), 'utf8')
    for (const part of has) expect(text).toContain(part)
    for (const part of lacks) expect(text).not.toContain(part)
    expect(text.match(/^ {4}- name:/gm)?.length).toBeGreaterThanOrEqual(4)
    expect(text.match(/^ {4}- name:/gm)?.length).toBeLessThanOrEqual(7)
    expect(await hooks(['validate', '--strict'])).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^✓ /),
    })
    expect(await hooks(['test', '--require-tests'])).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^✓ \d+ passed · \d rules · /),
    })
  })
})

describe('init', () => {
  test('ends with three lines on what to do next', async () => {
    const { out } = await openShop({ '.claude/settings.json': '{}' }).hooks(['init'])
    expect(out).toBe(`wrote hooks.yaml with 4 rules
  found: claude-code
  trusted, because you wrote it: no-loose-ends

next
  hooks test                  runs its examples; change a rule and see one fail
  hooks install claude-code   makes Claude Code call the rules
  hooks run --last --explain  shows why its last call was stopped, or was not
`)
  })

  test('overwrites nothing', async () => {
    const { hooks, root } = openShop({ 'hooks.yaml': 'version: 1\n' })
    const { exit, err } = await hooks(['init'])
    expect(exit).toBe(1)
    expect(err).toMatch(/^hooks: hooks\.yaml exists already, nothing was written\n/)
    expect(readFileSync(path.join(root, 'hooks.yaml'), 'utf8')).toBe('version: 1\n')
  })

  test('puts each file before it aside when told to', async () => {
    const { hooks, root, write } = openShop({ 'hooks.yaml': 'version: 1\n' })
    expect((await hooks(['init', '--force'])).out).toContain('the previous one is hooks.yaml.bak\n')
    write('hooks.yaml', 'version: 1 # mine\n')
    expect((await hooks(['init', '--force'])).out).toContain('the previous one is hooks.yaml.bak2\n')
    expect(readFileSync(path.join(root, 'hooks.yaml.bak'), 'utf8')).toBe('version: 1\n')
    expect(readFileSync(path.join(root, 'hooks.yaml.bak2'), 'utf8')).toBe('version: 1 # mine\n')
  })

  test('prints only, when told to', async () => {
    const { hooks, root } = openShop({ 'hooks.yaml': 'version: 1\n', 'Cargo.toml': '' })
    const { exit, out } = await hooks(['init', '--dry-run'])
    expect(exit).toBe(0)
    expect(out).toMatch(
      /^# yaml-language-server: \$schema=https:\/\/unpkg\.com\/.*\n# Rules for AI coding agents\..*\nversion: 1\n/,
    )
    expect(readFileSync(path.join(root, 'hooks.yaml'), 'utf8')).toBe('version: 1\n')
  })

  test('writes at the top of the repository', async () => {
    const { hooks, root } = openShop({ 'go.mod': '' })
    mkdirSync(path.join(root, 'api'))
    const { out } = await hooks(['init'], { cwd: path.join(root, 'api') })
    expect(out).toMatch(/^wrote \.\.\/hooks\.yaml with/)
    expect(existsSync(path.join(root, 'hooks.yaml'))).toBe(true)
  })

  test('names the schema for editors where the package is installed', async () => {
    const { hooks } = openShop({ 'node_modules/hooks-yaml/schemas/hooks.schema.json': '{}' })
    const { out } = await hooks(['init', '--dry-run'])
    expect(out).toMatch(
      /^# yaml-language-server: \$schema=\.\/node_modules\/hooks-yaml\/schemas\/hooks\.schema\.json\n/,
    )
  })

  test('says how many rules it extends, and how many deny', async () => {
    const shop = openShop()
    const { out } = await shop.hooks(['init', '--dry-run'])
    const [, all, denies, asks] =
      /\n# (\d+) rules: (\d+) deny, (\d+) ask\. hooks list --all shows them\.\nextends: \[recommended\]\n/.exec(
        out,
      ) ?? []
    shop.write('hooks.yaml', 'version: 1\nextends: [recommended]\n')
    const listed = JSON.parse((await shop.hooks(['list', '--json'])).out) as {
      events: Record<string, readonly { layer: string; handler: { inline?: { says: string } } }[]>
    }
    const says = Object.values(listed.events)
      .flat()
      .filter(({ layer }) => layer !== 'built-in')
      .map(({ handler }) => handler.inline?.says)
    expect([all, denies, asks].map(Number)).toEqual([
      says.length,
      says.filter((each) => each === 'deny').length,
      says.filter((each) => each === 'ask').length,
    ])
  })
})

test.each([
  {
    name: 'its own commits',
    git: { '.git/logs/HEAD': `${'0'.repeat(81)} Dana <d@shop.example> 1 +0000\tcommit: x\n`.repeat(9) },
  },
  { name: 'those it was cloned with', git: { '.git/packed-refs': '' } },
])('a project with a history has its rules enforced like any other: $name', async ({ git }) => {
  const { hooks, root } = openShop({ 'package-lock.json': '{}', ...git })
  expect((await hooks(['init'])).out).not.toContain('advise')
  expect(readFileSync(path.join(root, 'hooks.yaml'), 'utf8')).not.toContain('advise')
  expect((await hooks(['explain', 'git push --force'])).out).toContain('DENY by no-force-push')
})
