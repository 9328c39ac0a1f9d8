// What `hooks init` knows of each kind of project: one row, nothing else.

/** A command for the files that were written. */
export interface Formatter {
  readonly argv: readonly string[]
  readonly globs: readonly string[]
  /** The file that names it, and the word in it; absent: it comes with the language. */
  readonly named?: readonly [file: string, word: string]
}

interface Tests {
  readonly argv: readonly string[]
  /** A file that shows that there are any: of this name, or with this ending (`*.x`); absent: every such project has them. */
  readonly sign?: string
}

export interface ProjectKind {
  /** Of the package manager where there is one, else of the tool. */
  readonly name: string
  readonly language: string
  /** Files that show it, by name or ending (`*.csproj`), anywhere in the tree. */
  readonly signs: readonly string[]
  /** Installs the dependencies. */
  readonly install?: string
  /** Calls that install a package, as command patterns: wrong where another manager of the language is used. */
  readonly adds?: readonly string[]
  /** Written by the tool alone. */
  readonly lockfiles?: readonly string[]
  /** Files whose changes need a test run. */
  readonly sources: readonly string[]
  /** The first whose sign is there. */
  readonly tests?: readonly Tests[]
  readonly formatters?: readonly Formatter[]
  /** Directories that a build makes again. */
  readonly made?: readonly string[]
}

const scripts = ['*.ts', '*.tsx', '*.js', '*.jsx']

type OfLanguage = Pick<ProjectKind, 'language' | 'sources' | 'tests' | 'formatters' | 'made'>

const javascript = (exec: readonly string[]): OfLanguage => ({
  language: 'JavaScript',
  sources: [...scripts, '*.mjs'],
  formatters: [
    { argv: [...exec, 'biome', 'format', '--write'], globs: scripts, named: ['package.json', '"@biomejs'] },
    { argv: [...exec, 'prettier', '--write'], globs: scripts, named: ['package.json', '"prettier"'] },
  ],
  made: ['node_modules', 'dist', 'build', 'coverage'],
})

const python = (run: readonly string[]): OfLanguage => ({
  language: 'Python',
  sources: ['*.py'],
  tests: ['pytest.ini', 'conftest.py'].map((sign) => ({ argv: [...run, 'pytest'], sign })),
  formatters: [{ argv: [...run, 'ruff', 'format'], globs: ['*.py'], named: ['pyproject.toml', 'ruff'] }],
  made: ['.venv', 'dist', 'build'],
})

const jvm = { language: 'Java', sources: ['*.java', '*.kt', '*.kts', '*.scala', '*.groovy'] } as const

/** Of two in one directory the first counts: a manager's own lockfile shows more than the language's manifest. */
export const projectKinds: readonly ProjectKind[] = [
  {
    ...javascript(['pnpm', 'exec']),
    name: 'pnpm',
    signs: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
    install: 'pnpm install',
    adds: ['pnpm install', 'pnpm add'],
    lockfiles: ['pnpm-lock.yaml'],
  },
  {
    ...javascript(['yarn', 'exec']),
    name: 'yarn',
    signs: ['yarn.lock', '.yarnrc.yml'],
    install: 'yarn install',
    adds: ['yarn install', 'yarn add'],
    lockfiles: ['yarn.lock'],
  },
  {
    ...javascript(['bunx']),
    name: 'bun',
    signs: ['bun.lock', 'bun.lockb', 'bunfig.toml'],
    install: 'bun install',
    adds: ['bun install', 'bun add'],
    lockfiles: ['bun.lock', 'bun.lockb'],
  },
  {
    name: 'deno',
    language: 'TypeScript',
    signs: ['deno.lock', 'deno.json', 'deno.jsonc'],
    install: 'deno install',
    lockfiles: ['deno.lock'],
    sources: scripts,
    tests: [{ argv: ['deno', 'test'] }],
    formatters: [{ argv: ['deno', 'fmt'], globs: scripts }],
  },
  {
    ...javascript(['npx']),
    name: 'npm',
    signs: ['package-lock.json', 'npm-shrinkwrap.json', 'package.json'],
    install: 'npm install',
    adds: ['npm install', 'npm add'],
    lockfiles: ['package-lock.json', 'npm-shrinkwrap.json'],
  },
  {
    ...python(['uv', 'run']),
    name: 'uv',
    signs: ['uv.lock'],
    install: 'uv sync',
    adds: ['uv add', 'uv sync', 'uv pip install'],
    lockfiles: ['uv.lock'],
  },
  {
    ...python(['poetry', 'run']),
    name: 'poetry',
    signs: ['poetry.lock'],
    install: 'poetry install',
    adds: ['poetry add', 'poetry install'],
    lockfiles: ['poetry.lock'],
  },
  {
    ...python(['pdm', 'run']),
    name: 'pdm',
    signs: ['pdm.lock'],
    install: 'pdm install',
    adds: ['pdm add', 'pdm install'],
    lockfiles: ['pdm.lock'],
  },
  {
    ...python(['pipenv', 'run']),
    name: 'pipenv',
    signs: ['Pipfile.lock', 'Pipfile'],
    install: 'pipenv install',
    adds: ['pipenv install'],
    lockfiles: ['Pipfile.lock'],
  },
  {
    ...python(['pixi', 'run']),
    name: 'pixi',
    signs: ['pixi.lock', 'pixi.toml'],
    install: 'pixi install',
    adds: ['pixi add', 'pixi install'],
    lockfiles: ['pixi.lock'],
  },
  {
    ...python([]),
    name: 'pip',
    signs: ['pyproject.toml', 'setup.py', 'requirements.txt'],
    adds: ['pip install'],
  },
  {
    name: 'cargo',
    language: 'Rust',
    signs: ['Cargo.toml'],
    install: 'cargo build',
    lockfiles: ['Cargo.lock'],
    sources: ['*.rs', 'Cargo.toml'],
    tests: [{ argv: ['cargo', 'test'] }],
    formatters: [{ argv: ['rustfmt'], globs: ['*.rs'] }],
    made: ['target'],
  },
  {
    name: 'go',
    language: 'Go',
    signs: ['go.mod', 'go.work'],
    install: 'go mod tidy',
    lockfiles: ['go.sum', 'go.work.sum'],
    sources: ['*.go', 'go.mod'],
    tests: [{ argv: ['go', 'test', './...'] }],
    formatters: [{ argv: ['gofmt', '-w'], globs: ['*.go'] }],
    made: ['vendor'],
  },
  {
    name: 'bundle',
    language: 'Ruby',
    signs: ['Gemfile'],
    install: 'bundle install',
    lockfiles: ['Gemfile.lock'],
    sources: ['*.rb', '*.rake', '*.erb'],
    tests: [
      { argv: ['bundle', 'exec', 'rspec'], sign: 'spec_helper.rb' },
      { argv: ['bin/rails', 'test'], sign: 'test_helper.rb' },
    ],
    made: ['coverage'],
  },
  {
    name: 'composer',
    language: 'PHP',
    signs: ['composer.json'],
    install: 'composer install',
    lockfiles: ['composer.lock'],
    sources: ['*.php'],
    tests: [
      { argv: ['php', 'artisan', 'test'], sign: 'artisan' },
      { argv: ['vendor/bin/phpunit'], sign: 'phpunit.xml' },
      { argv: ['vendor/bin/phpunit'], sign: 'phpunit.xml.dist' },
    ],
    formatters: [{ argv: ['vendor/bin/pint'], globs: ['*.php'], named: ['composer.json', 'laravel/pint'] }],
    made: ['vendor'],
  },
  {
    ...jvm,
    name: 'gradle',
    signs: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
    install: './gradlew dependencies --write-locks',
    lockfiles: ['gradle.lockfile', 'buildscript-gradle.lockfile'],
    tests: [{ argv: ['./gradlew', 'test'], sign: 'gradlew' }, { argv: ['gradle', 'test'] }],
    made: ['build', '.gradle'],
  },
  {
    ...jvm,
    name: 'maven',
    signs: ['pom.xml'],
    tests: [{ argv: ['./mvnw', 'test'], sign: 'mvnw' }, { argv: ['mvn', 'test'] }],
    made: ['target'],
  },
  {
    ...jvm,
    name: 'sbt',
    signs: ['build.sbt'],
    tests: [{ argv: ['sbt', 'test'] }],
    made: ['target'],
  },
  {
    name: 'dotnet',
    language: '.NET',
    signs: ['*.sln', '*.slnx', '*.csproj', '*.fsproj', '*.vbproj'],
    install: 'dotnet restore',
    lockfiles: ['packages.lock.json'],
    sources: ['*.cs', '*.fs', '*.vb', '*.csproj', '*.fsproj'],
    tests: [{ argv: ['dotnet', 'test'] }],
    made: ['artifacts', 'TestResults'],
  },
  {
    name: 'terraform',
    language: 'Terraform',
    signs: ['*.tf', '.terraform.lock.hcl'],
    install: 'terraform init',
    lockfiles: ['.terraform.lock.hcl'],
    sources: ['*.tf', '*.tftest.hcl'],
    tests: [{ argv: ['terraform', 'test'], sign: '*.tftest.hcl' }, { argv: ['terraform', 'validate'] }],
    formatters: [{ argv: ['terraform', 'fmt'], globs: ['*.tf', '*.tfvars'] }],
    made: ['.terraform'],
  },
  {
    name: 'mix',
    language: 'Elixir',
    signs: ['mix.exs'],
    install: 'mix deps.get',
    lockfiles: ['mix.lock'],
    sources: ['*.ex', '*.exs', '*.heex'],
    tests: [{ argv: ['mix', 'test'] }],
    formatters: [{ argv: ['mix', 'format'], globs: ['*.ex', '*.exs'] }],
    made: ['_build', 'deps'],
  },
  {
    name: 'swift',
    language: 'Swift',
    signs: ['Package.swift', 'Podfile'],
    install: 'swift package resolve',
    lockfiles: ['Package.resolved', 'Podfile.lock'],
    sources: ['*.swift'],
    tests: [{ argv: ['swift', 'test'], sign: 'Package.swift' }],
    made: ['.build', 'Pods'],
  },
  {
    name: 'dart',
    language: 'Dart',
    signs: ['pubspec.yaml'],
    install: 'dart pub get',
    lockfiles: ['pubspec.lock'],
    sources: ['*.dart'],
    tests: [{ argv: ['dart', 'test'] }],
    formatters: [{ argv: ['dart', 'format'], globs: ['*.dart'] }],
    made: ['.dart_tool', 'build'],
  },
  {
    name: 'helm',
    language: 'Helm',
    signs: ['Chart.yaml'],
    install: 'helm dependency update',
    lockfiles: ['Chart.lock'],
    sources: ['*.yaml', '*.tpl'],
  },
  {
    name: 'nix',
    language: 'Nix',
    signs: ['flake.nix'],
    install: 'nix flake update',
    lockfiles: ['flake.lock'],
    sources: ['*.nix'],
    tests: [{ argv: ['nix', 'flake', 'check'] }],
  },
]
