import { join, resolve } from 'node:path'
import type { Env } from '../../model/types.ts'

/** Makes a configured path absolute: relative to the root, `~/` is the home directory. */
export function configuredPath(
  written: string,
  { root, env }: { readonly root: string; readonly env: Env },
): string {
  const home = env['HOME'] ?? env['USERPROFILE']
  if (home !== undefined && /^~(?=$|[/\\])/.test(written)) return join(home, written.slice(1))
  return resolve(root, written)
}
