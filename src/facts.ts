// What a call would do, loaded when a tried rule asks.
export { factMatchers } from './catalog.ts'
export { createFactSource } from './facts/source.ts'
export { historyIn, remember, rememberScript } from './facts/history.ts'
