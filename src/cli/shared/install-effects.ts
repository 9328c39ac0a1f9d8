import path from 'node:path'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import type { Host } from '../../run/call.ts'
import type { InstallEffects } from '../install.ts'
import { findProjectConfig } from './project-config.ts'

/** What `install` works with on this machine. */
export function installEffects(host: Host): InstallEffects {
  const { root, dirs } = findProjectConfig(host)
  const bin = path.join(host.packageDir, 'dist', 'bin.cjs')
  return {
    files: createInstallFiles(),
    env: host.env,
    home: dirs.home,
    accountHome: host.accountHome(),
    state: dirs.state,
    root,
    node: host.node,
    bin,
  }
}
