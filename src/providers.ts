export { askModel } from './providers/ask-model.ts'
