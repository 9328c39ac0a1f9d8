// Archives and patches name files that no word of the command names: they are listed, and only where one could hold the rules.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { guardShop } from './world.ts'

const { shop, bash: judged } = guardShop(packAll)
/** `@` is where the archives are. */
const bash = (command: string) => judged(command.replaceAll('@', `${shop.outside}/`))

const outside = (file: string): string => path.join(shop.outside, file)
const run = (program: string, ...words: readonly string[]): void =>
  void execFileSync(program, words, { cwd: outside('packed'), stdio: 'ignore' })

function put(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(outside(`packed/${file}`)), { recursive: true })
    writeFileSync(outside(`packed/${file}`), text)
  }
}

const diff = (name: string): string => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-version: 1\n+version: 2\n`

function packAll(): void {
  put({ 'hooks.yaml': '', 'settings.json': '{}', 'src/cart.ts': '', 'docs/hooks.yaml': '', 'e.txt': '' })
  put({ 'pkg/hooks.yaml': '', 'pkg/src/cart.ts': '', '.claude/settings.json': '{}' })
  run('tar', 'cf', '../evil.tar', 'src', 'hooks.yaml')
  run('tar', 'cf', '../dot.tar', '.')
  run('tar', 'czf', '../evil.tar.gz', './src', './hooks.yaml')
  run('tar', 'cJf', '../evil.tar.xz', '.claude')
  run('tar', 'cf', '../deep.tar', 'pkg')
  run('tar', 'cf', '../settings.tar', 'settings.json')
  run('tar', 'cPf', '../open.tar', path.join(shop.root, 'hooks.yaml'))
  run('tar', 'cf', '../good.tar', 'src', 'docs')
  run('zip', '-q', '../evil.zip', 'hooks.yaml', 'src/cart.ts')
  run('zip', '-q', '../deep.zip', 'pkg/hooks.yaml')
  run('zip', '-q', '-P', 'x', '../secret.zip', 'hooks.yaml')
  run('zip', '-q', '../good.zip', 'src/cart.ts', 'docs/hooks.yaml')
  run('ar', 'rc', '../evil.a', 'hooks.yaml')
  run('ar', 'rc', '../good.a', 'e.txt')
  writeFileSync(outside('broken.tar'), 'no archive at all')
  for (const [name, file] of Object.entries({ evil: 'hooks.yaml', good: 'src/cart.ts' }))
    writeFileSync(outside(`${name}.diff`), diff(file))
  writeFileSync(outside('binary.diff'), 'diff --git a/hooks.yaml b/hooks.yaml\nGIT binary patch\nliteral 0\n')
  writeFileSync(
    outside('copy.diff'),
    'diff --git a/README.md b/hooks.lock\ncopy from README.md\ncopy to hooks.lock\n',
  )
  writeFileSync(
    outside('quoted.diff'),
    '--- "a/hooks.yam\\154"\n+++ "b/hooks.yam\\154"\n@@ -1 +1 @@\n-a\n+b\n',
  )
  writeFileSync(outside('index.diff'), 'Index: hooks.yaml\n*** hooks.yaml\n--- hooks.yaml\n')
  symlinkSync('..', path.join(shop.root, 'src/up'))
}

test.each([
  'tar xf @evil.tar',
  'tar -xf @evil.tar',
  'tar --extract --file=@evil.tar',
  'tar xvf @evil.tar.gz',
  'tar xzf @evil.tar.gz',
  'tar xJf @evil.tar.xz',
  'tar xf @dot.tar',
  `tar -C ${shop.root} -xf @evil.tar`,
  'cd src && tar xf @evil.tar -C ..',
  'tar xf @evil.tar -C src/up',
  'cd .. && tar xf @evil.tar -C shop',
  'cd @ && tar xf evil.tar -C "$OLDPWD"',
  'tar xf @deep.tar --strip-components=1',
  'tar xf @deep.tar --strip-components=1 pkg',
  'tar xf @evil.tar --wildcards "hooks.*"',
  'tar xf @settings.tar -C .claude',
  'tar x < @evil.tar',
  'tar xz < @evil.tar.gz',
  'bash -c "tar x" < @evil.tar',
  '{ tar x; } < @evil.tar',
  'sudo tar xf @evil.tar',
  'busybox tar xf @evil.tar',
  'tar xPf @open.tar -C vendor',
  'unzip @evil.zip',
  'unzip -o @evil',
  `unzip -d ${shop.root} @evil.zip`,
  'unzip -oq @evil.zip -d .',
  'unzip -j @deep.zip',
  'unzip @evil.zip "hooks.*"',
  'unzip @secret.zip',
  'ar x @evil.a',
  'python3 -m zipfile -e @evil.zip .',
  'python3 -m tarfile -e @evil.tar .',
  'cp @evil.tar src/x && tar xf @good.tar && tar xf @evil.tar',
  'patch < @evil.diff',
  'patch -p1 < @evil.diff',
  'patch -p1 -i @evil.diff',
  'cd src && patch -d .. -p1 < @evil.diff',
  'patch -p0 < @index.diff',
  'git apply @evil.diff',
  'git apply < @evil.diff',
  'git am @evil.diff',
  'git apply @binary.diff',
  'git apply @copy.diff',
  'git apply @quoted.diff',
])('%s is refused', async (command) => {
  expect(await bash(command)).toBe('deny self-protection')
})

test.each([
  'curl -s https://example.com/x.tgz | tar xz',
  'curl -s https://example.com/x.tgz | tar xz -C ~',
  'cat @evil.tar | tar x',
  'git archive loose | tar x',
  'bash -c "cat @evil.tar | tar x" < @good.tar',
  'cp @evil.tar x.tar && tar xf x.tar',
  'cp @evil.tar good.tar; cd . && tar xf good.tar',
  'curl -so x.zip https://example.com/x.zip && unzip x.zip',
  'tar xf @broken.tar',
  'tar xf host:/x.tar',
  'tar xf @good.tar --transform s/docs.//',
  'for f in @*.tar; do tar xf $f; done',
  `python3 -c "import shutil; shutil.unpack_archive('@evil.zip', '.')"`,
  'curl -s https://example.com/x.diff | patch -p1',
  'curl -s https://example.com/x.diff | git apply',
  'curl -so x.diff https://example.com/x.diff && git am x.diff',
  'docker run -v ~/.config/hooks:/x alpine rm /x/hooks.yaml',
  'docker run --rm -v $HOME:/x alpine rm -r /x/.config',
  'docker run -v ..:/x alpine rm /x/shop/hooks.yaml',
  'docker run -v ./.claude:/x:rw alpine rm /x/settings.json',
  'docker run --mount type=bind,source=/etc/hooks,target=/x alpine touch /x/hooks.yaml',
  'podman run -v /:/host alpine true',
])('%s is asked about: what would be written cannot be known', async (command) => {
  expect(await bash(command)).toBe('ask self-protection')
})

test.each([
  'tar xf @good.tar',
  'tar xf @evil.tar -C vendor',
  'tar xf @evil.tar -C /tmp',
  'tar xf @evil.tar src',
  'tar tf @evil.tar',
  'tar xOf @evil.tar',
  'tar xf @deep.tar',
  'tar xf @deep.tar --strip-components=2',
  'tar xf @good.tar -C .claude',
  'tar xf @good.tar --strip-components=1 -C src',
  'cd vendor 2>/dev/null || mkdir -p vendor && tar xf @evil.tar -C vendor',
  'tar x < @good.tar',
  'tar xzf missing.tgz',
  'tar xf missing.tar src docs',
  'unzip @good.zip',
  'unzip missing.zip README.md',
  'unzip -l @evil.zip',
  'unzip @evil.zip -d vendor',
  'unzip @deep.zip',
  'ar x @good.a',
  'ar t @evil.a',
  'curl -s https://example.com/x.tgz | tar xz -C /tmp/x',
  'curl -s https://example.com/x.tgz | tar xz -C vendor --strip-components=1',
  'curl -sO https://example.com/node.tar.gz && tar xzf node.tar.gz -C /opt/node',
  'tar cf - src | (cd ../outside && tar xf -)',
  'git archive feature | tar x -C ../outside/dir',
  'patch -p1 < @good.diff',
  'patch -p1 --dry-run < @evil.diff',
  'git apply @good.diff',
  'git apply --check @evil.diff',
  'git apply /tmp/missing.patch',
  'git apply --directory=vendor @evil.diff',
  'git am --abort',
  'docker run --rm -v "$PWD:/app" node npm test',
  'docker run --rm -v $(pwd):/app node npm test',
  'docker run -v .:/app -v ./src:/src -v /tmp/x:/x -v data:/data node',
  'docker run -v ~/.claude:/root/.claude:ro node',
  'docker run --mount type=bind,source=/etc/hooks,target=/x,readonly node',
  'podman run -v ~/.npm:/root/.npm node',
])('%s passes', async (command) => {
  expect(await bash(command)).toBe('allow all')
})
