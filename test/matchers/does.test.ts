// What a call does outside of the machine, by command lines, requests and tools alike.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-does-')))
writeFileSync(path.join(root, 'wipe.sql'), 'DROP TABLE orders;\n')
writeFileSync(path.join(root, 'justfile'), 'ship target: build\n  terraform apply\nbuild:\n  npm test\n')
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function decisionOf(match: unknown, call: string | readonly [string, object]): Promise<string> {
  const engine = await createEngine({
    root,
    config: { version: 1, hooks: { PreToolUse: [{ name: 'own', match, deny: 'No.' }] } },
  })
  const [tool_name, tool_input] = typeof call === 'string' ? ['Bash', { command: call }] : call
  const { decision } = await engine.dispatch({ event: 'PreToolUse', tool_name, tool_input })
  await engine.close()
  return decision
}

test.each<[object, string | readonly [string, object], string]>([
  [{ service: 'aws', verb: 'delete' }, 'aws dynamodb delete-table --table-name orders', 'deny'],
  [{ service: 'aws', verb: 'delete' }, 'aws dynamodb list-tables --name delete-me', 'proceed'],
  [{ service: 'aws', verb: 'delete' }, 'aws s3 ls delete-me', 'proceed'],
  [
    { verb: 'delete' },
    'aws dynamodb delete-table --table-name t --endpoint-url http://localhost:4566',
    'proceed',
  ],
  [{ verb: 'delete' }, 'kubectl delete pod web-1 --dry-run=client', 'proceed'],
  [{ verb: 'delete' }, 'gcloud --project delete compute instances list', 'proceed'],
  [{ verb: 'delete' }, 'gcloud config unset project', 'proceed'],
  [{ verb: 'delete' }, 'twilio api:core:recordings:remove --sid RE1', 'deny'],
  [{ verb: 'change', environment: 'prod*' }, 'kubectl scale deploy web --namespace prod', 'deny'],
  [{ verb: 'change', environment: 'prod*' }, 'kubectl scale deploy web --namespace nonprod', 'proceed'],
  // programs that no table knows
  [{ verb: 'delete' }, 'widgets orders delete 17', 'ask'],
  [{ verb: 'delete' }, 'widgets delete-order 17', 'ask'],
  [{ verb: 'delete' }, 'widgets orders list', 'proceed'],
  [{ verb: 'delete' }, 'widgets cache delete', 'proceed'],
  [{ verb: 'deploy' }, 'shipit deploy web', 'ask'],
  [{ verb: 'delete' }, 'git branch delete', 'proceed'],
  // what databases keep
  [{ service: 'database', undo: false }, 'psql -h db.shop.example -c "delete from orders"', 'deny'],
  [{ service: 'database', undo: false }, 'psql -c "delete from orders where id = 1"', 'proceed'],
  [{ service: 'database', environment: '!test' }, 'RAILS_ENV=test rails db:drop', 'proceed'],
  [{ service: 'database', verb: 'delete' }, 'prisma migrate reset', 'deny'],
  // rights, what is published, secrets
  [{ verb: 'grant' }, 'gh repo edit --visibility public', 'deny'],
  [{ verb: 'grant' }, 'npm access grant read-only shop:devs', 'deny'],
  [{ verb: 'publish' }, 'npm access grant read-only shop:devs', 'proceed'],
  [{ verb: 'publish' }, 'mix hex.publish', 'deny'],
  [{ verb: 'publish' }, 'ls publish', 'proceed'],
  [{ target: 'a secret' }, 'vercel env pull', 'deny'],
  [{ target: 'a secret' }, 'gh secret list', 'proceed'],
  // requests
  [
    { verb: 'delete', service: 'shop' },
    'curl -sXDELETE -H "Authorization: x" https://api.shop.example/orders/1',
    'deny',
  ],
  [{ verb: 'delete' }, 'curl -sXDELETE https://api.shop.example/orders/1', 'deny'],
  [{ verb: 'delete' }, 'curl -X DELETE http://localhost:3000/orders/1', 'proceed'],
  [
    { verb: 'delete' },
    `curl -X POST https://api.shop.example/graphql -d '{"query":"mutation { volumeDelete(id: 1) }"}'`,
    'deny',
  ],
  [{ verb: 'delete' }, 'curl https://api.shop.example/orders/deleted', 'proceed'],
  // tools of servers
  [{ verb: 'delete', service: 'neon' }, ['mcp__neon__delete_project', { id: 'shop' }], 'deny'],
  [{ verb: 'delete' }, ['mcp__cloud__call', { operation: 'ec2:TerminateInstances' }], 'deny'],
  [{ verb: 'delete' }, ['mcp__github__get_deleted_branches', {}], 'proceed'],
  [{ verb: 'deploy' }, ['mcp__terraform__apply', { dir: '.' }], 'deny'],
  [{ undo: false }, ['mcp__neon__list_projects', {}], 'proceed'],
])('%j meets %j: %s', async (does, call, expected) => {
  expect(await decisionOf({ does }, call)).toBe(expected)
})

test.each([
  'psql -f wipe.sql',
  'psql < wipe.sql',
  'mysql -e "source wipe.sql" shop',
  'sqlite3 shop.db ".read wipe.sql"',
  'psql -c "DROP/**/TABLE orders"',
  `psql -c "DO \\$\\$ BEGIN EXECUTE 'DROP'||' TABLE orders'; END \\$\\$"`,
])('statements are read where they stand: %s', async (command) => {
  expect(await decisionOf({ command: '/drop table/i' }, command)).toBe('deny')
})

test.each([
  ['just ship prod', 'deny'],
  ['just', 'deny'],
  ['just build', 'proceed'],
  ['just --dry-run ship', 'proceed'],
])('what a justfile runs counts: %s', async (command, expected) => {
  expect(await decisionOf({ command: 'terraform apply' }, command)).toBe(expected)
})
