// Parts of the program that stand in files of their own: what most runs never need is never read.
import type { Host } from './host.ts'
import type { Handlers } from './handlers/make.ts'
import type { Catalog, Context } from './types.ts'

/** The parts by name, with what each exports. */
export interface Parts {
  readonly builtins: Pick<Catalog, 'builtins'>
  readonly scripts: Pick<Handlers, 'makeRun'> & Pick<typeof import('./spawn.ts'), 'createSpawn'>
  readonly 'front-matter': Pick<Context, 'frontMatter'>
  readonly main: typeof import('./main.ts')
  readonly show: typeof import('./commands/show.ts')
}

/** Loads a part when it is first needed. */
export function part<Name extends keyof Parts>(host: Host, name: Name): Parts[Name] {
  return host.load(name) as Parts[Name] // the build puts that part's exports into that file
}
