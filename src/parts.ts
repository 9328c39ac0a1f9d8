// Parts of the program that stand in files of their own: what most runs never need is never read.
import type { Host } from './host.ts'
import type { Handlers } from './handlers/make.ts'
import type { Catalog, Context } from './types.ts'

/** The parts by name, with what each exports. */
export interface Parts {
  readonly builtins: Pick<Catalog, 'builtins'> & Pick<typeof import('./builtins.ts'), 'appendContents'>
  readonly scripts: Pick<Handlers, 'makeRun'> &
    Pick<typeof import('./spawn.ts'), 'createSpawn'> &
    Pick<typeof import('./spawn/start-lean.ts'), 'startLean'> &
    Pick<Handlers, 'scripted'>
  readonly facts: typeof import('./facts.ts')
  readonly shell: typeof import('./shell.ts')
  readonly programs: typeof import('./programs.ts')
  readonly code: typeof import('./code.ts')
  readonly plain: typeof import('./plain.ts')
  readonly recipes: typeof import('./recipes.ts')
  readonly providers: typeof import('./providers.ts')
  readonly jobs: typeof import('./jobs.ts')
  readonly liquid: typeof import('./liquid.ts')
  readonly 'front-matter': Pick<Context, 'frontMatter'>
  readonly decide: typeof import('./decide.ts')
  readonly 'decide-shell': typeof import('./decide-shell.ts')
  readonly 'decide-scripts': typeof import('./decide-scripts.ts')
  readonly answer: typeof import('./answer.ts')
  readonly replay: typeof import('./replay.ts')
  readonly compile: typeof import('./compile.ts')
  readonly mask: typeof import('./mask.ts')
  readonly prune: typeof import('./prune.ts')
  readonly cel: typeof import('./cel.ts')
  readonly otlp: typeof import('./otlp.ts')
  readonly re2: typeof import('./re2.ts')
  readonly main: typeof import('./main.ts')
  readonly show: typeof import('./commands/show.ts')
}

/** Loads a part when it is first needed. */
export function part<Name extends keyof Parts>(host: Host, name: Name): Parts[Name] {
  return host.load(name) as Parts[Name] // the build puts that part's exports into that file
}
