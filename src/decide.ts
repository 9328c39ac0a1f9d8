// What a run needs when a rule may have a say.
export { decide, encode } from './commands/decide.ts'
