// What a run needs when a rule asks what a shell command does, in one file: two take longer to load.
export * from './decide.ts'
export * from './facts.ts'
export * from './programs.ts'
export * from './rehearse.ts'
export * from './shell.ts'
