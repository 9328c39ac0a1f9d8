// Hundreds of secrets that open nothing, planted wherever an agent's event can hold one: none of them is written down.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mayHoldSecret } from '../../../src/patterns/secrets/secrets.ts'
import { hideDeep } from '../../../src/patterns/secrets/hide-deep.ts'
import { hideSecrets } from '../../../src/patterns/secrets/secrets.ts'
import { makeProject } from '../../support/cli.ts'
import { partOf } from '../../support/part.ts'
import { runs } from '../../support/seed.ts'
import { expectLinear } from '../../support/expectations.ts'

/** Each form of secret comes twice in five. */
const ROUNDS = runs(5, 100)
/** Some two hundred runs of the command. */
const HANGING_MS = runs(600_000, 6_000_000)

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
let seed = 17

function random(length: number, from = alphabet): string {
  return Array.from({ length }, () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return from.charAt(seed % from.length)
  }).join('')
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const digits = '0123456789'
const hex = '0123456789abcdef'

/** Texts that give themselves away. */
const tokens: readonly (() => string)[] = [
  () => `AKIA${random(16, upper)}`,
  () => `ASIA${random(16, upper)}`,
  () => `ghp_${random(36)}`,
  () => `github_pat_${random(22)}_${random(59)}`,
  () => `glpat-${random(20)}`,
  () => `xoxb-${random(12, digits)}-${random(24)}`,
  () => `https://hooks.slack.com/services/T${random(8)}/B${random(8)}/${random(24)}`,
  () => `AIza${random(35)}`,
  () => `ya29.${random(60)}`,
  () => `npm_${random(36)}`,
  () => `pypi-${random(60)}`,
  () => `sk_live_${random(24)}`,
  () => `whsec_${random(32)}`,
  () => `SG.${random(22)}.${random(43)}`,
  () => `sk-proj-7${random(47)}`,
  () => `sk-ant-api03-${random(60)}`,
  () => `gsk_${random(52)}`,
  () => `hf_${random(34)}`,
  () => `dop_v1_${random(64, hex)}`,
  () => `hvs.${random(40)}`,
  () => `shpat_${random(32, hex)}`,
  () => `eyJ${random(30)}.eyJ${random(60)}.${random(43)}`,
  () => `${random(9, digits)}:AA${random(33)}`,
  () =>
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${random(64)}\n${random(64)}\n-----END OPENSSH PRIVATE KEY-----`,
]

/** Where a secret of any form stands. */
const places: readonly ((secret: string) => string)[] = [
  (secret) => `export DB_PASSWORD=${secret}`,
  (secret) => `MYSQL_PWD='${secret}' mysqldump shop`,
  (secret) => `curl -H "Authorization: Bearer ${secret}" https://api.shop.dev`,
  (secret) => `curl -H 'X-Api-Key: ${secret}' https://api.shop.dev`,
  (secret) => `psql postgres://shop:${secret}@db/orders`,
  (secret) => `login --user shop --token ${secret} && ls`,
  (secret) => `curl -u shop:${secret} https://api.shop.dev`,
  (secret) => `mysql -h db -p${secret} shop`,
  (secret) => `sshpass -p ${secret} ssh shop@db`,
  (secret) => `docker login -u shop -p ${secret} registry.shop.dev`,
  (secret) => `podman login registry.shop.dev -u shop -p${secret}`,
  (secret) => `htpasswd -b .htpasswd shop ${secret}`,
  (secret) => `htpasswd -nbC 10 shop ${secret}`,
  (secret) => `redis-cli -h cache -a ${secret} ping`,
  (secret) => `keytool -list -keystore k.jks -storepass ${secret}`,
  (secret) => `openssl enc -aes-256-cbc -k ${secret} -in orders.csv`,
  (secret) => `openssl rsa -in key.pem -passin pass:${secret}`,
  (secret) => `zip -r -P ${secret} out.zip src`,
  (secret) => `7z a -p${secret} out.7z src`,
  (secret) => `mongosh -u shop -p ${secret} shop`,
  (secret) => `ldapsearch -x -D cn=shop -w ${secret} -b dc=shop`,
  (secret) => `zip -rP ${secret} orders.zip src`,
  (secret) => `echo ${secret} | docker login -u shop --password-stdin`,
  (secret) => `printf '%s' "${secret}" | sudo docker login --password-stdin`,
  (secret) => `helm registry login -u shop -p ${secret} registry.shop.dev`,
  (secret) => `az login -u shop -p ${secret}`,
  (secret) => `twine upload -u shop -p ${secret} dist/*`,
  (secret) => `cargo login ${secret}`,
  (secret) => `cargo login "${secret}"`,
  (secret) => `vault login ${secret}`,
  (secret) => `gh auth login --with-token <<< ${secret}`,
  (secret) => `echo "${secret}" | gh auth login --with-token`,
  (secret) => `ssh-keygen -t ed25519 -N ${secret} -f key`,
  (secret) => `ssh-keygen -p -P '${secret}' -f key`,
  (secret) => `ssh-keygen -P old -N ${secret} -f key`,
  (secret) => `aws configure set aws_secret_access_key ${secret}`,
  (secret) => `npm config set //registry.shop.dev/:_authToken ${secret}`,
  (secret) => `poetry config http-basic.shop ada ${secret}`,
  (secret) => `composer config http-basic.shop.dev ada ${secret}`,
  (secret) => `apksigner sign --ks-pass pass:${secret} --ks k.jks shop.apk`,
  (secret) => `security add-generic-password -a ada -s shop -w ${secret}`,
  (secret) => `sqlcmd -S db -U sa -P ${secret}`,
  (secret) => `mysqladmin -u root password ${secret}`,
  (secret) => `smbclient //files/shop -U ada%${secret}`,
  (secret) => `createuser --maintenance-db=postgres://ada:${secret}@db/shop shop`,
  (secret) => `psql "postgresql://db/shop?user=ada&password=${secret}"`,
  (secret) => `sqlplus ada/${secret}@db`,
  (secret) => `rabbitmqctl add_user ada ${secret}`,
  (secret) => `echo 'ada:${secret}' | sudo chpasswd`,
  (secret) => `chpasswd <<EOF\nada:${secret}\nEOF`,
  (secret) => `chpasswd <<< ada:${secret}`,
  (secret) => `lftp -u ada,${secret} ftp.shop.dev`,
  (secret) => `http -a ada:${secret} api.shop.dev`,
  (secret) => `git clone https://${secret}@github.com/a/b`,
  (secret) => `kubectl create secret generic shop --from-literal=user=ada --from-literal=pass=${secret}`,
  (secret) => `kubectl -n shop create secret generic shop --from-literal='k=${secret}'`,
  (secret) => `psql -c "CREATE USER ada PASSWORD '${secret}'"`,
  (secret) => `CREATE USER ada IDENTIFIED BY '${secret}';`,
  (secret) => `create user if not exists ada identified by ${secret}`,
  (secret) => `ALTER USER ada IDENTIFIED BY "x1" REPLACE "${secret}"`,
  (secret) => `alter user ada identified by x1 replace ${secret}`,
  (secret) => `CREATE USER 'ada'@'%' IDENTIFIED WITH 'caching_sha2_password' BY '${secret}'`,
  (secret) => `CREATE USER ada IDENTIFIED VIA ed25519 USING PASSWORD ('${secret}')`,
  (secret) => `mysql -e 'ALTER USER ada IDENTIFIED BY "${secret}"'`,
  (secret) => `curl -u \\\n  ada:${secret} https://api.shop.dev`,
  (secret) => `curl --user        \\\n\tada:${secret} \\\n  https://api.shop.dev`,
  (secret) => `docker \\\n  login \\\n  -u shop \\\n  -p \\\r\n  ${secret} registry.shop.dev`,
  (secret) => `deploy --token \\\n  ${secret}`,
  (secret) => `cargo login \\\n  ${secret}`,
  (secret) => JSON.stringify({ command: `curl -u \\\n\tada:${secret} https://api.shop.dev` }),
  (secret) => JSON.stringify({ note: JSON.stringify({ command: `vault login \\\n  ${secret}` }) }),
  (secret) => `cat <<EOF | chpasswd\nada:x1\nbob:${secret}\nEOF`,
  (secret) => `cat << 'END' | sudo chpasswd -e\nada:${secret}\nEND`,
  (secret) => `tee users <<-EOF | \\\n  chpasswd\n\tada:${secret}\n\tEOF`,
  (secret) => `sudo chpasswd -c SHA512 <<"EOF"\nada:x1\nbob:${secret}\nEOF`,
  (secret) => JSON.stringify({ command: `cat <<EOF | chpasswd\nada:${secret}\nEOF\nls` }),
  (secret) => `cat <<EOF | docker login --password-stdin\n${secret}\nEOF`,
  (secret) => `["docker", "login", "-u", "shop", "-p", "${secret}"]`,
  (secret) => `machine api.shop.dev login shop password ${secret}`,
  (secret) => `machine api.shop.dev\n  login shop\n  password ${secret}\n`,
  (secret) => `curl --cookie-jar x -H 'Cookie: session=${secret}' https://shop.dev`,
  (secret) => `{"client_secret": "${secret}", "n": 1}`,
  (secret) => `client_secret = "${secret}"`,
  (secret) => `the password is ${secret}`,
]

/** A text with a secret in it, and the secret's parts. */
interface Planted {
  readonly text: string
  readonly secrets: readonly string[]
}

function plant(at: number): Planted {
  const token = tokens[(at >> 1) % tokens.length]?.() ?? ''
  const place = places[(at >> 1) % places.length]
  const secret = at % 2 === 0 || place === undefined ? token : `x${random(14)}7`
  const text = at % 2 === 0 || place === undefined ? `see ${token} there` : place(secret)
  return { text, secrets: secret.split('\n').filter((line) => !line.startsWith('-----')) }
}

interface Payload {
  readonly payload: Readonly<Record<string, unknown>>
  readonly planted: readonly Planted[]
}

function payloads(from: number): readonly Payload[] {
  const some = Array.from({ length: 10 }, (_, at) => plant(from + at))
  const [a, b, c, d, e, f, g, h, i, j] = some.map(({ text }) => text)
  const word = random(20)
  const header = random(20)
  const query = random(20)
  const own = { text: '', secrets: [word, header, query] }
  const base = { session_id: `s${from}`, cwd: '/' }
  const id = `t${from}`
  const call = { tool_name: 'Bash', tool_use_id: id }
  return [
    {
      payload: { ...base, hook_event_name: 'UserPromptSubmit', prompt: `${a}\n${b}` },
      planted: some.slice(0, 2),
    },
    {
      payload: {
        ...base,
        ...call,
        hook_event_name: 'PreToolUse',
        tool_input: {
          command: `${c} # ${d}`,
          env: { AWS_SECRET_ACCESS_KEY: word, NOTE: e },
          headers: { Authorization: header, 'X-Note': f },
          argv: ['push', '--api-key', word],
          args: ['docker', 'login', '-u', 'shop', '-p', word],
          service: { command: 'cargo', args: ['login', word] },
          url: `https://api.shop.dev/orders?page=2&access_token=${query}`,
        },
      },
      planted: [...some.slice(2, 6), own],
    },
    {
      payload: {
        ...base,
        ...call,
        hook_event_name: 'PostToolUse',
        tool_input: { command: 'deploy' },
        tool_response: { stdout: g, stderr: `${h}\n${i}`, interrupted: false, isImage: false },
      },
      planted: some.slice(6, 9),
    },
    {
      payload: {
        ...base,
        ...call,
        hook_event_name: 'PostToolUseFailure',
        tool_input: { command: 'deploy' },
        error: j,
      },
      planted: some.slice(9),
    },
  ]
}

/** Ways in which a person looks at an event, or at what was kept of the last one. */
const looks: readonly (readonly string[])[] = [
  ['run', '-', '--explain'],
  ['run', '-', '--explain', '--dry-run', '--as', 'claude-code'],
  ['run', '--last', '--explain'],
  ['run', '--last=PostToolUse', '--explain'],
  ['test', '--from-last'],
  ['ledger', 'log', '--last', '50'],
  ['ledger', 'log', '--json', '--last', '50'],
  ['ledger', 'show'],
  ['ledger', 'show', '--json'],
  ['ledger', 'would', '--json'],
  ['status'],
]

const LEAKY = '#!/bin/sh\ncat >&2\nexit 3\n'
const RULES = `version: 1
rules:
  - { name: leaky, on: '*', run: [./leaky.sh] }
  - { name: closed, on: PreToolUse, deny: 'Not this: {{tool_input.command}} {{tool_input.env}}' }
  - { name: watched, on: PreToolUse, mode: watch, deny: 'Nor this: {{tool_input.command}}' }
  - { name: once, on: PreToolUse, use: dedupe, with: { classes: [local] } }
  - { name: files, on: PreToolUse, use: side-effects }
  - { name: record, on: '*', use: ledger }
`

function textsBelow(dir: string): string {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.bin'))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

test(
  `of ${ROUNDS * 11} secrets none is in ledger, contents, payloads, state, traces or error texts`,
  { tags: 'long', timeout: HANGING_MS },
  async () => {
    const project = makeProject({ 'hooks.yaml': RULES, 'leaky.sh': LEAKY })
    const all = Array.from({ length: ROUNDS }, (_, at) => payloads(at * 10)).flat()
    const secrets = new Set(all.flatMap(({ planted }) => planted.flatMap((each) => each.secrets)))
    expect(secrets.size).toBeGreaterThanOrEqual(ROUNDS * 11)
    const leaks = (text: string): readonly string[] => [...secrets].filter((secret) => text.includes(secret))
    const printed: string[] = []
    const env = { CLAUDE_PROJECT_DIR: project.root }
    const play = async ({ payload }: Payload): Promise<void> => {
      const input = JSON.stringify(payload)
      const told = await project.hooks(['run', '--agent', 'claude-code'], { input, env })
      printed.push(told.stdout, told.stderr)
    }
    for (let at = 0; at < all.length; at += 4) await Promise.all(all.slice(at, at + 4).map(play))
    for (const { payload } of all.slice(0, 8)) {
      const { stdout } = await project.hooks(['run', '--json', '-'], { input: JSON.stringify(payload) })
      const { trace, warnings } = JSON.parse(stdout) as Record<'trace' | 'warnings', unknown>
      printed.push(JSON.stringify({ trace, warnings }))
    }
    for (const [from, { payload }] of all.slice(0, 8).entries())
      for (const args of partOf(looks, 4, { from, files: [import.meta.filename] })) {
        const { stdout, stderr } = await project.hooks(args, { input: JSON.stringify(payload) })
        expect([args, payload, leaks(stdout + stderr)]).toEqual([args, payload, []])
      }
    const kept = textsBelow(path.join(project.dir, '.local/state'))
    expect(kept).toContain('[masked]')
    expect(kept).toContain('"leaky"')
    expect(leaks(kept)).toEqual([])
    expect(leaks(textsBelow(path.join(project.dir, '.cache')))).toEqual([])
    expect(leaks(printed.join('\n'))).toEqual([])
  },
)

test.each([
  'docker run -p 8080:80 shop',
  'docker login --password-stdin -u shop registry.shop.dev',
  'ldapsearch -s sub -b dc=shop',
  'createdb -p 5432 shop',
  'openssl enc -kfile key.txt -in orders.csv',
  'openssl rsa -passin file:pass.txt',
  'keytool -list -storepass:file pass.txt',
  'unzip -p out.zip orders.csv',
  'mysql -h db -P 3306 shop',
  'redis-cli -p 6379 ping',
  'htpasswd .htpasswd shop',
  'zip -r orders.zip src',
  'mkdir -p src && tar -p -xf orders.tar',
  'docker login registry.shop.dev && docker run -p 8080:80 shop',
  'git clone https://github.com/a/b',
  'git clone ssh://git@github.com/a/b',
  'aws configure set region eu-west-1',
  'npm config set registry https://registry.shop.dev',
  'npm config set always-auth true',
  'poetry config virtualenvs.create false',
  'kubectl create configmap shop --from-literal=colour=red',
  'echo done | tee log',
  'echo orders.csv | docker load',
  'gh auth login --web',
  'security find-generic-password -w -s shop',
  'sqlplus /nolog',
  'cargo login && cargo publish',
  'ssh-keygen -t ed25519 -N "" -f key',
  'http -p hb api.shop.dev',
  'cargo test -p shop',
  'make \\\n\tbuild \\\n  test',
  'curl -u \\\n  ada https://api.shop.dev',
  'cat <<EOF | docker load\norders\nEOF',
  'cat <<EOF | tee users\nada:admin\nEOF\nls',
  'the user is identified by name',
  "SELECT replace 'a' FROM orders",
])('an argument that is no secret stays: %s', (text) => {
  expect(hideSecrets(text, '***')).toBe(text)
})

test.each([
  ['zip -rP hunter22x a f && docker run -p 80:80 x', 'zip -rP *** a f && docker run -p 80:80 x'],
  ['echo hunter22 | docker login --password-stdin', 'echo *** | docker login --password-stdin'],
  [
    'kubectl create secret generic s --from-literal=a=x1 --from-literal=b=x2',
    'kubectl create secret generic s --from-literal=a=*** --from-literal=b=***',
  ],
  [
    'docker login \\\n\t-p    \\\n  hunter22 x \\\n && docker run -p 80:80 x',
    'docker login \\\n\t-p    \\\n  *** x \\\n && docker run -p 80:80 x',
  ],
  ['cat <<EOF | chpasswd\na:b\nc:d\nEOF\nls', 'cat <<EOF | chpasswd\n***\nEOF\nls'],
  ['{"c":"chpasswd <<EOF\\na:b\\nEOF\\nls"}', '{"c":"chpasswd <<EOF\\n***\\nEOF\\nls"}'],
  ["create user a identified by 'b'; ls", "create user a identified by '***'; ls"],
])('only the secret of %s is hidden', (text, hidden) => {
  expect(hideSecrets(text, '***')).toBe(hidden)
})

test.each([
  [
    ['docker', 'login', '-p', 'two words'],
    ['docker', 'login', '-p', '***'],
  ],
  [
    ['cargo', 'login', 'a|b'],
    ['cargo', 'login', '***'],
  ],
  [
    { command: 'vault', args: ['login', 'x1'] },
    { command: 'vault', args: ['login', '***'] },
  ],
  [
    ['docker', 'run', '-p', '8080:80'],
    ['docker', 'run', '-p', '8080:80'],
  ],
])('a command as a list: %j', (value, hidden) => {
  expect(hideDeep(value, { replace: '***', record: true })).toEqual(hidden)
})

test('a secret on a continued line is hidden, however often the text was made JSON', () => {
  let text = 'vault login \\\r\n\thunter22'
  for (let depth = 0; depth <= 3; depth++) {
    expect([depth, hideSecrets(`see {"note": ${text}}`, '***').includes('hunter22')]).toEqual([depth, false])
    text = JSON.stringify({ note: text })
  }
})

test('every form of secret has a hint, so that no payload is kept unlooked at', () => {
  for (let at = 0; at < 400; at++) {
    const { text } = plant(at)
    expect([text, mayHoldSecret(text)]).toEqual([text, true])
  }
})

test.each<{ head?: string; part: string; times: number; tail?: string }>([
  { part: 'a.', times: 200_000 },
  { part: 'eyJ-', times: 100_000 },
  { part: 'token', times: 80_000 },
  { part: 'password = ', times: 40_000 },
  { part: '--password', times: 40_000 },
  { part: 'mysql ', times: 60_000 },
  { part: 'docker login ', times: 30_000 },
  { part: 'htpasswd -b ', times: 30_000 },
  { part: 'openssl -k', times: 40_000 },
  { part: 'machine x login y ', times: 20_000 },
  { part: 'echo "', times: 60_000, tail: 'docker login --password-stdin' },
  { part: 'echo x | docker login ', times: 10_000, tail: '--password-stdin' },
  { part: 'chpasswd <<E ', times: 30_000 },
  { part: 'chpasswd <<E\n', times: 30_000 },
  { part: 'npm config set token ', times: 10_000 },
  { part: 'cat <<E | chpasswd ', times: 20_000 },
  { part: 'cat <<E | chpasswd\n', times: 20_000 },
  { part: '<<E |', times: 60_000, tail: 'chpasswd\n' },
  { part: ' \\\n', times: 100_000 },
  { head: 'docker login -p ', part: ' ', times: 300_000 },
  { head: 'docker login -p ', part: '\\t', times: 100_000 },
  { head: 'docker login -p ', part: '\\', times: 300_000 },
  { part: 'docker login \\\n -p ', times: 10_000 },
  { part: 'identified by ', times: 30_000 },
  { part: 'create user a identified with b ', times: 15_000 },
  { part: '-u \\n', times: 80_000 },
  { head: 'zip -', part: 'r', times: 300_000 },
  { part: 'kubectl create secret --from-literal=a=b ', times: 10_000 },
  { part: 'cargo login ', times: 30_000 },
  { part: '-u ', times: 100_000 },
  { part: 'cookie: ', times: 50_000 },
  { part: 'https://', times: 50_000 },
  { part: '\\"', times: 200_000 },
  { part: 'secret:"\\', times: 40_000 },
])('masking a hostile text takes linear time (%#)', async ({ head = '', part, times, tail = '' }) => {
  await expectLinear((count) => hideSecrets(head + part.repeat(count) + tail, ''), times)
})

test('a problem of hooks.yaml is shown without the secrets in its line, and told to nobody with them', async () => {
  const broken = Array.from({ length: tokens.length * 2 }, (_, at) => plant(at))
    .filter(({ text }) => !text.includes('\n'))
    .map(({ text, secrets }, at) => ({
      secrets,
      line: `    - { name: r${at}, dney: ${JSON.stringify(text)} }`,
    }))
  const { env, hooks } = makeProject({
    'hooks.yaml': `version: 1\nhooks:\n  PreToolUse:\n${broken.map(({ line }) => line).join('\n')}\n`,
  })
  const secrets = broken.flatMap((each) => each.secrets).filter((secret) => !secret.startsWith('x'))
  const input = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', source: 'startup' })
  const told = await Promise.all([
    ...['pretty', 'json', 'github', 'sarif'].map((format) => hooks(['validate', '--format', format])),
    hooks(['test']),
    hooks(['status']),
    hooks(['run', '--agent', 'claude-code'], { env, input }),
  ])
  const texts = told.map(({ stdout, stderr }) => stdout + stderr)
  expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([])
  expect(texts[0]).toMatch(/^4 \| {5}- \{ name: r0, dney: "see \*{20} there" \}\n {2}\| +\^{4}$/m)
})

test.each(places.map((place) => [place('xQ7wertyuiop7'), 'xQ7wertyuiop7']))('hidden: %s', (text, secret) => {
  expect(hideSecrets(text, '***')).not.toContain(secret)
})
