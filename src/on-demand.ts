// Parts of the program that a match needs now and then. Who starts the program says how they are loaded.
export interface OnDemand {
  readonly cel: typeof import('./cel.ts')
  readonly re2: typeof import('./re2.ts')
  readonly facts: typeof import('./facts.ts')
  readonly shell: typeof import('./shell.ts')
  readonly programs: typeof import('./programs.ts')
  readonly code: typeof import('./code.ts')
}

type Load = <Name extends keyof OnDemand>(name: Name) => OnDemand[Name]

const loading: { load: Load | undefined } = { load: undefined }

export function loadOnDemandWith(load: Load): void {
  loading.load = load
}

/** Throws where nobody said how. */
export function onDemand<Name extends keyof OnDemand>(name: Name): OnDemand[Name] {
  if (loading.load === undefined) throw new TypeError(`the part "${name}" cannot be loaded here`)
  return loading.load(name)
}
