// Rules over facts are looked up by what they demand. Asking all of them, every time, gives the same verdict.
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtins, catalog, dialects, matchers } from '../../src/catalog.ts'
import { compilePlan } from '../../src/config/compile/compile.ts'
import { createSubject, unknownHistory } from '../../src/engine/subject.ts'
import { dispatch } from '../../src/engine/dispatch.ts'
import { createRegistry, matchersByKey, createRuleCompiler } from '../../src/engine/live.ts'
import { listRules } from '../../src/engine/select/rule-list.ts'
import { createFactSource } from '../../src/shell/source.ts'
import { factTexts } from '../../src/engine/select/fact-texts.ts'
import { createFiles } from '../../src/store/disk/files.ts'
import { loaders } from '../support/loaders.ts'
import { createMemoryState } from '../../src/store/state/memory.ts'
import type { Event, Registry, Rule, RuleList, Verdict } from '../../src/model/types.ts'
import { pick, type Random, randomFrom } from './mutations/random.ts'
import { rewrite } from './mutations/rewrites.ts'
import { seeds } from './mutations/seeds.ts'
import { openShop, rules as written, type Shop } from './mutations/shop.ts'
import { check } from '../support/check.ts'
import { partOf } from '../support/part.ts'
import { seed } from '../support/seed.ts'

const files = createFiles()
const env = { HOME: '/home/ada', PATH: '/usr/bin:/bin' }
const clock = { now: () => 0, elapsed: () => 0 }

/** Whose options may come from elsewhere, whose programs are not named, and who ask when they cannot tell. */
const more = [
  { name: 'git-any-force', match: { command: 'git * --force' } },
  { name: 'stash-all', match: { command: 'git stash --include-untracked' } },
  { name: 'lines', match: { command: 'head --lines=*' } },
  { name: 'found', match: { command: 'find -delete' } },
  { name: 'context', match: { command: 'kubectl --context prod-*' } },
  { name: 'stage', match: { command: ['aws --profile production *', 'npm run --env=production'] } },
  { name: 'account', match: { command: 'CLOUD=prod* *' } },
  { name: 'any-force', match: { command: '* --force' } },
  { name: 'reset', match: { any: [{ command: 'git reset' }, { tool: 'Deploy' }, { deletes: '*.sql' }] } },
  { name: 'pipe', match: { command: 'curl | sh', not: { branch: 'main' } } },
  { name: 'key-files', match: { reads: ['**/keys/**', '!**/*.pub'] } },
  { name: 'netrc', match: { reads: '**/.netrc' } },
  { name: 'private', match: { path: ['vault/', 'src/**/secret-?.{txt,md}'] } },
  { name: 'order-files', match: { reads: 'src/orders/**', not: { reads: '**/*.md' } } },
  { name: 'all-edits', match: { edits: '**' } },
  { name: 'to-be', match: { writes: 'new/orders/**' } },
  {
    name: 'to-be-there',
    match: { any: [{ creates: ['./late/*/list.ts', '!late/gone/**'] }, { tool: 'Deploy' }] },
  },
  { name: 'bins', match: { path: 'node_modules/.bin/**' } },
  { name: 'bin-reads', match: { reads: ['node_modules/.bin/*', 'config/**'] } },
  {
    name: 'all-of-it',
    match: { command: ['rm -r \\*', 'rm -r ./\\*', 'rm -r {/,/etc,~}', 'rm -r {/,~}/\\*'] },
  },
  { name: 'echoes', match: { command: ['echo [0-9]', 'echo failed: 1', '/^echo .*=1$/'] } },
  { name: 'any-one', match: { command: '* 1' } },
  { name: 'dumps', match: { deletes: '**/*.dump' } },
  { name: 'moved-keys', match: { creates: '**/keys/**', not: { tool: 'Write' } } },
]

/** What lies around the project, whose directories have names that its own files have in their paths. */
const around = (dir: string) => [
  { name: 'to-be-here', match: { deletes: `${dir}/shop/made/here/**` } },
  { name: 'elsewhere', match: { path: [`${dir}/**`, '!./**'] } },
  { name: 'deleted-elsewhere', match: { command: 'rm', deletes: ['**', '!./*', '!./*/**'] } },
  { name: 'elsewhere-or-key', match: { any: [{ reads: [`${dir}/**`, '!./**'] }, { reads: '**/keys/*' }] } },
  {
    name: 'read-elsewhere',
    match: { any: [{ reads: [`${dir}/**`, '!./**'] }, { edits: ['/**', '!./**'] }] },
  },
  { name: 'not-here', match: { reads: `${dir}/**`, not: { reads: './**' } } },
]

let shop: Shop
let indexed: Registry
let asked: Registry
let listed: RuleList | undefined
beforeAll(async () => {
  shop = await openShop()
  const rules = [...more, ...around(path.dirname(shop.root))].map((rule) => ({
    ...rule,
    on: 'PreToolUse',
    deny: 'Not in this shop.',
  }))
  writeFileSync(path.join(shop.root, 'hooks.yaml'), JSON.stringify({ ...written, rules })) // YAML, too
  const { plan } = compilePlan({
    root: shop.root,
    layers: [{ layer: 'project', path: path.join(shop.root, 'hooks.yaml'), file: 'hooks.yaml' }],
    env,
    files,
    presetDir: path.join(import.meta.dirname, '../../presets'),
    catalog,
    trust: 'all',
  })
  if (plan === undefined) throw new Error('the rules do not compile')
  const { settings } = plan
  const lists = {
    matchers: matchersByKey(matchers),
    builtins,
    dialects,
    scripted: dialects,
    ...loaders,
    makeRun: () => () => ({}),
  }
  const registryOf = (rules: readonly Rule[]) => createRegistry(rules, settings, createRuleCompiler(lists))
  const own = plan.events.PreToolUse ?? []
  indexed = registryOf(own)
  asked = registryOf(own.map(withoutDemands))
  listed = listRules(own)('PreToolUse')
})
afterAll(() => shop.close())

function withoutDemands(rule: Rule): Rule {
  const { literals: _, facts: _facts, programs: _programs, needs: _needs, outside: _outside, ...rest } = rule
  return rest
}

const callOf = (command: string): Event => ({
  event: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  cwd: shop.root,
  root: shop.root,
  raw: {},
})

async function judge(
  registry: Registry,
  command: string,
): Promise<Omit<Verdict, 'trace'> & { rules: unknown }> {
  const event = callOf(command)
  const state = createMemoryState(clock)
  const effects = {
    clock,
    files,
    spawn: never,
    state,
    env,
    frontMatter: (body: string) => ({ body }),
    parser: loaders.parser,
  }
  const facts = { ...createFactSource({ files, env, parser: loaders.parser }), did: () => unknownHistory }
  const { trace, ...verdict } = (await dispatch(registry, event, { effects, facts })).verdict
  return {
    ...verdict,
    rules: trace.flatMap(({ rule, decision }) => (decision === undefined ? [] : [rule, decision])),
  }
}

async function never(): Promise<never> {
  throw new Error('no rule starts a script')
}

const unknown = ['$X', '"$X"', '$(cat list)', '*', '"${X}.env"', '-$X']

/** With one of its words not to be known. */
function blurred(text: string, random: Random): string {
  const words = text.split(' ')
  words[random(words.length)] = pick(unknown, random)
  return words.join(' ')
}

const sources = { files: [import.meta.filename, 'src/engine', 'src/config/compile'] }

test('on commands as agents write them, rewritten, and with a word that cannot be known', async () => {
  const random = randomFrom(seed)
  const texts = partOf(seeds, 3, sources).flatMap(({ text }) => [
    text,
    rewrite(text, random).text,
    blurred(text, random),
    blurred(text, random),
    `cat notes.md; ${blurred(text, random)} | head`,
  ])
  const property = fc.asyncProperty(fc.constantFrom(...texts), async (text) => {
    expect(await judge(indexed, text)).toEqual(await judge(asked, text))
  })
  await check(property, { examples: texts.map((text) => [text]), numRuns: texts.length })
})

test.each([
  'git push -f origin cart',
  'git push origin +cart',
  'git branch -qf cart',
  'git branch --forc cart',
  'git stash push -ku',
  'git stash push --include-u',
  'head -5 orders.ts',
  'head -qn 5 orders.ts',
  'find src -name x -delete',
  'find src -exec rm -f {} +',
  'git bisect run rm -f orders.ts',
  'rm -rf /',
  'rm --recur //',
  'rm -fR /./',
  'rm -r /etc/../etc/',
  'rm -rf ~',
  "rm -rf '~'",
  "rm -rf './~'",
  'rm -rf *',
  "rm -rf '*'",
  "rm -rf './*'",
  'rm -r ./*',
  'rm -R ~/*',
  "rm -fR '/*'",
  'rm -r -- $X/*',
  'cd / && rm -rf *',
])('on an option or an operand in any spelling: %s', async (text) => {
  expect(await judge(indexed, text)).toEqual(await judge(asked, text))
})

test('and most rules are not asked', () => {
  const rules = { all: 0, some: 0 }
  const source = { ...createFactSource({ files, env, parser: loaders.parser }), did: () => unknownHistory }
  for (const { text } of seeds) {
    const subject = createSubject(callOf(text), source)
    rules.all += [...asked.select(subject, 0)].length
    rules.some += [...indexed.select(subject, 0)].length
  }
  expect(rules.some).toBeLessThan(rules.all / 8)
})

/** Searches, patterns and files by other names, over what a rule protects. */
const below = `
grep -rn price .
grep -rn price src
grep -rl price src/orders src/keys
grep -rn price --include="*.ts"
grep -r price config
grep -rn -A 3 price
rg price
rg price src
rg --hidden price
rg --no-ignore price
rg price kept
rg -g '*.ts' price .
rg --files
git grep price
git grep price src/orders
diff -r src config
diff orders.ts src/cart.ts
gofmt -l src
cat src/*.ts
cat src/orders/*
cat config/prod/*
wc -l *.ts
wc -l .e*
wc -l .env.*
cat src/keys/*.pub
head kept/*
rm -f migrations/*
cat twin
cat settings
cat kept/settings
cat elsewhere/notes
rm -rf new
rm -rf new/orders
rm -rf new/orders/of/today
rm -rf new/order
rm -rf late late/gone late/x/y
rm -rf made made/here
rm -rf dist
rm -rf src
rm -rf config && npm run build
rm -r kept elsewhere
rm -rf src/orders vault
rm -rf node_modules
rm -rf dumps
npm ci
mv src dist
mv src/keys src/orders
mv kept/a.ts late
mv orders.ts late/x
mv orders.ts new
mv orders.ts new/orders
mv dumps vault new
cp -r src new
cp -r src/keys dist
cp -r config late
cp -R elsewhere dist
grep -r price node_modules
npm test; echo $?
npm test 2>&1 | tail -3; echo "failed: $?"
git push -f; echo "ended $?"
ls || echo "code=$?"
rm -rf new && echo "$?" || echo $? $?
git status && echo ok
rm -rf dist//keep new//orders
rm -rf ./dist/../new
rm -rf new/.
rm -rf new/orders/
rm -rf dist/*/
cd dist && rm -rf .
cd dist && rm -rf ../new
cd new && rm -rf orders
cd .. && rm -rf shop/new
rm -rf src/../..
rm -rf New
rm -rf 'new'/orders
for dir in new late; do rm -rf "$dir"; done
dir=new; rm -rf "$dir"
timeout 5 rm -rf new
npx rm -rf made
rm -rf late &
mkdir -p new/orders && rm -rf new
mv src new/orders/deep
mv dumps/of src/../new
mv kept/a.ts src/keys
cp -r new/.. dist
cp -r src/keys/. dist
cp -r src/keys dist && cat dist/keys/shop
cp -r config dist; cat dist/config/prod/shop.json
cp vault/list dist/list && cat dist/list
mv .env.production dist/x && cat dist/x
mv src/keys/shop dist/x; rm -rf dist
rm -rf made/here/now
rm -rf made/her
mv made dist
cat ../beside.txt
rm -f ../beside.txt
rm -f elsewhere/notes
rm src/cart.ts
rm .
grep -r price elsewhere
grep -r price .
cp orders.ts elsewhere/
echo one > ../beside.txt
cd .. && cat beside.txt
cat .env.production
cat vault/list
echo one > orders.ts
echo one >> config/prod/shop.json
echo AKIAABCDEFGHIJKLMNOP > gone.txt
cp .env.production gone.txt
cp orders.ts config/prod
touch migrations/0002.sql
sed -i 's/a/b/' config/prod/shop.json
cd config && grep -r price prod
cd src && cat keys/shop
npx prettier --write config/prod/shop.json
curl -s https://api.partner.example/orders
curl https://files.evil.example/x
npm install left
timeout 60 git stash drop
git commit -anm cart
git commit --no-ver -m cart
git branch -rD cart
git branch --del --forc cart
git checkout -qf main
git checkout -q -- src/cart.ts
git rm -qf orders.ts
git remote remove origin
find src -name '*.ts' -delete
find src -name '*.ts' -print
npm i -gD left
npm install --glob left
curl -s https://files.evil.example/x | jq .
python -m pip install left
`
  .trim()
  .split('\n')

/** The rules that a call is looked up by, and those that spoke when all were asked. */
async function tellApart(
  command: string,
): Promise<{ candidates: readonly string[]; spoke: readonly string[] } | undefined> {
  if (listed === undefined) return undefined
  const event = callOf(command)
  const made = createFactSource({ files, env, parser: loaders.parser })
  const subject = createSubject(event, { ...made, did: () => unknownHistory, real: files.real })
  const places = listed.candidates(event, () => factTexts(subject))
  const { rules } = await judge(asked, command)
  const spoke = Array.isArray(rules) ? rules.filter((_, at) => at % 2 === 0) : []
  return { candidates: places.map((place) => listed?.at(place).name ?? ''), spoke }
}

test('a call is looked up by the texts of its facts, and no rule that would speak is missed', async () => {
  const { root } = shop
  for (const name of [
    'src/keys/shop',
    'src/keys/shop.pub',
    'vault/list',
    'src/orders/secret-1.md',
    'kept/a.ts',
    'node_modules/.bin/tsc',
    'dumps/of/shop.dump',
  ])
    writeUnder(path.join(root, name))
  writeUnder(path.join(root, '.hidden/.netrc'))
  symlinkSync('../.hidden', path.join(root, 'kept', 'settings'))
  symlinkSync('.env', path.join(root, 'settings'))
  writeUnder(path.join(root, '../beside.txt'))
  writeUnder(path.join(root, '../other/notes'))
  symlinkSync('../other', path.join(root, 'elsewhere'))
  linkSync(path.join(root, '.env.production'), path.join(root, 'twin'))
  const random = randomFrom(seed)
  const texts = [
    ...below,
    ...partOf(seeds, 3, { ...sources, from: 1 }).flatMap(({ text }) => [text, rewrite(text, random).text]),
  ]
  const count = { told: 0, spoke: 0 }
  const property = fc.asyncProperty(fc.constantFrom(...texts), async (text) => {
    const told = await tellApart(text)
    if (told === undefined) return
    count.told++
    if (told.spoke.length > 0) count.spoke++
    expect(told.candidates).toEqual(expect.arrayContaining([...told.spoke]))
  })
  await check(property, { examples: texts.map((text) => [text]), numRuns: texts.length })
  expect(count.told).toBeGreaterThan(below.length)
  expect(count.spoke).toBeGreaterThan(20)
})

function writeUnder(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, 'price\n')
}
