import { expect, test } from 'vitest'
import { frontMatter } from '../../src/recipes/front-matter.ts'
import { readRecipe } from '../../src/recipes/read-recipes.ts'

const read = (text: string) =>
  readRecipe({ name: 'review', file: '/shop/recipes/review.md', text }, frontMatter)

const head = (lines: string) => `---\n${lines}\n---\nReview it.\n`

test.each<{ name: string; text: string; recipe: object; lacks?: string }>([
  {
    name: 'a body alone',
    text: 'Review it.\n',
    recipe: { name: 'review', output: 'messages', body: 'Review it.' },
  },
  {
    name: 'name and description (K25)',
    text: head('name: second-look\ndescription: Looks again.'),
    recipe: { name: 'second-look', description: 'Looks again.' },
  },
  { name: 'no tools (K28)', text: head('allowed_tools: []'), recipe: { allowed_tools: [] } },
  { name: 'no tools as a text (K28)', text: head("allowed_tools: ''"), recipe: { allowed_tools: [] } },
  { name: 'any tool (K28)', text: head('output: text'), recipe: { output: 'text' }, lacks: 'allowed_tools' },
  {
    name: 'tools with commas (K36)',
    text: head('allowed_tools: Read, Grep'),
    recipe: { allowed_tools: ['Read', 'Grep'] },
  },
  {
    name: 'arguments (K36)',
    text: head('arguments: { tone: { description: How., default: kind }, file: { required: true }, more: }'),
    recipe: {
      arguments: { tone: { description: 'How.', default: 'kind' }, file: { required: true }, more: {} },
    },
  },
  { name: 'a timeout', text: head('timeout: 5m'), recipe: { timeout_ms: 300_000 } },
  {
    name: 'a runner beside the recipe',
    text: head('runner: { command: [./ask.sh, -q], timeout: 3s }'),
    recipe: { runner: { command: ['/shop/recipes/ask.sh', '-q'], timeout_ms: 3000 } },
  },
])('reads $name', ({ text, recipe, lacks }) => {
  const said = read(text)
  expect(said).toMatchObject({ recipe })
  if (lacks !== undefined) expect(said).not.toHaveProperty(`recipe.${lacks}`)
})

test.each([
  { text: '---\nname: [\n---\nx', says: 'its front matter is not a YAML mapping' },
  { text: '---\nname: x\n---\n', says: 'it has no text below its front matter' },
  { text: head('outptu: text'), says: 'unknown key "outptu"' },
  {
    text: head('output: file'),
    says: '"output" is "file", expected one of messages, context, decision, text',
  },
  { text: head('arguments: [file]'), says: '"arguments" is not a mapping of names' },
  { text: head('arguments: { messages: {} }'), says: 'every recipe sees messages itself' },
  { text: head('arguments: { a-b: {} }'), says: '"a-b" cannot be an argument' },
  {
    text: head('arguments: { file: { requierd: true } }'),
    says: 'unknown key "requierd" of argument "file"',
  },
  { text: head('allowed_tools: 3'), says: '"allowed_tools" is not a list of names' },
  { text: head('timeout: soon'), says: '"timeout" is no duration' },
  { text: head('runner: llm'), says: '"runner" is none: write runner: {command' },
  {
    text: head('runner: { provider: foo, model: m }'),
    says: '"provider" is "foo", expected one of anthropic',
  },
  { text: head('runner: { command: [] }'), says: '"runner" is none: write runner: {command' },
  {
    text: head('runner: { provider: openai, model: small, url: [https://models.example.com] }'),
    says: '"runner" is none: ',
  },
  { text: head('result_schema: { typ: object }'), says: '"typ" is not supported' },
  { text: head('workflow: true'), says: 'this version of hooks does not support "workflow" in a recipe yet' },
  { text: '---\n{hooks: {}}\n---\nx', says: '"hooks" has to begin a line of its own' },
  { text: '---\n"hooks": {}\n---\nSuch as:\nhooks: {}', says: '"hooks" has to begin a line of its own' },
  { text: `${head('output: text')}{{bash "git" "branch"}}`, says: 'needs "allow_commands: true"' },
  { text: 'x'.repeat(300_000), says: 'it is longer than 256 KiB' },
])('refuses: $says', ({ text, says }) => {
  expect(read(text)).toMatchObject({ problem: { message: expect.stringContaining(says) as string } })
})
