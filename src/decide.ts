// What a run needs when a rule may have a say.
export { decide } from './commands/decide.ts'
