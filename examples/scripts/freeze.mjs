// Denies a deploy while the file named in FREEZE_FILE stands in the project: exit 2, the reason on stderr.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const { HOOKS_ROOT = '.', FREEZE_FILE = 'FREEZE' } = process.env
if (existsSync(join(HOOKS_ROOT, FREEZE_FILE))) {
  console.error(`Nothing is deployed to ${process.argv[2]} during the freeze. Ask the user when it ends.`)
  process.exit(2)
}
