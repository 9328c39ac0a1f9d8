export { scripted } from './catalog.ts'
export { makeRun } from './handlers/run.ts'
export { createSpawn } from './spawn.ts'
export { startLean } from './spawn/start-lean.ts'
