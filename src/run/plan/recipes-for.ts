import path from 'node:path'
import type { Host } from '../call.ts'
import type { Dirs } from '../../store/disk/dirs.ts'
import type { CompileOptions } from '../../config/compile/layer-context.ts'

/** What the compiler needs to look up recipes. */
export function recipesFor(host: Host, dirs: Dirs): Pick<CompileOptions, 'recipeDirs' | 'templateProblem'> {
  return {
    recipeDirs: [path.join(dirs.config, 'recipes'), path.join(host.packageDir, 'recipes')],
    templateProblem: (body) => host.load('liquid').templateProblem(body),
  }
}
