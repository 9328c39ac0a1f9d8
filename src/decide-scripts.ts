// What a run needs when a script has a say, in one file: two take longer to load.
export * from './decide.ts'
export * from './scripts.ts'
