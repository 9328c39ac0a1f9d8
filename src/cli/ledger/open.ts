import path from 'node:path'
import type { Host } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'
import { type LedgerSource, openSource } from '../../store/ledger/source.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { tellWhenLong } from '../shared/tell-when-long.ts'
import { findProjectConfig, type ProjectConfig } from '../shared/project-config.ts'

export interface OpenLedger {
  readonly source: LedgerSource
  readonly here: ProjectConfig
  /** Where the project's state stands. */
  readonly stateDir: string
}

/** The rows of this project. */
export function openLedger(host: Host): OpenLedger {
  const here = findProjectConfig(host)
  const dir = path.join(here.dirs.state, projectKey(here.root))
  const onRead = tellWhenLong(host, 'reading the ledger')
  return { source: openSource(dir, createClock().now(), { onRead }), here, stateDir: dir }
}
