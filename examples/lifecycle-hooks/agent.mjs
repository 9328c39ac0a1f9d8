// A loop of one's own whose conversation is a file. Hooks hear of every response and of the end, and may replace the conversation.
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createEngine, isHooksStop, nextPrompt } from 'hooks-yaml'

/** `model` takes messages and gives `{ text, tool_calls, usage }`; it also answers recipes. */
export function openHooks(root, model) {
  const runner = async (prompt, { signal }) =>
    (await model({ messages: [{ role: 'user', content: prompt }] }, { signal })).text
  return createEngine({ root, trust: 'all', state: { dir: path.join(root, '.agent') }, runner })
}

/** Goes on with the conversation in `file`; `tools` are functions by name. */
export async function talk(engine, { file, prompt: first, model, tools, max_context, signal }) {
  const messages = await load(file)
  const run = await engine.start({
    session: path.basename(file),
    prompt: first,
    messages,
    max_context,
    signal,
  })
  const save = () => store(file, run.history(messages))
  let prompt = run.prompt
  let error
  while (prompt !== undefined && error === undefined) {
    messages.push({ role: 'user', content: prompt })
    try {
      for (let calls = [{}]; calls.length > 0 && run.stopped === undefined; await save()) {
        const response = await run.wrapModelCall({ messages: [...messages] }, (request) =>
          model(request, { signal }),
        )
        calls = response.tool_calls ?? []
        messages.push({ role: 'assistant', content: response.text ?? '', tool_calls: calls })
        const results = await Promise.all(
          calls.map((call) => run.wrapToolCall(call, ({ name, input }) => tools[name](input, { signal }))),
        )
        results.forEach(({ output }, i) =>
          messages.push({ role: 'tool', tool_call_id: calls[i].id, content: output }),
        )
      }
    } catch (thrown) {
      error = thrown
    }
    prompt = nextPrompt(await run.end({ error, messages }))
  }
  if (error !== undefined && !isHooksStop(error)) throw error
  return messages.at(-1).content
}

async function load(file) {
  return JSON.parse(
    await readFile(file, 'utf8').catch((error) => (error.code === 'ENOENT' ? '[]' : Promise.reject(error))),
  )
}

async function store(file, messages) {
  await writeFile(`${file}.tmp`, JSON.stringify(messages, undefined, 2))
  await rename(`${file}.tmp`, file)
}
