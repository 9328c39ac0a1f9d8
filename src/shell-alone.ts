// Reading shell text where nothing of a decision is loaded beside it: it brings the table, and is told how other parts are loaded.
export { loadOnDemandWith } from './on-demand.ts'
export * from './programs.ts'
export * from './shell.ts'
