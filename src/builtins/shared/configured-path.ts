import { join, resolve } from 'node:path'
import type { Env } from '../../model/types.ts'

/** A path as a rule's author wrote it, made absolute: `~/` is the home directory, anything else is relative to the root. */
export function configuredPath(
  written: string,
  { root, env }: { readonly root: string; readonly env: Env },
): string {
  const home = env['HOME'] ?? env['USERPROFILE']
  if (home !== undefined && /^~(?=$|[/\\])/.test(written)) return join(home, written.slice(1))
  return resolve(root, written)
}
