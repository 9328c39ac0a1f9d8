export { lastOf, readPayloadFile, showRun } from './commands/show.ts'
