// A shop's repository on disk, and an engine over it whose rules deny, ask and allow.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createEngine } from '../../../src/index.ts'
import type { ConfigData, Decision, Engine } from '../../../src/index.ts'

const shopFiles = [
  'orders.ts',
  'package.json',
  'src/cart.ts',
  'src/prices.ts',
  'src/orders/list.ts',
  '.env',
  '.env.production',
  '.env.example',
  'migrations/0001_orders.sql',
  'config/prod/shop.json',
  'config/dev/shop.json',
  'README.md',
  'dist/shop.js',
]

export const rules: ConfigData = {
  version: 1,
  extends: ['recommended'],
  hooks: {
    PreToolUse: [
      denies('force-push', { command: ['git push --force', 'git push --mirror', 'git push --delete'] }),
      denies('hard-reset', {
        command: ['git reset --hard', 'git checkout -- *', 'git branch -D', 'git clean -f'],
      }),
      denies('wipe', { command: ['rm -r -f', 'shred', 'mkfs*', 'dd of=/dev/*'] }),
      denies('piped', { command: ['curl | sh', 'wget | sh'] }),
      denies('publish', { command: ['npm publish', 'docker push', 'cargo publish', 'gh release create'] }),
      denies('production', {
        command: ['kubectl delete', 'terraform destroy', 'AWS_PROFILE=prod* *', 'helm uninstall'],
      }),
      { ...denies('contexts', { command: 'kubectl --context prod-*' }), on_unresolved: 'proceed' },
      denies('open-modes', { command: ['chmod 777', 'chmod a+rwx', 'chown root'] }),
      denies('tables', { command: '/\\b(?:drop|truncate) table\\b/i' }),
      denies('secrets', { path: ['.env', '.env.*', '!.env.example', '~/.ssh/**', '**/*.pem'] }),
      denies('migrations', { any: [{ edits: 'migrations/**' }, { deletes: 'migrations/**' }] }),
      denies('prod-config', { writes: 'config/prod/**' }),
      denies('hosts', { host: ['*.evil.example', 'evil.example'] }),
      denies('keys', { adds: '/AKIA[0-9A-Z]{16}/' }),
      asks('push', { command: ['git push', 'git tag', 'git rebase', 'git stash drop'] }),
      asks('packages', {
        command: ['npm install', '{pip,pip3} install', 'apt-get install', 'npm uninstall'],
      }),
      asks('manifest', { writes: ['package.json', 'README.md'] }),
      asks('partner', { host: 'api.partner.example' }),
      asks('containers', { command: ['docker run', 'docker compose down', 'docker rm'] }),
      asks('processes', { command: ['kill', 'pkill', 'systemctl stop'] }),
      allows('looking', {
        command: ['git status', 'git diff', 'git log', 'ls', 'cat', 'head', 'wc', 'pwd', 'grep', 'echo'],
      }),
      allows('tests', { command: ['npm test', 'npx vitest', 'tsc --noEmit'] }),
      allows('sources', { path: 'src/**' }),
    ],
  },
}

type Match = Readonly<Record<string, unknown>>

function denies(name: string, match: Match): ConfigData {
  return { name, match, deny: `Not in this shop (${name}).` }
}

function asks(name: string, match: Match): ConfigData {
  return { name, match, ask: `Is that meant (${name})?` }
}

function allows(name: string, match: Match): ConfigData {
  return { name, match, allow: `Harmless (${name}).` }
}

export interface Shop {
  readonly root: string
  decide(command: string): Promise<Judged>
  close(): Promise<void>
}

/** One commit on main, and one stash. */
function keepInGit(root: string): void {
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...words], {
      stdio: 'ignore',
    })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'open the shop')
  writeFileSync(path.join(root, 'dist/shop.js'), 'built\n')
  git('stash')
}

interface Judged {
  readonly decision: Decision
  /** The rules that spoke. */
  readonly rules: readonly string[]
}

/** Some hundred kilobytes of files, one commit, and the engine. */
export async function openShop(
  config: ConfigData = rules,
  files: readonly string[] = shopFiles,
): Promise<Shop> {
  const dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-mutations-')))
  const root = path.join(dir, 'shop')
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), `${file}\n`)
  }
  writeFileSync(path.join(root, '.gitignore'), '.env\n.env.production\n')
  keepInGit(root)
  const engine = await createEngine({ config, root })
  return { root, decide: (command) => judge(engine, command), close: () => close(engine, dir) }
}

async function judge(engine: Engine, command: string): Promise<Judged> {
  const verdict = await engine.dispatch({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })
  return {
    decision: verdict.decision,
    rules: verdict.trace.flatMap(({ rule, decision }) =>
      decision === undefined ? [] : [`${rule} ${decision}`],
    ),
  }
}

async function close(engine: Engine, dir: string): Promise<void> {
  await engine.close()
  rmSync(dir, { recursive: true, force: true })
}
