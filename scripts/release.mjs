// `node scripts/release.mjs DIR`: packs what is published into DIR: a caller for each platform, by `zig` on the PATH, and the
// package that names them. `--cc`: only this machine's caller, by its own compiler, to try the packages here.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { compileCaller, crossCompileCaller, platforms } from './caller.mjs'

const [dir, ...options] = process.argv.slice(2)
if (dir === undefined || options.some((option) => option !== '--cc')) {
  console.error('usage: node scripts/release.mjs DIR [--cc]')
  process.exit(2)
}
const isLocal = options.includes('--cc')
const out = resolve(dir)
const own = `${process.platform}-${process.arch}`
const root = new URL('..', import.meta.url).pathname
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { version, license, repository, publishConfig } = manifest

const nameOf = (platform) => `@hooks-yaml/caller-${platform}`
const npm = (args, cwd) =>
  execFileSync('npm', ['--loglevel=error', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`)

/** A directory becomes a package; it is gone then. */
function pack(from) {
  npm(['pack', '--ignore-scripts', '--pack-destination', out], from)
  rmSync(from, { recursive: true })
}

function packCaller(platform) {
  const to = join(out, `caller-${platform}`)
  mkdirSync(to, { recursive: true })
  const program = join(to, 'caller')
  if (!isLocal) crossCompileCaller(program, platform)
  else if (!compileCaller(program)) throw new Error('there is no C compiler')
  chmodSync(program, 0o755)
  // It says how it is started.
  if (platform === own && spawnSync(program).status !== 2) throw new Error(`${program} does not run`)
  const [os, cpu] = platform.split('-')
  writeJson(join(to, 'package.json'), {
    name: nameOf(platform),
    version,
    description: `Asks the engine of hooks-yaml on ${os} ${cpu}`,
    license,
    ...(repository && { repository }),
    os: [os],
    cpu: [cpu],
    files: ['caller', 'THIRD-PARTY-LICENSES'],
    publishConfig,
  })
  cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'))
  if (!isLocal && os === 'linux') cpSync(muslLicense(), join(to, 'THIRD-PARTY-LICENSES'))
  pack(to)
}

/** Of the libc that stands in a static program. */
function muslLicense() {
  const told = execFileSync('zig', ['env'], { encoding: 'utf8' })
  const [, lib = ''] = /lib_dir\W+"([^"]+)"/.exec(told) ?? []
  return join(lib, 'libc/musl/COPYRIGHT')
}

/** As the checkout packs it; only here its manifest names packages that are published with it. */
function packProduct() {
  const to = join(out, manifest.name)
  const [{ files }] = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root))
  for (const { path } of files) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(root, path), join(to, path))
  }
  const callers = Object.keys(platforms).map((platform) => [nameOf(platform), version])
  writeJson(join(to, 'package.json'), { ...manifest, optionalDependencies: Object.fromEntries(callers) })
  pack(to)
}

mkdirSync(out, { recursive: true })
for (const platform of isLocal ? [own] : Object.keys(platforms)) packCaller(platform)
packProduct()
