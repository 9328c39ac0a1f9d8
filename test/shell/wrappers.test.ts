// Programs that run the command behind them: those of the table, those that a file names, and those that seem to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine, type ConfigData, type Engine } from '../../src/index.ts'
import { makeProject } from '../support/cli.ts'

const push: ConfigData = {
  hooks: { PreToolUse: [{ name: 'r', match: { command: 'git push --force' }, deny: 'No.' }] },
}
const engines: Engine[] = []
async function engineOf(config: ConfigData, files: Readonly<Record<string, string>> = {}): Promise<Engine> {
  const { root } = makeProject({ 'src/cart.ts': '', ...files })
  const engine = await createEngine({ root, config })
  engines.push(engine)
  return engine
}
afterAll(async () => {
  for (const engine of engines) await engine.close()
})

async function decide(engine: Engine, command: string): Promise<string> {
  const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } } as const
  return (await engine.dispatch(event)).decision
}

const transparent = `
rtk git push --force
rtk -v git push --force
devbox run -- git push --force
devbox run git push --force
aws-vault exec prod -- git push --force
aws-vault exec prod git push --force
pixi run -e dev git push --force
wsl git push --force
wsl -d Ubuntu -- git push --force
wsl.exe -e git push --force
concurrently "git push --force" "npm run watch"
concurrently -k -n a,b "git push --force" ls
parallel 'git push --force' ::: a
arch -arm64 git push --force
envchain aws git push --force
mise x -- git push --force
op run --env-file=.env.op -- git push --force
doppler run -- git push --force
dotenv -- git push --force
infisical run --env=dev -- git push --force
chamber exec orders carts -- git push --force
teller run -- git push --force
direnv exec . git push --force
nix develop -c git push --force
proxychains git push --force
asdf exec git push --force
rbenv exec git push --force
volta run --node 20 git push --force
fnm exec -- git push --force
hatch run git push --force
pdm run git push --force
rye run git push --force
npx cross-env CI=1 git push --force
sops exec-env secrets.yaml 'git push --force'
systemd-inhibit --what sleep git push --force
distrobox enter dev -- git push --force
toolbox run -c dev git push --force
flatpak-spawn --host git push --force
`
const seeming = `
ourtool git push --force
ourtool --quiet -- git push --force
ourtool run -- git push --force
./scripts/in-prod git push --force
`
const other = `
echo git push --force
grep -r "git push --force" .
man git-push
man git
which git
git help push --force
brew install git
apt install curl
tldr git
ee preflight check --cmd "git push --force"
ourtool "git push --force"
ourtool explain git push --force
wsl --list
arch
rtk gain
`
const lines = (text: string): string[] => text.trim().split('\n')

describe('git push --force behind another program', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await engineOf(push)
  })
  test.each(lines(transparent + seeming.trimStart()))('%s is denied', async (command) => {
    expect(await decide(engine, command)).toBe('deny')
  })
  test.each(lines(other))('%s goes', async (command) => {
    expect(await decide(engine, command)).toBe('proceed')
  })
})

describe('wrappers that a file names', () => {
  test('add the command behind them, whatever stands between', async () => {
    const command = 'ourtool deploy --to prod git push --force'
    expect(await decide(await engineOf(push), command)).toBe('proceed')
    expect(await decide(await engineOf({ ...push, wrappers: ['ourtool'] }), command)).toBe('deny')
  })

  test('are those of all files', async () => {
    const files = { 'team.yaml': 'version: 1\nwrappers: [ourtool]\n' }
    const engine = await engineOf({ ...push, extends: ['./team.yaml'], wrappers: ['shoptool'] }, files)
    expect(await decide(engine, 'ourtool deploy git push --force')).toBe('deny')
    expect(await decide(engine, 'shoptool deploy git push --force')).toBe('deny')
  })

  test.each(['git', 'ourtool'])('hide nothing: %s', async (name) => {
    const engine = await engineOf({ ...push, wrappers: [name] })
    expect(await decide(engine, 'git push --force')).toBe('deny')
    expect(await decide(engine, 'git push')).toBe('proceed')
  })

  test.each([
    'echo npm test',
    'ourtool npm test',
    'rtk npm test',
    'doppler run -- npm test',
    'othertool npm test --watch',
  ])('let no allow through: %s', async (command) => {
    const allow = { name: 'test', match: { command: 'npm test' }, allow: 'A test.' }
    const engine = await engineOf({ hooks: { PreToolUse: [allow] }, wrappers: ['echo', 'ourtool'] })
    expect(await decide(engine, 'npm test')).toBe('allow')
    expect(await decide(engine, command)).not.toBe('allow')
  })

  test.each(['echo npm test', 'ourtool npm test', 'othertool npm test --watch'])(
    '%s is no test that ran',
    async (command) => {
      const commit = {
        name: 'tested',
        match: { command: 'git commit', session: { wrote: 'src/**', since: 'npm test' } },
        deny: 'Run npm test.',
      }
      const engine = await engineOf({ hooks: { PreToolUse: [commit] }, wrappers: ['echo', 'ourtool'] })
      const after = async (tool_name: string, tool_input: object) =>
        engine.dispatch({
          event: 'PostToolUse',
          session_id: 's1',
          tool_name,
          tool_input,
          tool_output: 'ok',
        })
      const asked = async () => {
        const event = {
          event: 'PreToolUse',
          session_id: 's1',
          tool_name: 'Bash',
          tool_input: { command: 'git commit -m x' },
        }
        return (await engine.dispatch(event)).decision
      }
      await after('Write', { file_path: 'src/cart.ts', content: 'x' })
      await after('Bash', { command })
      expect(await asked()).toBe('deny')
      await after('Bash', { command: 'npm test' })
      expect(await asked()).toBe('proceed')
    },
  )
})
