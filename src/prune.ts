// What a run needs once a day.
export { forgetOld } from './state/prune.ts'
