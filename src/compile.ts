// What a run needs when its plan is not current.
export { renewFor } from './commands/renew-for.ts'
