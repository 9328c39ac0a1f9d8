// An agent's call of a command that only people run is refused, however it is written.
import { describe, expect, test } from 'vitest'
import { everyVerb, flagEffects } from '../../src/model/verbs.ts'
import { guardShop } from './world.ts'

const { judge, shop } = guardShop()
const refused = 'deny self-protection/verbs'
const call = (command: string) =>
  judge({
    event: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    cwd: shop.root,
    root: shop.root,
    raw: {},
  } as never)

const weakening = everyVerb.flatMap(([verb, { does, flags }]) => [
  ...(does === 'weakens' ? [verb] : []),
  ...flagEffects(flags).flatMap(([flag, is]) => (is === 'weakens' ? [`${verb} ${flag}`] : [])),
])
const harmless = everyVerb.flatMap(([verb, { does, flags }]) => [
  ...(does === 'weakens' ? [] : [verb]),
  ...flagEffects(flags).flatMap(([flag, is]) => (is === 'weakens' ? [] : [`${verb} ${flag}`])),
])

const spellings: readonly ((words: string) => string)[] = [
  (words) => `hooks ${words}`,
  (words) => `npx hooks-yaml ${words}`,
  (words) => `npx --no-install hooks-yaml ${words}`,
  (words) => `npx -y hooks-yaml@latest ${words}`,
  (words) => `pnpm dlx hooks-yaml@0.1.0 ${words}`,
  (words) => `bun node_modules/hooks-yaml/dist/bin.cjs ${words}`,
  (words) => `nodejs node_modules/.bin/hooks ${words}`,
  (words) => `npm exec -- hooks-yaml ${words}`,
  (words) => `npm exec hooks-yaml -- ${words}`,
  (words) => `pnpm exec hooks ${words}`,
  (words) => `yarn hooks ${words}`,
  (words) => `./node_modules/.bin/hooks ${words}`,
  (words) => `node node_modules/hooks-yaml/dist/bin.cjs ${words}`,
  (words) => `node --no-warnings /opt/hooks-yaml/dist/bin.cjs ${words}`,
  (words) => `node_modules/hooks-yaml/dist/bin.cjs ${words}`,
  (words) => `cd node_modules/hooks-yaml/dist && node bin.cjs ${words}`,
  (words) => `env -u CLAUDECODE setsid -f hooks ${words} --yes`,
  (words) => `XDG_STATE_HOME=/new setsid hooks ${words}`,
  (words) => `script -qec 'hooks ${words}' /dev/null`,
  (words) => `sh -c "hooks ${words}"`,
  (words) => `bash -c 'exec env -i hooks ${words}'`,
  (words) => `echo ${words.split(' ')[0]} | hooks ${words}`,
  (words) => `nohup hooks ${words} &`,
  (words) => `h=hooks; $h ${words}`,
  (words) => `timeout 5 sudo -u dana hooks ${words}`,
  (words) => `printf 'hooks ${words}' > go.sh; sh go.sh`,
]

describe.each(weakening)('hooks %s', (words) => {
  test('is refused in every spelling', async () => {
    const passed: string[] = []
    for (const spell of spellings) {
      const verdict = await call(spell(words))
      if (verdict !== refused) passed.push(`${spell(words)}: ${verdict}`)
    }
    expect(passed).toEqual([])
  })
})

test.each(harmless)('hooks %s is not refused by it', async (words) => {
  for (const spell of spellings) expect(await call(spell(words))).not.toBe(refused)
})
