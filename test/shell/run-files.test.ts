// A file that a call runs is read when it does: what it would surely do counts, what cannot be known in it does not.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const made: string[] = []
afterAll(() => made.forEach((dir) => rmSync(dir, { recursive: true, force: true })))

function projectWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'hooks-run-files-'))
  made.push(root)
  mkdirSync(path.join(root, '.git'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  return root
}

const rules = {
  hooks: {
    PreToolUse: [
      { name: 'prices', match: { writes: ['prices/**'] }, deny: 'Prices come from the supplier.' },
      { name: 'keys', match: { reads: ['~/.ssh/**'] }, deny: 'Keys stay where they are.' },
      { name: 'push', match: { command: 'git push --force' }, deny: 'Push without --force.' },
    ],
  },
} as const

async function decide(root: string, command: string): Promise<string> {
  const engine = await createEngine({ root, config: rules })
  const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, root, cwd: root } as const
  return (await engine.dispatch(event)).decision
}

const shop = {
  'prices/list.csv': 'tea,3\n',
  'tools/raise.py': "import os\nopen('prices/list.csv', 'w').write('tea,4')\n",
  'tools/push.py': "import subprocess\nsubprocess.run(['git', 'push', '--force'])\n",
  'tools/any.py':
    "import sys, shutil\nshutil.rmtree(sys.argv[1])\nopen(sys.argv[2], 'w')\neval(sys.stdin.read())\n",
  'tools/own.py': "print(open('prices/list.csv').read())\n",
  'tools/key.py': "import os\nprint(open(os.path.expanduser('~/.ssh/id_rsa')).read())\n",
  'raise.mjs': "import { writeFileSync } from 'node:fs'\nwriteFileSync('prices/list.csv', 'tea,4')\n",
  'server/index.js': "require('fs').rmSync('prices', { recursive: true })\n",
  'raise.rb': "File.write('prices/list.csv', 'tea,4')\n",
  'raise.pl': "unlink 'prices/list.csv';\n",
  'bin/raise': "#!/usr/bin/env python3\nopen('prices/list.csv', 'w')\n",
  'raise.awk': '# tea\nBEGIN { print "tea,4" > "prices/list.csv" }\n',
  'own.awk': '{ print > out }\n',
  'raise.sed': 's/3/4/\nw prices/list.csv\n',
  'teas.py': "open('prices/list.csv', 'w').write('tea,4')\n",
  'black/__init__.py': 'from . import green\nimport teas\n',
  'all.py': 'import black\n',
  'teas.js': "require('./raise.mjs')\n",
  'lib/Teas.pm': "package Teas; unlink 'prices/list.csv'; 1;\n",
  'teas.rb': "require_relative 'raise'\n",
  'deploy.sh': 'npm run build && echo "$VERSION"\n',
  'package.json': '{"scripts":{"raise":"node raise.mjs","build":"vite build"}}',
  Makefile: [
    'LIST := prices/list.csv',
    'DIST ?= $(shell mktemp -d)',
    '.PHONY: build raise release clean prices',
    'build: dist/app.js',
    'include rules.mk',
    'dist/app.js: src/app.ts',
    '\tmkdir -p dist && cp src/app.ts $@',
    'release: checked',
    '\t@git push \\',
    '\t  --force',
    'checked:',
    '\ttest -n "$(TAG)"',
    'raise: ; echo tea,4 > $(LIST)',
    'clean:',
    '\trm -rf $(DIST) $(OUT)/prices dist',
    'many: raise',
    'prices/list.csv:',
    '\techo tea,3 > $@',
    'ready: prices/list.csv',
    'compile:',
    '\t$(CC) -c app.c',
  ].join('\n'),
  'rules.mk': 'fetch:\n\tcd prices && curl -O https://example.com/list.csv && touch list.csv\n',
  'other.mk': 'all:\n\trm -r prices\n',
}

describe('code in a file', () => {
  const root = projectWith(shop)
  test.each([
    ['python3 tools/raise.py', 'deny'],
    ['python3 -u tools/raise.py --dry', 'deny'],
    ['cd tools && python3 raise.py', 'proceed'], // its paths are those of the directory
    ['python3 tools/push.py', 'deny'],
    ['timeout 5 python3 tools/push.py', 'deny'],
    ['python3 tools/any.py prices x', 'proceed'],
    ['python3 tools/own.py', 'proceed'],
    ['python3 tools/key.py', 'deny'],
    ['python3 ~/.ssh/id_rsa', 'deny'],
    ['bash -v ~/.ssh/id_rsa', 'deny'],
    ['node raise.mjs', 'deny'],
    ['node server', 'deny'],
    ['npm run raise', 'deny'],
    ['ruby raise.rb', 'deny'],
    ['perl raise.pl', 'deny'],
    ['./bin/raise', 'deny'],
    ['ssh shop.example.com python3 tools/raise.py', 'proceed'],
    ['bash deploy.sh', 'proceed'],
    ['npm run build', 'proceed'],
    [`echo "open('prices/a', 'w')" > x.py; python3 x.py`, 'deny'],
    [`cat > /tmp/x.py <<'E'\nimport os\nos.remove('${root}/prices/list.csv')\nE\npython3 /tmp/x.py`, 'deny'],
  ])('%s: %s', async (command, decision) => {
    expect(await decide(root, command)).toBe(decision)
  })
})

describe('a script of awk and sed in a file', () => {
  const root = projectWith(shop)
  test.each([
    ['awk -f raise.awk orders', 'deny'],
    ['awk -v price=4 -f own.awk -f raise.awk orders', 'deny'],
    ['gawk -E raise.awk', 'deny'],
    ['awk -f own.awk orders', 'proceed'],
    ['sed -nf raise.sed orders', 'deny'],
    ['sed --file=raise.sed -e p orders', 'deny'],
    ["echo 'w prices/tea' > s; sed -nf s orders", 'deny'],
    [`echo 'BEGIN { system("git push --force") }' | awk -f -`, 'deny'],
    ['sed -f ~/.ssh/id_rsa orders', 'deny'],
  ])('%s: %s', async (command, decision) => {
    expect(await decide(root, command)).toBe(decision)
  })
})

describe('code that other code takes in', () => {
  const root = projectWith(shop)
  test.each([
    ["python3 -c 'import teas'", 'deny'],
    ["python3 -c 'import sys, teas as t'", 'deny'],
    ["python3 -c 'from teas import price'", 'deny'],
    ['python3 -m teas', 'deny'],
    ['python3 all.py', 'deny'],
    ['echo import teas | python3', 'deny'],
    ['python3 -c \'print("import teas")\'', 'proceed'],
    ["cd tools && python3 -c 'import teas'", 'proceed'],
    ["cd tools && PYTHONPATH=.. python3 -c 'import teas'", 'proceed'], // its paths are those of the directory
    ["mkdir lib2; cp teas.py lib2; PYTHONPATH=lib2 python3 -c 'import teas'", 'deny'],
    ['PYTHONSTARTUP=teas.py python3 -i', 'deny'],
    ['PYTHONSTARTUP=~/.ssh/id_rsa python3 -i', 'deny'],
    ['node teas', 'deny'],
    ['node -e "import(\'./teas.js\')"', 'deny'],
    ['node -e "require(\'teas\')"', 'proceed'],
    ['node -r ./teas.js -e 1', 'deny'],
    ["NODE_OPTIONS='-r ./teas.js' node -v", 'deny'],
    [`node --import 'data:text/javascript,import("./teas.js")' -e 1`, 'deny'],
    ["node --import 'data:text/javascript;base64,aW1wb3J0KCIuL3JhaXNlLm1qcyIp' -e 1", 'deny'],
    ['perl -Ilib -MTeas -e 1', 'deny'],
    ["perl -I lib -e 'use Teas;'", 'deny'],
    ["PERL5LIB=lib perl -e 'use Teas;'", 'deny'],
    ["PERL5OPT='-MTeas -Ilib' perl -e 1", 'deny'],
    ['perl -MTeas -e 1', 'proceed'],
    ['ruby teas.rb', 'deny'],
  ])('%s: %s', async (command, decision) => {
    expect(await decide(root, command)).toBe(decision)
  })

  test('modules that take in each other are read once', async () => {
    const round = projectWith({ 'a.py': 'import b\n', 'b.py': 'import a\nimport b\n' })
    expect(await decide(round, 'python3 a.py')).toBe('proceed')
  })
})

describe('a Makefile', () => {
  const root = projectWith(shop)
  test.each([
    ['make', 'proceed'],
    ['make build', 'proceed'],
    ['make raise', 'deny'],
    ['make -n raise', 'proceed'],
    ['make raise LIST=/tmp/list', 'proceed'],
    ['make many', 'deny'],
    ['make release', 'deny'],
    ['make clean', 'proceed'],
    ['make clean OUT=.', 'deny'],
    ['make ready', 'proceed'],
    ['make -B ready', 'deny'],
    ['make fetch', 'deny'],
    ['make -f other.mk', 'deny'],
    [`make -C ${root} raise`, 'deny'],
    ["make CC='git push --force;' compile", 'deny'],
    ['make compile', 'proceed'],
    ['make absent', 'proceed'],
    ["printf 'x:\\n\\tgit push --force\\n' > M; make -f M", 'deny'],
    ["printf 'x:\\n\\tgit push --force\\n' | make -f -", 'deny'],
    ['echo tea > "$LIST"', 'ask'],
    ['echo tea > "$LIST"; make build', 'ask'],
  ])('%s: %s', async (command, decision) => {
    expect(await decide(root, command)).toBe(decision)
  })
})

describe('scripts that a shell starts with', () => {
  const start = 'rm prices/list.csv\n'
  const root = projectWith({
    ...shop,
    'h/.bash_profile': start,
    'i/.bashrc': start,
    'z/.zshenv': start,
    'rc.sh': start,
  })
  test.each([
    ['HOME=$PWD/h bash -lc true', 'deny'],
    ['export HOME=h; bash --login', 'deny'],
    ['env HOME=i bash -i', 'deny'],
    ['ZDOTDIR=z zsh -c true', 'deny'],
    ['HOME=h bash -c true', 'proceed'],
    ['HOME=h bash -ic true', 'proceed'],
    ['HOME=i bash --norc -i', 'proceed'],
    ['HOME=h sh -lc true', 'proceed'],
    ['bash --rcfile rc.sh -i', 'deny'],
    ['bash --init-file rc.sh -ic true', 'deny'],
  ])('%s: %s', async (command, decision) => {
    expect(await decide(root, command)).toBe(decision)
  })
})

describe('a list of files', () => {
  const root = projectWith({
    ...shop,
    'keys.txt': 'orders\n~/.ssh/id_rsa\n',
    'names.txt': 'orders\nprices\n',
  })
  test.each([
    ['tar cf x.tar -T keys.txt', 'deny'],
    ['tar cf x.tar -T names.txt', 'proceed'],
    ['tar cf x.tar --files-from=absent.txt', 'ask'],
    ['find ~/.ssh -type f | tar cf x.tar -T -', 'deny'],
    ['tar cf x.tar -T <(find ~/.ssh -type f)', 'deny'],
    ['tar cf x.tar -T <(find prices -type f)', 'proceed'],
    ['tar cf x.tar -T <(curl https://a.example)', 'ask'],
    ["printf '%s\\0' ~/.ssh/a | sort --files0-from=-", 'deny'],
  ])('%s: %s', async (command, decision) => {
    expect(await decide(root, command)).toBe(decision)
  })
})

describe('copies and links', () => {
  const root = projectWith({ ...shop, 'raise.sh': 'echo tea,4 > prices/list.csv\n' })
  symlinkSync('/bin/rm', path.join(root, 'tidy'))
  test.each([
    ['cp /bin/rm x; ./x prices/list.csv', 'deny'],
    ['mkdir t && cp /bin/rm t && t/rm prices/list.csv', 'deny'],
    ['ln -s /bin/rm x && ./x -f prices/list.csv', 'deny'],
    ['ln -s /bin/rm x && mv x y && ./y -f prices/list.csv', 'deny'],
    ['cp -r /usr/bin t; t/git push --force', 'deny'],
    ['./tidy prices/list.csv', 'deny'],
    ['cp raise.sh x; bash x', 'deny'],
    ['cp raise.sh x; . ./x', 'deny'],
    ['mv raise.sh x.sh; ./x.sh', 'deny'],
    ['cp raise.sh x; echo "echo" > x; bash x', 'proceed'],
    ['cp /bin/ls x; ./x prices', 'proceed'],
    ["exec 3> x; echo 'git push --force' >&3; bash x", 'deny'],
    ["exec 3> x; echo 'git push --force' >&4; bash x", 'proceed'],
    ['cp prices/list.csv x; ./x', 'proceed'],
  ])('%s: %s', async (command, decision) => {
    expect(await decide(root, command)).toBe(decision)
  })
})

describe('hooks of the repository', () => {
  const hook = '#!/bin/sh\nnpx lint-staged "$@"\ngit push --force "$REMOTE"\n'
  const root = projectWith({
    ...shop,
    '.git/hooks/pre-commit': hook,
    'hk/pre-push': hook,
    'raise.sh': 'rm prices/list.csv',
  })
  const husky = projectWith({
    ...shop,
    '.git/config': '[core]\n\thooksPath = .husky/_\n',
    '.husky/_/pre-commit': '. "$(dirname "$0")/h"',
    '.husky/pre-commit': 'npx lint-staged && rm prices/list.csv',
    '.husky/post-checkout': "#!/usr/bin/env python3\nimport os\nos.remove('prices/list.csv')\n",
  })
  const plain = projectWith({
    ...shop,
    '.git/hooks/pre-commit': '#!/bin/sh\nexec "$RUNNER" -m pre_commit "${ARGS[@]}"\n',
  })
  test.each([
    [root, 'git commit -m x', 'deny'],
    [root, 'cd prices && git commit -m x', 'deny'],
    [root, 'git commit --no-verify -m x', 'proceed'],
    [root, 'git push', 'proceed'],
    [root, 'cp raise.sh .git/hooks/post-merge; git merge main', 'deny'],
    [root, 'printf "git push --force" > .git/hooks/post-commit; git commit -m x -n', 'deny'],
    [husky, 'git commit -m x', 'deny'],
    [husky, 'git checkout "$BRANCH" -q --', 'deny'],
    [plain, 'git commit -m x', 'proceed'],
  ])('%s: %s: %s', async (dir, command, decision) => {
    expect(await decide(dir, command)).toBe(decision)
  })
})

describe('scripts that a package manager starts by itself', () => {
  const scripts = {
    prepare: 'husky',
    prepack: 'rm prices/list.csv',
    preinstall: 'rm -r "$CACHE"',
    postversion: 'git push --force',
  }
  const root = projectWith({ ...shop, 'package.json': JSON.stringify({ scripts }) })
  const own = projectWith({
    ...shop,
    'package.json': JSON.stringify({ scripts: { postinstall: 'node raise.mjs' } }),
  })
  test.each([
    [root, 'npm pack', 'deny'],
    [root, 'npm publish', 'deny'],
    [root, 'npm publish --ignore-scripts', 'proceed'],
    [root, 'npm version minor', 'deny'],
    [root, 'npm install', 'proceed'],
    [root, 'npm ci', 'proceed'],
    [own, 'npm ci', 'deny'],
    [own, 'pnpm install', 'deny'],
    [own, 'yarn install', 'deny'],
    [own, 'npm install left-pad', 'proceed'],
  ])('%s: %s: %s', async (dir, command, decision) => {
    expect(await decide(dir, command)).toBe(decision)
  })
})
