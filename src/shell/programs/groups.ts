// The groups of the table.
import { archives } from './data/archives.ts'
import { containers } from './data/containers.ts'
import { credentials } from './data/credentials.ts'
import { develop } from './data/develop.ts'
import { files } from './data/files.ts'
import { git } from './data/git.ts'
import { interpreters } from './data/interpreters.ts'
import { javascript } from './data/javascript.ts'
import { network } from './data/network.ts'
import { packages } from './data/packages.ts'
import { search } from './data/search.ts'
import { shells } from './data/shells.ts'
import { texts } from './data/texts.ts'
import { transfers } from './data/transfers.ts'
import { windows } from './data/windows.ts'
import { wrappers } from './data/wrappers.ts'

/** In the order of the documentation. A later section of a program takes the place of an earlier one. */
export const groups = {
  files,
  texts,
  search,
  archives,
  git,
  network,
  javascript,
  packages,
  containers,
  transfers,
  credentials,
  shells,
  interpreters,
  develop,
  windows,
  wrappers,
} as const
