// Matchers of the files that a call would touch: each is a row here and a line of the catalogue.
import { bashCall, fileCall } from './shared/examples.ts'
import { definePathMatcher } from './shared/fact-matcher.ts'

export const path = definePathMatcher({
  key: 'path',
  summary: 'globs over the files that the call would read, create, change or delete',
  kinds: ['reads', 'creates', 'edits', 'deletes'],
  examples: [
    { pattern: ['.env*', '!.env.example'], event: bashCall('cp .env .env.example'), is: 'yes' },
    { pattern: ['.env*', '!.env.example'], event: fileCall('Read', '.env.example'), is: 'no' },
    { pattern: '~/.ssh/**', event: fileCall('Read', '~/.ssh/id_ed25519'), is: 'yes' },
    { pattern: '/etc/**', event: bashCall('tee /etc/hosts'), is: 'yes' },
  ],
})

export const reads = definePathMatcher({
  key: 'reads',
  summary: 'globs over the files that the call would read; how it reads them, and whether HEAD had them',
  kinds: ['reads'],
  takes: 'reads',
  examples: [
    { pattern: '.env*', event: fileCall('Read', 'api/.env.production'), is: 'yes' },
    { pattern: '.env*', event: bashCall('cat < .env'), is: 'yes' },
    { pattern: '.env*', event: fileCall('Write', '.env'), is: 'no' },
    { pattern: '~/.ssh/**', event: bashCall('cat $KEY'), is: 'maybe' },
    { pattern: { path: '.env', by: 'name' }, event: bashCall('grep TOKEN .env'), is: 'yes' },
    { pattern: { path: '.env', by: 'name' }, event: bashCall('grep -c TOKEN .env'), is: 'no' },
    { pattern: { path: '.env', by: 'listing' }, event: bashCall('wc -l .env'), is: 'yes' },
  ],
})

export const writes = definePathMatcher({
  key: 'writes',
  summary: 'globs over the files that the call would create, change or delete',
  kinds: ['creates', 'edits', 'deletes'],
  examples: [
    { pattern: 'src/**', event: fileCall('Write', 'src/cart.ts'), is: 'yes' },
    { pattern: 'src/**', event: bashCall('echo x >> src/cart.ts'), is: 'yes' },
    { pattern: 'src/**', event: bashCall('rm src/cart.ts'), is: 'yes' },
    { pattern: 'src/**', event: fileCall('Read', 'src/cart.ts'), is: 'no' },
  ],
})

export const creates = definePathMatcher({
  key: 'creates',
  summary: 'globs over the files that the call would create',
  kinds: ['creates'],
  examples: [
    { pattern: '*.sql', event: fileCall('Write', 'migrations/002.sql'), is: 'yes' },
    { pattern: '*.sql', event: bashCall('touch migrations/002.sql'), is: 'yes' },
    { pattern: '*.sql', event: fileCall('Edit', 'migrations/001.sql'), is: 'no' },
  ],
})

export const deletes = definePathMatcher({
  key: 'deletes',
  summary: 'globs over the files that the call would delete',
  kinds: ['deletes'],
  examples: [
    { pattern: 'migrations/**', event: bashCall('rm -r migrations'), is: 'yes' },
    { pattern: 'migrations/**', event: bashCall('rm -rf .'), is: 'yes' },
    { pattern: 'migrations/**', event: bashCall('ls migrations'), is: 'no' },
  ],
})

export const edits = definePathMatcher({
  key: 'edits',
  summary: 'globs over the files that the call would change',
  kinds: ['edits'],
  examples: [
    { pattern: 'migrations/**', event: fileCall('Edit', 'migrations/001.sql'), is: 'yes' },
    { pattern: 'migrations/**', event: bashCall('sed -i s/a/b/ migrations/001.sql'), is: 'yes' },
    { pattern: 'migrations/**', event: fileCall('Edit', 'src/cart.ts'), is: 'no' },
  ],
})

export const byHand = definePathMatcher({
  key: 'by_hand',
  summary: 'globs over the files that the call would create or change by name, not as part of a directory',
  kinds: ['creates', 'edits'],
  named: true,
  examples: [
    { pattern: 'dist/**', event: fileCall('Write', 'dist/cart.js'), is: 'yes' },
    { pattern: 'package-lock.json', event: bashCall('sed -i s/1/2/ package-lock.json'), is: 'yes' },
    { pattern: 'package-lock.json', event: bashCall('mv other.json package-lock.json'), is: 'yes' },
    { pattern: 'package-lock.json', event: bashCall('npx prettier --write .'), is: 'no' },
    { pattern: 'node_modules/**', event: bashCall('npm ci'), is: 'no' },
  ],
})
