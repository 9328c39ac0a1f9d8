// Seeded rewrites of commands that mean the same.
import { textCarriers, wordCarriers } from './carriers.ts'
import { pick, type Random, single } from './random.ts'
import { prefixes, shells, structures, wrappers } from './texts.ts'
import { bare, wordRewrites, wordsOf } from './words.ts'

export interface Rewrite {
  readonly text: string
  /** The kinds of rewrite, innermost first. */
  readonly how: readonly string[]
}

/** Options that may be written in another way, and what else means the same. */
const synonyms: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^git push (.*)(?:--force|-f)(?= |$)/,
    [
      'git push $1--force',
      'git push $1-f',
      'git push -f $1',
      'git push --force $1',
      'git push $1-vf',
      'git push $1-fq',
    ],
  ],
  [/^git reset --hard\b/, ['git reset --hard', 'git reset -q --hard', 'git reset --har']],
  [
    /^git clean -(?:fd|df)\b/,
    [
      'git clean -d -f',
      'git clean -df',
      'git clean -fd',
      'git clean --force -d',
      'git clean -d --force',
      'git clean -qfd',
    ],
  ],
  [
    /^git branch -D\b/,
    ['git branch -D', 'git branch -d -f', 'git branch --delete --force', 'git branch -df', 'git branch -fd'],
  ],
  [
    /^rm -rf(?= )/,
    [
      'rm -fr',
      'rm -r -f',
      'rm -f -r',
      'rm -Rf',
      'rm -fR',
      'rm --recursive --force',
      'rm --force -r',
      'rm -rfv',
      'rm -vrf',
      'rm --recur --forc',
      'rm -f --recursive',
    ],
  ],
  [/^rm -f(?= [^-])/, ['rm --force', 'rm', 'rm -v -f', 'rm -i', 'rm -fv']],
  [
    /^sed -i(?= )/,
    [
      'sed -i',
      'sed --in-place',
      'sed -i.bak',
      'sed --in-place=.bak',
      'sed -E -i',
      'sed -Ei',
      'sed -i -E',
      'sed -ni',
      'sed -i -e',
      'gsed -i',
    ],
  ],
  [
    /^kubectl --context[= ](\S+) (.*)/,
    [
      'kubectl --context $1 $2',
      'kubectl --context=$1 $2',
      'kubectl $2 --context $1',
      'kubectl $2 --context=$1',
    ],
  ],
  [/^npm install\b/, ['npm install', 'npm i', 'npm add', 'npm in', 'npm isntall']],
  [/^chmod 777\b/, ['chmod 777', 'chmod -v 777', 'chmod -R 777', 'chmod 777 -v']],
  [
    /^curl -o (\S+) (\S+)/,
    [
      'curl -o $1 $2',
      'curl -o$1 $2',
      'curl --output $1 $2',
      'curl --output=$1 $2',
      'curl $2 -o $1',
      'curl -sLo $1 $2',
      'curl -sLo$1 $2',
    ],
  ],
  [
    /^wget -O (\S+) (\S+)/,
    [
      'wget -O $1 $2',
      'wget -O$1 $2',
      'wget --output-document=$1 $2',
      'wget $2 -O $1',
      'wget -qO $1 $2',
      'wget -qO$1 $2',
    ],
  ],
  [
    /^cp (\S+) (\S+\/)$/,
    ['cp $1 $2', 'cp -t $2 $1', 'cp --target-directory=$2 $1', 'cp $1 -t $2', 'cp -vt $2 $1', 'cp -ft$2 $1'],
  ],
  [
    /^head -n (\d+)/,
    ['head -n $1', 'head -n$1', 'head -$1', 'head --lines=$1', 'head --lines $1', 'head -qn $1'],
  ],
  [/^docker run\b/, ['docker run', 'docker container run', 'docker --debug run', 'docker run --rm']],
  [
    /^docker rm -f\b/,
    ['docker rm -f', 'docker rm --force', 'docker container rm -f', 'docker rm --force=true'],
  ],
  [
    /^tar czf\b/,
    ['tar czf', 'tar -czf', 'tar -c -z -f', 'tar --create --gzip --file', 'tar -zcf', 'tar -cvzf'],
  ],
  [
    /^git /,
    [
      'git -C . ',
      'git --no-pager ',
      'git -c core.pager=cat ',
      'git -p ',
      'git --git-dir=.git --work-tree=. ',
      'git -C src -C .. ',
      'git -c a.b=c -C . ',
    ],
  ],
]

const files = [
  '.env',
  '.env.production',
  'orders.ts',
  'package.json',
  'migrations/0001_orders.sql',
  'config/prod/shop.json',
  'README.md',
]

/** Other names of a file of the shop. */
const names: readonly ((file: string, random: Random) => string)[] = [
  (file) => `./${file}`,
  (file) => `.//${file}`,
  (file) => `src/../${file}`,
  (file) => `"$PWD/${file}"`,
  (file) => `"$PWD"/${file}`,
  (file) => `"$(pwd)/${file}"`,
  (file) => `\`pwd\`/${file}`,
  (file) => `~+/${file}`,
  (file) => `./src/./../${file}`,
  (file) => `../shop/${file}`,
  (file) => `nowhere/../${file}`,
  (file) => file.replace(/^(.*)(.)$/, '$1[$2]'),
  (file) => file.replace(/^(.*)(.)$/, '$1{$2,$2}'),
  (file) => `{${file},${file}}`,
  (file, random) => {
    const at = file.lastIndexOf('/') + 2 + random(2)
    return `${file.slice(0, at)}?${file.slice(at + 1)}`
  },
]

function respellOptions(text: string, random: Random): string | undefined {
  const known = synonyms.filter(([from]) => from.test(text))
  if (known.length === 0) return undefined
  const [from, to] = pick(known, random)
  return text.replace(from, pick(to, random))
}

function rename(text: string, random: Random): string | undefined {
  const file = files
    .filter((each) => new RegExp(`(^|[ @=])${each.replaceAll('.', '\\.')}($| )`).test(text))
    .at(-1)
  if (file === undefined || /^git|['"]|[@=]\.|^(?:>|scp|rsync)|>/.test(text)) return undefined
  const spelled = pick(names, random)(file, random)
  const [, before = '', after = ''] =
    new RegExp(`^(.*? )${file.replaceAll('.', '\\.')}((?: .*)?)$`).exec(text) ?? []
  // Only one word may stand for it, save where more of the same change nothing.
  return before === '' || (/[{?]/.test(spelled) && /^(?:cp|mv|ln|diff|cmp|dd|install)|</.test(text))
    ? undefined
    : before + spelled + after
}

const isOfShell = /^(?:source|\.|history|pwd|cd)$/

function wrap(text: string, random: Random): Rewrite | undefined {
  const words = wordsOf(text)
  if (words === undefined || isOfShell.test(words[0] ?? '')) return undefined
  const how: string[] = []
  let made = words.map(bare).join(' ')
  for (let left = 1 + random(4); left > 0; left--) {
    const wrapper = pick(random(2) === 0 ? wrappers : wordCarriers, random)
    // It joins its words, so that quotes are lost.
    if (wrapper.startsWith('watch') && /['"]/.test(made)) continue
    made = wrapper === 'su root -c' ? `su root -c ${single(made)}` : `${wrapper} ${made}`
    how.push(wrapper)
  }
  if (random(3) === 0) {
    how.push(pick(prefixes, random))
    made = `${how.at(-1)} ${made}`
  }
  // Without items it runs once as it is.
  const ended = how.some((each) => each.startsWith('xargs')) ? `${made} < /dev/null` : made
  return how.length === 0 ? undefined : { text: ended, how: [how.toReversed().join(' ')] }
}

type Kind = (text: string, random: Random) => Rewrite | undefined

const named = (
  list: Readonly<Record<string, (text: string, random: Random) => string | undefined>>,
): Kind => {
  const entries = Object.entries(list)
  return (text, random) => {
    const [how, rewrite] = pick(entries, random)
    const made = rewrite(text, random)
    return made === undefined ? undefined : { text: made, how: [how] }
  }
}

const inWords: Kind = (text, random) => {
  const words = wordsOf(text)
  if (words === undefined) return undefined
  const [how, rewrite] = pick(Object.entries(wordRewrites), random)
  const made = rewrite(words, random)
  return made === undefined ? undefined : { text: made, how: [how] }
}

const options: Kind = (text, random) => {
  const made = respellOptions(text, random)
  return made === undefined ? undefined : { text: made, how: ['options'] }
}

const paths: Kind = (text, random) => {
  const made = rename(text, random)
  return made === undefined ? undefined : { text: made, how: ['another name'] }
}

const inner: readonly Kind[] = [inWords, inWords, wrap, options, paths]
const carried: Kind = (text, random) =>
  /[\n`{}]|<<|!/.test(text) ? undefined : named(textCarriers)(text, random)

const outer: readonly Kind[] = [named(shells), named(structures), carried]

/** One rewrite: options and names first, then words or wrappers, then what stands around all of it. */
export function rewrite(text: string, random: Random): Rewrite {
  const steps: readonly Kind[] = pick(
    [
      [inWords],
      [wrap],
      [options, inWords],
      [paths, wrap],
      [pick(inner, random), ...outer],
      [options, paths, wrap],
      [pick(outer, random)],
      [pick(outer, random)],
      [pick(inner, random), pick(outer, random)],
      [options, inWords, pick(outer, random)],
      [pick(inner, random), pick(outer, random), pick(outer, random)],
      [pick(outer, random), pick(outer, random), pick(outer, random)],
    ],
    random,
  )
  let made: Rewrite = { text, how: [] }
  for (const step of steps) {
    const next = step(made.text, random)
    if (next !== undefined) made = { text: next.text, how: [...made.how, ...next.how] }
  }
  return made.how.length === 0 ? { text: `true && ${text}`, how: ['&&'] } : made
}
