export { builtins } from './catalog.ts'
