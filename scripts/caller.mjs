// Compiles the caller: for this machine with its own compiler, for releases with Zig, which has every platform's libc.
import { spawnSync } from 'node:child_process'

/** What packages are called after, with Zig's name for it. */
export const platforms = {
  'linux-x64': 'x86_64-linux-musl',
  'linux-arm64': 'aarch64-linux-musl',
  'darwin-x64': 'x86_64-macos',
  'darwin-arm64': 'aarch64-macos',
}

const flags = ['-std=c11', '-Os', '-s']
const source = new URL('../native/caller.c', import.meta.url).pathname

/** Whether there was a compiler for it. */
export function compileCaller(to) {
  const isMade = (...more) =>
    spawnSync('cc', [...more, ...flags, '-o', to, source], { stdio: 'ignore' }).status === 0
  return process.platform !== 'win32' && (isMade('-static') || isMade())
}

export function crossCompileCaller(to, platform) {
  const argv = ['cc', '-target', platforms[platform], ...flags, '-o', to, source]
  if (spawnSync('zig', argv, { stdio: 'inherit' }).status !== 0)
    throw new Error(`zig compiles no caller for ${platform}`)
}
