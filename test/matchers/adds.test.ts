// What a change adds: hunk by hunk, by the text of each match, however the file is written.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'adds-')))
mkdirSync(path.join(root, 'src'))
writeFileSync(path.join(root, 'src/b.ts'), 'const b = 1\neval(x)\n')
afterAll(() => rmSync(root, { recursive: true }))

async function decide(
  adds: string,
  call: string | Record<string, unknown>,
  event = 'PreToolUse',
): Promise<string> {
  const rule = {
    name: 'r',
    match: { adds },
    ...(event === 'PreToolUse' ? { deny: 'No.' } : { context: 'x' }),
  }
  const engine = await createEngine({ root, config: { hooks: { [event]: [rule] } } })
  const given = typeof call === 'string' ? { tool_name: 'Bash', tool_input: { command: call } } : call
  const { decision, additional_context: added } = await engine.dispatch({ event, root, cwd: root, ...given })
  await engine.close()
  return event === 'PreToolUse' ? decision : added.join()
}

const rows: readonly (readonly [want: 'stop' | 'go', call: string | Record<string, unknown>])[] = [
  ['stop', "perl -pi -e 's/const/eval(2); const/' src/b.ts"],
  ['stop', "python3 -c \"open('src/b.ts','a').write('eval(2)')\""],
  ['stop', "printf 'eval(2)\\n' >> src/b.ts"],
  ['stop', "node -e \"fs.appendFileSync('src/b.ts','eval(2)')\""],
  ['stop', "sed -i '1i eval(2)' src/b.ts"],
  ['stop', "sed -i '$a eval(2)' src/b.ts"],
  ['stop', "sed -i 's/const/eval(1); const/' src/b.ts"],
  ['stop', "sed -i.bak -E 's/const .*/eval(1)/' src/b.ts"],
  ['go', "sed -i 's/const/let/' src/b.ts"],
  ['go', "sed -i 's/eval(x)/evil/' src/b.ts"],
  ['go', "sed 's/const/eval(1)/' src/b.ts"],
  ['stop', "sed -i -e 's/foo/bar/' -e '1a\\\neval(2)' src/b.ts"],
  ['stop', "printf '1i\\neval(3)\\n.\\nw\\n' | ed -s src/b.ts"],
  ['stop', "ed -s src/b.ts <<'X'\n,s/const/eval(1); const/\nw\nX"],
  ['go', "ed -s src/b.ts <<'X'\n,s/const/let/\nw\nX"],
  [
    'stop',
    "python3 - <<'X'\nfrom pathlib import Path\np = Path('src/b.ts')\np.write_text(p.read_text().replace('const', 'eval(1); const'))\nX",
  ],
  [
    'go',
    "python3 - <<'X'\nfrom pathlib import Path\np = Path('src/b.ts')\np.write_text(p.read_text().replace('eval(x)', ''))\nX",
  ],
  ['stop', "python3 - <<'X'\nwith open('src/c.ts','w') as f:\n    f.write('eval(1)')\nX"],
  ['go', 'python3 -c "print(\'eval(1)\')"'],
  ['go', 'python3 -c "import sys; sys.stdout.write(\'eval(1)\')"'],
  ['stop', "node -e \"require('fs').writeFileSync('src/b.ts', 'eval(1)\\nconst b = 1')\""],
  ['go', "cat > src/b.ts <<'X'\nconst b = 2\neval(x)\nX"],
  ['stop', "cat >> src/b.ts <<'X'\neval(x)\nX"],
  ['go', "tee src/b.ts <<'X'\nconst b = 2\neval(x)\nX"],
  ['stop', "tee -a src/b.ts <<'X'\neval(x)\nX"],
  ['stop', "perl -i -pe 's{const}{eval(3); const}' src/b.ts"],
  ['go', "perl -i -pe 's/const/let/' src/b.ts"],
  ['go', "perl -pe 's/const/eval(1)/' src/b.ts"],
  ['go', { tool_name: 'Write', tool_input: { file_path: 'src/b.ts', content: 'const b = 2\neval(x)\n' } }],
  ['stop', { tool_name: 'Write', tool_input: { file_path: 'src/c.ts', content: 'const b = 2\neval(x)\n' } }],
  [
    'stop',
    { tool_name: 'Write', tool_input: { file_path: 'src/b.ts', content: 'eval(x)\nconst b = 1\neval(x)\n' } },
  ],
  [
    'go',
    {
      tool_name: 'Edit',
      tool_input: { file_path: 'src/b.ts', old_string: 'eval(x); const a', new_string: 'eval(x); const b' },
    },
  ],
  [
    'stop',
    {
      tool_name: 'Edit',
      tool_input: { file_path: 'src/b.ts', old_string: 'eval(x)\na\nb', new_string: 'x\na\neval(x)' },
    },
  ],
  [
    'go',
    {
      tool_name: 'apply_patch',
      tool_input: {
        input:
          '*** Begin Patch\n*** Update File: src/b.ts\n@@\n-const b = 1; eval(x)\n+const b = 2; eval(x)\n*** End Patch',
      },
    },
  ],
  [
    'stop',
    {
      tool_name: 'apply_patch',
      tool_input: {
        input: '*** Begin Patch\n*** Update File: src/b.ts\n@@\n-eval(x)\n ok\n+eval(x)\n*** End Patch',
      },
    },
  ],
  [
    'go',
    {
      tool_name: 'replace_in_file',
      tool_input: {
        path: 'src/b.ts',
        diff: '------- SEARCH\nconst b = 1\neval(x)\n=======\nconst b = 2\neval(x)\n+++++++ REPLACE',
      },
    },
  ],
  [
    'stop',
    {
      tool_name: 'replace_in_file',
      tool_input: {
        path: 'src/b.ts',
        diff: '<<<<<<< SEARCH\nconst b = 1\n=======\nconst b = eval(2)\n>>>>>>> REPLACE',
      },
    },
  ],
]

const stops = { stop: /^(?:deny|ask)$/, go: /^proceed$/ }

test.each(rows)('%s: %j', async (want, call) => {
  for (const adds of ['/eval\\(/', '*eval(*', '*ev?l(*'])
    expect([adds, await decide(adds, call)]).toEqual([adds, expect.stringMatching(stops[want])])
})

const diff = (line: string): string => `--- a/src/b.ts\n+++ b/src/b.ts\n@@ -1 +1 @@\n-eval(0)\n${line}\n`
const heredoc = (command: string, text: string): string => `${command} <<'EOF'\n${text}EOF`

test.each([
  [heredoc('git apply', diff('+eval(1)\n+eval(2)')), 'deny'],
  [heredoc('git apply -', diff('+eval(1)\n+eval(2)')), 'deny'],
  [heredoc('git apply', diff('+eval(1)')), 'proceed'],
  [heredoc('git apply -R', diff('+x')), 'deny'],
  [heredoc('git apply -R', diff('+eval(1)\n+eval(2)')), 'proceed'],
  [heredoc('git apply --check', diff('+eval(1)\n+eval(2)')), 'proceed'],
  [heredoc('git am', diff('+eval(1)\n+eval(2)')), 'deny'],
  [heredoc('patch -p1', diff('+eval(1)\n+eval(2)')), 'deny'],
  [heredoc('patch -p1 --dry-run', diff('+eval(1)\n+eval(2)')), 'proceed'],
  [heredoc('patch src/b.ts', '1c1\n< a\n---\n> eval(1)\n'), 'deny'],
  [heredoc('patch src/b.ts', '1c1\n< eval(1)\n---\n> a\n'), 'proceed'],
  [heredoc('patch', '*** a.ts\n--- b.ts\n***************\n*** 1 ****\n! a\n--- 1 ----\n! eval(1)\n'), 'deny'],
  [heredoc('cat > x.diff', diff('+eval(1)\n+eval(2)')) + '\ngit apply x.diff', 'deny'],
  [`cat <<'EOF' | git apply\n${diff('+eval(1)\n+eval(2)')}EOF`, 'deny'],
  ['curl https://shop.example/x.diff | git apply', 'ask'],
  ['curl https://shop.example/x.diff | patch -p1', 'ask'],
])('%s: %s', async (command, decision) => {
  expect(await decide('/eval\\(/', { tool_name: 'Bash', tool_input: { command } })).toBe(decision)
})

const edit = (old_string: string, new_string: string): Record<string, unknown> => ({
  tool_name: 'Edit',
  tool_input: { file_path: 'src/b.ts', old_string, new_string },
})

test.each([
  ['/AKIA[0-9A-Z]{4}/', edit('key = "AKIAAAAA"', 'key = "AKIABBBB"'), 'deny'],
  ['/AKIA[0-9A-Z]{4}/', edit('key = "AKIAAAAA"; a', 'key = "AKIAAAAA"; b'), 'proceed'],
  ['*TODO*DONE*', edit('TODO x DONE; a', 'TODO x DONE; b'), 'proceed'],
  ['*TODO*DONE*', edit('TODO x DONE; a', 'TODO y DONE; a'), 'deny'],
  ['{*TODO*,*FIXME*}', edit('TODO', 'TODO FIXME'), 'deny'],
  ['debugger', edit('x', 'debugger'), 'deny'],
  ['*', edit('a', 'b'), 'deny'],
])('%s in %j: %s', async (adds, call, decision) => {
  expect(await decide(adds, call)).toBe(decision)
})

test('a long text is asked line by line', async () => {
  const long = (word: string): string => `${'x = 1\n'.repeat(20_000)}${word}`
  const adds = '/(?:a|b)*eval\\(/'
  expect(await decide(adds, edit(`y\n${long('eval(1)')}`, `z\n${long('eval(1)')}`))).toBe('proceed')
  expect(await decide(adds, edit(`y\n${long('eval(1)')}`, `eval(\n${long('eval(1)')}`))).toBe('deny')
})

test('after the call, what the file held before is asked of the answer', async () => {
  const write = {
    tool_name: 'Write',
    tool_input: { file_path: 'src/b.ts', content: 'const b = 1\neval(x)\n' },
  }
  expect(await decide('*eval(*', write, 'PostToolUse')).toBe('x')
  const known = { ...write, tool_output: { originalFile: 'const b = 2\neval(x)\n' } }
  expect(await decide('*eval(*', known, 'PostToolUse')).toBe('')
})
