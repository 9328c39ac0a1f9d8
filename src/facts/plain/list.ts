import { none, type Row, reads, valued } from './program.ts'

const writes = ['creates', 'edits'] as const
const testing =
  /^-(?:[bhilqsuvwx]+|[knmptgRrfej].*)$|^--(?:run|bail|reporter|silent|coverage|watch|verbose|maxfail|tb|lf|ff|co|collect-only|durations|no-header|color|ci|passWithNoTests|testNamePattern|grep|project|workers|headed|debug|no-coverage|testTimeout|runInBand|update|updateSnapshot|cov|cov-report|format|filter|retries|timeout|list)(?:=.*)?$/
const checking =
  /^-[qhlpb]$|^--(?:ext|max-warnings|quiet|cache|format|noEmit|strict|pretty|watch|version|check|list-different|no-cache|diff|statistics|show-error-codes|ignore-missing-imports|skipLibCheck|extendedDiagnostics|incremental|listFiles|project|build|ignore|select|exclude|no-fix|output-format)(?:=.*)?$/
const cargo =
  /^-[pjvqrDWA]$|^--$|^--(?:release|all|workspace|all-features|all-targets|no-default-features|features|bins?|lib|tests?|examples?|package|quiet|verbose|locked|offline|frozen|no-run|no-fail-fast|doc|message-format|jobs|profile|exclude|no-deps|nocapture|test-threads|depth)(?:=.*)?$/
const docker =
  /^-[adqtnv]+$|^--(?:tail|since|until|follow|filter|format|all|quiet|no-trunc|detach|build|no-deps|force-recreate|remove-orphans|timestamps|services|volumes|no-stream)(?:=.*)?$/
const installing =
  /^-[DEOPSUgqr]$|^--(?:save|save-dev|save-exact|save-optional|save-prod|no-audit|no-fund|legacy-peer-deps|force|silent|ignore-scripts|frozen-lockfile|immutable|production|dev|exact|global|upgrade|quiet|user|no-cache-dir|no-deps|break-system-packages|all-extras|frozen|locked)$/
const jvm = /^-(?:[qBUe]|D[\w.]+(?:=.*)?)$|^--(?:info|stacktrace|offline|no-daemon)$/
const listing = /^--(?:depth(?:=\d+)?|all|json|global)$|^-g$/
/** No subcommand. */
const packageName = /^(?!(?:get|set|list|ls|delete|rm|edit|clean|verify|add|fix|path|prune|status)$)[a-z@]/
/** Subcommands are known in any case. */
const lowerCase = /^[^A-Z]*$/
const edited = /^s([/|])[\w .:@-]*\1[\w .:@-]*\1g?$/

/** Those with any option and any operand come first. */
export const listed: readonly Row[] = [
  {
    names:
      'echo, false, ls, nproc, seq, sleep, true, uname, whoami, id, groups, users, uptime, free, arch, cal, tty, ps, pgrep, kill, pkill, killall, lsof, netstat, ss, printenv, stat, tr, test, [, :, break, continue, exit, wait, git branch, git status, git stash pop, git stash apply, git stash list, git stash show, git stash drop, git remote get-url, git worktree list',
    plain: () => ({}),
  },
  { names: 'pwd, printf, command -v', plain: () => ({ speaks: true }) },
  {
    names:
      'cat, cmp, cut, date, df, du, file, head, hostname, nl, readlink, realpath, tac, tail, wc, rev, fold, comm, jq, md5sum, sha256sum, shasum, cksum, git add, git tag, git merge-base, git rev-parse, git describe, git rev-list, git show-ref, git name-rev, git cherry, git check-ignore, git ls-files, git ls-tree, git version',
    plain: () => ({ kinds: reads }),
  },
  { names: 'basename, dirname, which', plain: () => ({ kinds: reads, speaks: true }) },
  {
    names:
      'node --version, node -v, bun --version, python --version, dotnet --version, java -version, pnpm --version, pnpm -v, yarn --version, yarn -v, npm --version, npm -v, cargo --version, rustc --version, xargs --version, go version, env, git remote, git remote -v',
    plain: () => ({ options: none, operands: none }),
  },
  { names: 'python3 --version', plain: () => ({ called: 'python', options: none, operands: none }) },
  { names: 'npm list, pnpm list', plain: () => ({ options: listing, operands: packageName }) },
  { names: 'npm ls, pnpm ls', plain: () => ({ called: 'list', options: listing, operands: packageName }) },
  { names: 'pip list, pip show, pip freeze', plain: () => ({ options: /^--(?:outdated|format(?:=\w+)?)$/ }) },
  {
    names: 'pip3 list, pip3 show, pip3 freeze',
    plain: () => ({ called: 'pip', options: /^--(?:outdated|format(?:=\w+)?)$/ }),
  },
  {
    names: 'grep',
    plain: () => ({
      kinds: reads,
      options:
        /^-(?:[EFGHPRabchiLlnoqrsvwxyZz]*(?:[ABCm]\d*|e)?|\d+)$|^--(?:include|exclude|exclude-dir|max-count|context|after-context|before-context|regexp|color|colour|recursive|line-number|ignore-case|count|files-with-matches|extended-regexp|fixed-strings|word-regexp|only-matching|invert-match)(?:=.*)?$/,
      trees: { when: /^-[EFGHPabchiLlnoqsvwxyZz]*[rR]|^--recursive(?:=|$)/, valued, hasPattern: true },
    }),
  },
  {
    names: 'rg',
    plain: () => ({
      kinds: reads,
      options:
        /^-[0acFHILlNnopPqSsUvwxi]*(?:[ABCmjM]\d*|[tTg].*|e)?$|^--(?:type|type-not|glob|iglob|after-context|before-context|context|max-count|max-depth|regexp|sort)(?:=.*)?$|^--color=\w+$|^--(?:files|hidden|heading|no-heading|line-number|no-line-number|ignore-case|smart-case|count|files-with-matches|files-without-match|json|no-filename|with-filename|only-matching|multiline|word-regexp|fixed-strings|invert-match|column|vimgrep|stats|trim|no-ignore)$/,
      trees: { valued, hasPattern: true },
    }),
  },
  {
    names: 'diff',
    plain: () => ({
      kinds: reads,
      options:
        /^-(?:[BENTZabcdiqrstuwy]+|U\d+)$|^--(?:brief|unified|recursive|color|side-by-side|strip-trailing-cr)(?:=.*)?$/,
      trees: { valued: none, hasPattern: false },
    }),
  },
  {
    names: 'gofmt',
    plain: () => ({ kinds: reads, options: /^-[ldse]$/, trees: { valued: none, hasPattern: false } }),
  },
  {
    names: 'sort',
    plain: () => ({
      kinds: reads,
      options: /^-[bcCdfghiMmnRrsuVz]*(?:[kt].*)?$|^--(?:reverse|unique|numeric-sort|version-sort|key=.*)$/,
    }),
  },
  { names: 'uniq', plain: () => ({ kinds: [...reads, ...writes], options: /^-[cdDiuz]+$/ }) },
  {
    names: 'find',
    plain: () => ({
      options:
        /^-(?:[HLP]|[acm](?:min|time)|i?name|i?path|i?wholename|i?regex|regextype|x?type|size|perm|user|group|newer|empty|m(?:ax|in)depth|depth|prune|not|or?|a|and|print0?|ls|quit|mount|xdev|links|executable|readable|writable|\d+[kMG]?)$/,
      speaks: true,
    }),
  },
  {
    names: 'tree',
    plain: () => ({ options: /^-[aCdDfFghilnpstuxIJLPX]+$|^--(?:dirsfirst|gitignore|noreport|prune)$/ }),
  },
  { names: 'sed -n', plain: () => ({ kinds: reads, first: /^\d+(?:,(?:\d+|\$))?p$/, options: none }) },
  { names: 'sed', plain: () => ({ kinds: reads, first: edited, options: none }) },
  { names: 'sed -i', plain: () => ({ kinds: [...reads, 'edits'], first: edited, options: none }) },
  {
    names: 'awk',
    plain: () => ({ kinds: reads, first: /^\{ ?print \$\d+(?:, ?\$\d+)* ?\}$/, options: none }),
  },
  { names: 'unzip -l', plain: () => ({ kinds: reads, options: none }) },
  { names: 'mkdir', plain: () => ({ kinds: ['creates'], options: /^-[pv]+$|^--parents$/ }) },
  { names: 'touch', plain: () => ({ kinds: writes, options: /^-[acm]$/ }) },
  { names: 'tee', plain: () => ({ kinds: [...writes, 'adds'], options: /^-a$/ }) },
  {
    names: 'cp',
    plain: () => ({
      kinds: [...reads, ...writes],
      options: /^-[rRfnpuvi]+$|^--recursive$/,
      goesInto: true,
      trees: { when: /^-[fnpuvi]*[rR]|^--recursive$/, valued: none, hasPattern: false },
    }),
  },
  {
    names: 'rm',
    plain: () => ({
      kinds: ['deletes'],
      options: /^-[rRfiv]+$|^--(?:force|recursive)$/,
      trees: { when: /^-[fiv]*[rR]|^--recursive$/, valued: none, hasPattern: false },
    }),
  },
  {
    names: 'mv',
    plain: () => ({
      kinds: ['reads', 'deletes', ...writes],
      options: /^-[fnvi]+$/,
      goesInto: true,
      trees: { valued: none, hasPattern: false },
    }),
  },
  { names: 'chmod', plain: () => ({ kinds: ['edits'], options: none }) },
  {
    names:
      'vitest, jest, mocha, ava, playwright, cypress, pytest, rspec, phpunit, tox, nox, c8, nyc, bun test',
    plain: () => ({ options: testing }),
  },
  {
    names:
      'tsc, vue-tsc, mypy, pylint, flake8, pyright, shellcheck, prettier --check, prettier -c, prettier -l, ruff check, black --check, ruff format --check, ruff format --diff',
    plain: () => ({ options: checking }),
  },
  {
    names: 'eslint, oxlint, biome, stylelint, rubocop, golangci-lint, knip',
    plain: () => ({ options: checking, operands: /^(?!(?:fmt|format)$)[^A-Z]*$|[./]/ }),
  },
  {
    names: 'prettier --write, eslint --fix, black, ruff format',
    plain: () => ({ kinds: ['edits'], options: none, operands: /[./]/, isThere: true }),
  },
  {
    names: 'vite, webpack, rollup, turbo, nx',
    plain: () => ({ options: /^--(?:mode|port|host|open|force|debug|minify|sourcemap|filter)(?:=.*)?$/ }),
  },
  { names: 'make', plain: () => ({ options: /^-(?:[Bkns]|j\d*)$/, operands: /^[\w.:-]+$/ }) },
  {
    names:
      'cargo build, cargo test, cargo check, cargo clippy, cargo bench, cargo doc, cargo tree, cargo metadata, cargo run, cargo nextest, cargo fmt --check',
    plain: () => ({ options: cargo, operands: /^(?!run$)/i }),
  },
  {
    names: 'go build, go test, go vet, go doc, go env, go run',
    plain: () => ({
      options:
        /^-(?:v|race|short|cover|failfast|json|x|a|n|(?:run|bench|count|timeout|tags|p|cpu|parallel)(?:=.*)?)$/,
    }),
  },
  {
    names: 'go mod tidy, go mod download, go get, go list',
    plain: () => ({ options: /^-(?:v|u|m|json)$/, host: 'registry:go' }),
  },
  {
    names: 'mvn, gradle',
    plain: () => ({
      options: jvm,
      operands: /^(?:assemble|build|check|clean|compile|lint|package|run|tasks|test|verify|:[\w:]+)$/,
    }),
  },
  {
    names: './gradlew',
    plain: () => ({
      called: 'gradlew gradle',
      options: jvm,
      operands: /^(?:assemble|build|check|clean|lint|run|tasks|test|:[\w:]+)$/,
      runsFiles: true,
    }),
  },
  {
    names: './mvnw',
    plain: () => ({
      called: 'mvnw mvn',
      options: jvm,
      operands: /^(?:clean|compile|package|test|verify)$/,
      runsFiles: true,
    }),
  },
  {
    names:
      'dotnet build, dotnet test, dotnet run, mix test, mix compile, rails test, dart test, dart analyze, flutter test, flutter analyze, zig build, sbt test, sbt compile',
    plain: () => ({
      options: /^-[qv]$|^--(?:configuration|no-restore|no-build|verbosity|nologo|filter|trace)(?:=.*)?$/,
    }),
  },
  {
    names:
      'npm install, pnpm install, pnpm add, yarn install, yarn add, bun install, bun add, npm view, npm outdated, npm audit',
    plain: () => ({ host: 'registry:npm', options: installing, operands: lowerCase }),
  },
  {
    names: 'npm ci',
    plain: () => ({
      kinds: ['deletes'],
      host: 'registry:npm',
      options: /^--(?:no-audit|no-fund|silent|ignore-scripts|prefer-offline|legacy-peer-deps)$/,
      operands: none,
      takes: 'node_modules',
    }),
  },
  {
    names: 'npm i, npm add, pnpm i, bun i',
    plain: () => ({ called: 'install', host: 'registry:npm', options: installing, operands: lowerCase }),
  },
  {
    names: 'pip install',
    plain: () => ({ kinds: reads, host: 'registry:pypi', options: installing, operands: /^(?!.*:\/\/)/ }),
  },
  {
    names: 'pip3 install',
    plain: () => ({
      called: 'pip',
      kinds: reads,
      host: 'registry:pypi',
      options: installing,
      operands: /^(?!.*:\/\/)/,
    }),
  },
  {
    names: 'uv sync, uv lock, uv tree',
    plain: () => ({
      operands: none,
      host: 'registry:pypi',
      options: /^--(?:dev|frozen|locked|all-extras|no-dev|upgrade)$/,
    }),
  },
  {
    names: 'uv add',
    plain: () => ({
      host: 'registry:pypi',
      options: /^--(?:dev|frozen)$/,
      operands:
        /^(?!(?:install|upgrade|update|run|uninstall|list|dir|find|pin|clean|prune|size|update-shell)$)[^A-Z]*$/,
    }),
  },
  {
    names: 'docker logs',
    plain: () => ({ options: /^-[fnt]+$|^--(?:tail|since|until|follow|timestamps)(?:=.*)?$/ }),
  },
  {
    names:
      'docker ps, docker images, docker inspect, docker stats, docker version, docker info, docker top, docker port, docker compose ps, docker compose logs, docker compose up, docker compose down, docker compose build, docker compose restart, docker compose start, docker compose stop',
    plain: () => ({ options: docker }),
  },
  {
    names: 'kubectl get, kubectl describe, kubectl logs',
    plain: () => ({
      options:
        /^-(?:[nlAwpc]|o.*)$|^--(?:all-namespaces|namespace|context|tail|since|previous|selector|watch|show-labels|no-headers|output|follow)(?:=.*)?$/,
    }),
  },
  {
    names:
      'gh pr view, gh pr list, gh pr diff, gh pr checks, gh pr status, gh pr create, gh pr comment, gh pr edit, gh pr ready, gh issue view, gh issue list, gh issue create, gh issue comment, gh run view, gh run list, gh run watch, gh release list, gh release view, gh workflow list, gh repo view, gh auth status',
    plain: () => ({
      host: 'github.com',
      options:
        /^-[LRstbBHwlaqc]$|^--(?:title|body|base|head|json|jq|limit|state|author|label|repo|web|log|log-failed|comments|name-only|draft|fill|assignee|search|workflow|branch|status|job)(?:=[^]*)?$/,
    }),
  },
  {
    names: 'terraform plan, terraform validate, terraform version, terraform output, terraform show',
    plain: () => ({ options: /^-(?:no-color|json|detailed-exitcode|compact-warnings)$/ }),
  },
  {
    names: 'curl',
    plain: () => ({
      kinds: ['hosts'],
      options: /^-[sSfLkiIv]+$|^--(?:silent|show-error|fail|location|head|include|compressed)$/,
      operands: /^https?:\/\/[a-z][\w-]*(?:\.[a-z][\w-]*)*(?::\d+)?(?:\/[\w./?&=%+-]*)?$/,
    }),
  },
  {
    names: 'node, tsx, ts-node',
    plain: () => ({ first: /^[\w/.][\w./@-]*\.[cm]?[jt]sx?$/, runsFiles: true }),
  },
  { names: 'python', plain: () => ({ first: /^[\w/.][\w./@-]*\.py$/, runsFiles: true }) },
  { names: 'python3', plain: () => ({ called: 'python', first: /^[\w/.][\w./@-]*\.py$/, runsFiles: true }) },
]
