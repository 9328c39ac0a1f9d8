// What a run needs when a payload may hold a secret.
export { maskedJson } from './ledger/mask.ts'
