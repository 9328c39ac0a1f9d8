export { answerCallback, askRecipe } from './recipes/callback.ts'
