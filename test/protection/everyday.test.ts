// What agents do every day beside the rules: none of it is refused.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { toolOf } from './tools/call.ts'
import { editors } from './tools/editors.ts'
import { terminals } from './tools/terminals.ts'
import { decode, guardShop, openGuard, openShop } from './world.ts'

const { shop, judge, call, bash } = guardShop()

const usual = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../bench/everyday.json'), 'utf8'),
) as readonly string[]

test.each(usual)('%s', async (command) => {
  expect(await bash(command)).toBe('allow all')
})

const near = `
npm ci
npm install
npm install lodash
npm uninstall lodash
npm update
npm run format
npm test
pnpm install --frozen-lockfile
yarn add -D vitest
npm ls hooks-yaml
npm view hooks-yaml version
npm outdated hooks-yaml
npx hooks-yaml validate
npx hooks-yaml@latest explain "rm x"
npx hooks list
npx hooks status --json
hooks test
hooks ledger
hooks propose < rules.patch
git diff main | hooks propose
rm -rf node_modules
rm -rf node_modules && npm ci
rm -rf node_modules/lodash
rm -rf node_modules/*
rm -rf ./node_modules/* package-lock.json
rm -rf node_modules/{*,.*}
rm -rf build */build .gradle
pip download -d . requests
pip wheel -w /tmp .
tsc --outDir .
helm package charts/shop -d /tmp
cargo build --target-dir /tmp
rm -rf packages/*/node_modules
rm -rf packages/*/node_modules/*
find . -name node_modules -type d -prune -exec rm -rf {} +
find node_modules -mindepth 1 -delete
npx rimraf node_modules
npx rimraf 'node_modules/*'
mv node_modules ../node_modules.old
rm -rf ~/.cache/*
rm -rf ~/.cache/hooks/*
rm -rf ~/.cache/hooks/plans/*
rm -rf ~/.cache
rm -rf ~/.cache/hooks
rm -rf ~/.cache/hooks/plans
rm -rf ~/.npm/_cacache
git stash
git stash -u
git stash pop
git checkout feature
git checkout -q feature && npm ci
git switch feature
git merge feature
git rebase feature
git cherry-pick feature
git checkout feature -- src
git checkout feature -- src/cart.ts
git checkout -- .
git checkout .
git restore .
git restore --staged hooks.yaml
git restore src/cart.ts
git reset --hard
git reset --hard HEAD
git reset hooks.yaml
git clean -fd
git clean -fdx dist
git clean -fdx
git clean -fdX
git clean -xdf -e .env
git add hooks.yaml .claude/settings.json
git commit -am "Change the rules"
git diff hooks.yaml
git log -p -- hooks.yaml
git show loose:hooks.yaml
git blame hooks.yaml
git worktree add ../review feature
npx prettier --write .
npx prettier --check hooks.yaml
npx eslint . --fix
deno fmt
biome format --write .
gofmt -w .
cargo fmt
npx prettier --write "**/*.{ts,yaml,json}"
grep -rl price . | xargs sed -i s/price/total/
git ls-files | xargs sed -i s/price/total/
tar xzf dist.tgz -C vendor
tar xf x.tar src docs
unzip x.zip README.md
pwsh -Command "Get-ChildItem src"
pwsh -Command "Remove-Item -Recurse ./dist"
ruff format . && npm test
black . && git diff --stat
cat hooks.yaml
cat hooks.yaml .claude/settings.json | head
cat ~/.local/state/hooks/shop-1/ledger/2026-11-25.jsonl
tail -f ~/.local/state/hooks/shop-1/ledger/2026-11-25.jsonl
cp hooks.yaml ../outside/hooks.yaml
cp -r .claude ../outside/claude
diff hooks.yaml hooks.local.yaml
grep -rn deny hooks.yaml rules
ls -la ~/.config/hooks ~/.cache/hooks
wc -l tools/check.sh
bash tools/check.sh
node node_modules/hooks-yaml/dist/bin.cjs list
tar czf ../shop.tgz .
mkdir -p .claude/skills/cart .github/workflows
mkdir -p .claude .codex .cursor
touch .claude/skills/cart/SKILL.md
rm -rf .claude/skills/cart
rm -rf .github/workflows
cp -r src .claude/skills/cart
mv test/fixtures/shop/hooks.yaml test/fixtures/shop/rules.yaml
sed -i s/No/Yes/ test/fixtures/shop/hooks.yaml
rm -rf test/fixtures/shop
rm -rf test
echo '{}' > test/fixtures/shop/.claude/settings.json
echo node_modules >> .gitignore
echo hooks.yaml > names.txt
echo "see hooks.yaml" >> README.md
rm -rf dist build coverage
rm -f src/*.log
find . -name '*.log' -delete
find src -type f -exec sed -i s/price/total/ {} +
sed -i s/price/total/ src/*.ts
mv src/hooks.ts src/guards.ts
chmod +x tools/../src/cart.ts
chmod -R u+w src
ln -s ../src/cart.ts test/cart.ts
python3 -c "print(open('hooks.yaml').read())"
node -e "console.log(require('fs').readFileSync('hooks.yaml', 'utf8'))"
node -e "require('fs').writeFileSync('src/cart.ts', '')"
jq . .claude/settings.json
code hooks.yaml --version
docker build -t shop .
make
claude --version
unzip shop.zip -d vendor
curl -o hooks.html https://example.com/hooks.yaml
git clone https://example.com/shop.git ../shop2
rsync -a src/ ../outside/src/
`
  .trim()
  .split('\n')

test.each(near)('%s', async (command) => {
  expect(await bash(command)).toMatch(/^(?:allow all|proceed )$/)
})

test('under strict@1, what is refused is refused by its rules', async () => {
  const strict = openShop(', strict@1')
  const other = await openGuard(strict)
  const found: string[] = []
  for (const command of [...usual, ...near]) {
    const input = { tool_name: 'Bash', tool_input: { command } }
    const event = { event: 'PreToolUse', cwd: strict.root, root: strict.root, ...input }
    const verdict = await other.judge(event as never)
    if (verdict.includes('self-protection')) found.push(`${command}: ${verdict}`)
  }
  await other.engine.close()
  strict.remove()
  expect(found).toEqual([])
})

describe('file tools', () => {
  test.each([
    'src/cart.ts',
    'src/hooks.ts',
    'CLAUDE.md',
    'AGENTS.md',
    '.claude/skills/cart/SKILL.md',
    '.claude/commands/cart.md',
    '.claude/agents/cart.md',
    '.github/workflows/ci.yml',
    '.github/copilot-instructions.md',
    '.mcp.json',
    '.vscode/settings.json',
    '.cursor/rules/cart.mdc',
    '.gemini/commands/cart.toml',
    '.codex/prompts/cart.md',
    'test/fixtures/shop/hooks.yaml',
    'test/fixtures/shop/.claude/settings.json',
    'docs/hooks.yaml',
    'hooks.example.yaml',
    'packages/api/hooks.ts',
    'recipes/unused.md',
    'hooks.d/README.md.txt',
    'package.json',
  ])('Write %s', async (file) => {
    expect(await call('Write', { file_path: path.join(shop.root, file), content: '' })).toBe('allow all')
  })

  test('in the words of every agent', async () => {
    const files = ['src/cart.ts', 'src/hooks.ts', 'test/fixtures/shop/hooks.yaml']
    const calls = Object.entries({ ...terminals, ...editors }).flatMap(([agent, { payload, writes }]) =>
      Object.entries(writes).flatMap(([name, input]) =>
        files.map((file) => {
          const target = { file: path.join(shop.root, file), other: path.join(shop.root, 'README.md') }
          return { agent, name, file, payload: payload(toolOf(name), input(target), shop.root) }
        }),
      ),
    )
    const refused: string[] = []
    for (const { agent, name, file, payload } of calls) {
      const verdict = await judge(decode(agent, payload, shop.root))
      if (!/^(?:allow all|proceed )$/.test(verdict)) refused.push(`${agent}: ${name}: ${file}: ${verdict}`)
    }
    expect(refused).toEqual([])
    expect(calls.length).toBeGreaterThanOrEqual(200)
  })

  test.each(['hooks.yaml', '.claude/settings.json', 'tools/check.sh', 'hooks.lock'])(
    'Read %s',
    async (file) => {
      expect(await call('Read', { file_path: path.join(shop.root, file) })).toBe('allow all')
    },
  )
})

test('there are enough of them', () => {
  expect(usual.length + near.length).toBeGreaterThanOrEqual(200)
})
