import { expect, test } from 'vitest'
import { sideEffects } from '../../src/builtins/side-effects.ts'
import { ask } from './ask.ts'

async function intents(command: unknown): Promise<unknown> {
  const recorded: Readonly<Record<string, unknown>>[] = []
  const outcome = await ask(sideEffects, {
    event: { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } },
    recorded,
  })
  expect(outcome).toEqual({})
  return recorded.flatMap(({ intent }) => (intent as { creates?: string[] }).creates ?? [])
}

test.each([
  ['touch a', ['a']],
  ['ls', []],
  ['echo hi > "my file.txt"', ['my file.txt']],
  ["printf x >> 'a b' 2>&1", ['a b']],
  ['npm test 2> err.log | tee -a out.log', ['err.log', 'out.log']],
  ['echo "a > b"', []],
  ["grep '>' orders.ts", []],
  ['echo a \\> b', []],
  ['ls > /dev/null 2>&1', []],
  ['cat < orders.csv', []],
  ['wc -l <<< text', []],
  ['cp -r src/a src/b backup', ['backup/a', 'backup/b']],
  ['cp -t backup a b', ['backup/a', 'backup/b']],
  ['mv old.ts new.ts', ['new.ts']],
  ['mkdir -p -m 755 a/b c', ['a/b', 'c']],
  ['install -m 755 bin/x /usr/local/bin/x', ['/usr/local/bin/x']],
  ['sudo touch a; FOO=1 touch b && (touch c)', ['a', 'b', 'c']],
  ['curl -s https://shop.dev -o page.html', ['page.html']],
  ['dd if=/dev/zero of=disk.img', ['disk.img']],
  ['bash -c "touch inner"', ['inner']],
  ["cat > a.txt <<'EOF'\ntouch not-this > nor-this\nEOF\ntouch b", ['a.txt', 'b']],
  ['touch -- -dash', ['-dash']],
  ['# touch a', []],
  ['for f in a b; do touch "$f.bak"; done', ['a.bak', 'b.bak']],
  [['touch', 'a'], ['a']],
  [['bash', '-lc', 'touch a'], ['a']],
])('%j makes %j (U22)', async (command, creates) => {
  expect(await intents(command)).toEqual(creates)
})
