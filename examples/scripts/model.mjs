// Stands in for a model: the prompt on stdin, the answer on stdout. Yours may be `llm -m small` or `claude -p`.
import { readFileSync } from 'node:fs'

const prompt = readFileSync(0, 'utf8')
const answer = prompt.includes('price')
  ? { decision: 'ask', reason: 'A price changes here. Is that meant?' }
  : { decision: 'proceed' }
console.log(JSON.stringify(answer))
