import fs from 'node:fs'
import path from 'node:path'
import type { Host } from '../host.ts'

/** `hooks schema`: the JSON schema of hooks.yaml, for editors. */
export function schema(host: Host): number {
  host.out(fs.readFileSync(path.join(host.packageDir, 'schemas', 'hooks.schema.json'), 'utf8'))
  return 0
}
