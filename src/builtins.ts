export { builtins } from './catalog.ts'
export { appendContents } from './ledger/contents.ts'
