import { test } from 'vitest'
import { compileText, rulesOf } from './corpus.ts'
import { commandsOf } from '../../../src/cli/witness/commands.ts'
import { subjectIn, bash } from '../../support/facts-world.ts'
test('x', () => {
  const r = rulesOf(compileText('extends: [recommended@1]')).find(r => r.name.endsWith('/delete-project'))!
  const c = (r.match as any).of[0].pattern
  console.log(JSON.stringify(c), commandsOf(c))
  for (const line of ['rm -r *', 'rm -r ./*', "rm -rf *"])
  console.log(JSON.stringify(subjectIn({ files: { 'a.txt': '', 'src/a.ts': '' } }, bash(line)).facts(), null, 0))
})
