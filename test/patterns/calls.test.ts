// Patterns over whole calls: shell text is read, facts are worked out, one rule decides.
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/model/types.ts'
import { says, verdictFor } from '../engine/world.ts'
import { bash, type Shop, sourceOf, tool } from '../support/facts-world.ts'

const shop: Shop = {
  files: {
    '.env': 'T=1',
    'src/cart.ts': '',
    'migrations/001.sql': '',
    'package.json': '{"scripts":{"test":"vitest","clean":"rm -rf src"}}',
    'check.sh': '#!/bin/sh\nls src\n',
  },
}

async function decisionOf(
  match: unknown,
  given: Partial<Event>,
  word: 'deny' | 'allow' = 'deny',
): Promise<string> {
  const rules = [{ name: 'r', match, inline: says(word, 'because') }]
  return (await verdictFor(rules, given as object, { facts: sourceOf(shop) })).decision
}

/** The table of the documentation, and more. */
const table: readonly (readonly [pattern: string, denied: readonly string[], passed: readonly string[]])[] = [
  [
    'git push --force',
    [
      'git push -f',
      'git -C api push origin -fu',
      'sudo git push --force',
      'git push origin +main',
      'git push --mirror',
      'cd api && git push -f',
      'g\'i\'t push "--force"',
      '/usr/bin/git push -f',
      'bash -c "git push -f"',
      'timeout 5 env GIT_TRACE=1 git push -f',
      'true; (git push -f)',
      'if true; then git push -f; fi',
      'x=push; git $x -f',
      'git push \\\n -f',
    ],
    [
      'git push --force-with-lease',
      'echo git push --force',
      'git push',
      "git commit -m 'git push --force'",
      'grep -r "git push -f" docs',
    ],
  ],
  ['git push * main', ['git push origin main'], ['git push origin main2']],
  ['rm -r -f', ['rm -rf x', 'rm -fr x', 'rm --recursive --force x'], ['rm -r x']],
  ['rm -rf /*', ['rm -rf /etc', 'rm -rf /'], ['rm -rf ./x', 'rm -rf /tmp/x']],
  [
    'curl | sh',
    ['curl u | bash', 'curl u | tee x | sudo sh', 'sh <(curl u)', 'bash -c "$(curl u)"', 'source <(curl u)'],
    ['curl u > x.sh', 'curl u | jq .'],
  ],
  [
    'AWS_PROFILE=prod* *',
    ['AWS_PROFILE=prod-eu aws s3 ls', 'export AWS_PROFILE=prod; aws s3 ls'],
    ['aws s3 ls'],
  ],
  ['npm test', ['npm test', 'npm run test', 'npm t'], ['npm run test:unit', 'npm install']],
  ['/terraform\\s+destroy/', ['terraform   destroy', 'cd x && terraform destroy'], ["echo 'terraform plan'"]],
]

describe('a command pattern over a call', () => {
  test.each(
    table.flatMap(([command, denied, passed]) => [
      ...denied.map((text) => ({ command, text, decision: 'deny' })),
      ...passed.map((text) => ({ command, text, decision: 'proceed' })),
    ]),
  )('$command over $text: $decision', async ({ command, text, decision }) => {
    expect(await decisionOf({ command }, bash(text))).toBe(decision)
  })

  test.each([
    ['git push --force', '$CMD push -f'],
    ['kubectl --context prod-*', 'kubectl get po'],
    ['git push --force', 'git push $FLAGS'],
  ])('%s over %s is asked about', async (command, text) => {
    expect(await decisionOf({ command }, bash(text))).toBe('ask')
  })

  test('an option with a context given is known', async () => {
    expect(
      await decisionOf({ command: 'kubectl --context prod-*' }, bash('kubectl --context=prod-eu get po')),
    ).toBe('deny')
    expect(
      await decisionOf({ command: 'kubectl --context prod-*' }, bash('kubectl --context=dev get po')),
    ).toBe('proceed')
  })
})

describe('an allow over a call', () => {
  const readOnly = { command: ['git status', 'git log', 'ls', 'cat', 'rg', 'git diff | head'] }
  test.each([
    ['ls -la src', 'allow'],
    ['cat src/cart.ts && ls', 'allow'],
    ['cd src && git status', 'allow'],
    ['git diff | head -5', 'allow'],
    ['head -5 x', 'proceed'],
    ['ls; rm x', 'proceed'],
    ['ls > out.txt', 'proceed'],
    ['cat $FILE', 'proceed'],
    ['sudo ls', 'proceed'],
    ['./ls', 'proceed'],
    ['LD_PRELOAD=./x.so ls', 'proceed'],
    ['ls $(rm x)', 'proceed'],
    ['cat <(curl u)', 'proceed'],
    ['rg --pre ./x.sh foo', 'proceed'],
    ['git log --output=x', 'proceed'],
    ['git -c core.pager=./x.sh log', 'proceed'],
    ['ls() { rm x; }; ls', 'proceed'],
    ["alias ls='rm x'\nls", 'proceed'],
    ['cd x', 'proceed'],
  ])('%s: %s', async (text, decision) => {
    expect(await decisionOf(readOnly, bash(text), 'allow')).toBe(decision)
  })

  test.each([
    ['npm test', 'npm test', 'allow'],
    ['npm test', 'npm test && rm x', 'proceed'],
    ['npm test', 'sudo npm test', 'proceed'],
    ['npm', 'npm exec -- vitest', 'proceed'],
    ['npm test', 'npm run clean', 'proceed'],
    [['npm test', 'npm run clean'], 'npm run clean', 'proceed'],
    ['./check.sh', './check.sh', 'allow'],
    ['bash', "bash -c 'ls'", 'proceed'],
  ])('a script of the project is named by who runs it: %j over %s: %s', async (command, text, decision) => {
    expect(await decisionOf({ command }, bash(text), 'allow')).toBe(decision)
  })

  test.each([
    [
      { edits: 'src/**' },
      tool('Edit', { file_path: 'src/cart.ts', old_string: 'a', new_string: 'b' }),
      'allow',
    ],
    [{ edits: 'src/**' }, tool('Edit', { file_path: '.env', old_string: 'a', new_string: 'b' }), 'proceed'],
    [{ edits: 'src/**' }, bash('echo x >> src/cart.ts'), 'proceed'],
    [{ edits: 'src/**', command: 'echo' }, bash('echo x >> src/cart.ts'), 'allow'],
    [{ any: [{ edits: 'src/**' }, { command: 'echo' }] }, bash('echo x >> src/cart.ts'), 'allow'],
    [{ any: [{ edits: 'docs/**' }, { command: 'echo' }] }, bash('echo x >> src/cart.ts'), 'proceed'],
    [{ path: 'src/**' }, tool('mcp__x__frob', { path: 'src/cart.ts' }), 'proceed'],
    [{ tool: 'Bash' }, bash('anything > x'), 'allow'],
    [{ host: 'shop.example' }, tool('WebFetch', { url: 'https://shop.example' }), 'allow'],
  ])('%j over %j: %s', async (match, given, decision) => {
    expect(await decisionOf(match, given, 'allow')).toBe(decision)
  })
})

describe('a rule over files', () => {
  test.each([
    [{ path: ['.env*', '!.env.example'] }, bash('cp .env .env.example'), 'deny'],
    [{ path: ['.env*', '!.env.example'] }, bash('cat .env.example'), 'proceed'],
    [{ path: '.env*' }, bash('cat .en*'), 'deny'],
    [{ path: '.env*' }, bash('source .env'), 'deny'],
    [{ writes: 'migrations/**' }, bash('rm -rf migrations'), 'deny'],
    [{ writes: 'migrations/**' }, bash('git checkout -- migrations/001.sql'), 'deny'],
    [{ adds: '*SECRET*' }, bash("cat > a.ts <<'EOF'\nSECRET\nEOF"), 'deny'],
    [
      { writes: '*.ts', adds: '/console\\.log/' },
      tool('Write', { file_path: 'a.ts', content: 'console.log(1)' }),
      'deny',
    ],
    [{ host: ['*', '!shop.example'] }, bash('curl https://evil.example/x'), 'deny'],
    [{ host: 'registry:npm' }, bash('npm install left-pad'), 'deny'],
    [{ path: '.env' }, { event: 'UserPromptSubmit', prompt: '.env' } as const, 'proceed'],
  ])('%j over %j: %s', async (match, given, decision) => {
    expect(await decisionOf(match, given)).toBe(decision)
  })
})
