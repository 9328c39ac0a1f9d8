export { answerCallback } from './recipes/callback.ts'
