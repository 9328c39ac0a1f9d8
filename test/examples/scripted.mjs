// Models that say what a test wrote down, for this process and for one that is killed.

/** A text, a list of calls, or "CRASH": the process is killed in the middle of the call. */
async function said(turn, request) {
  const says = (typeof turn === 'function' ? await turn(request) : turn) ?? 'Done.'
  if (says === 'CRASH') process.kill(process.pid, 'SIGKILL')
  return says
}

/** One turn after the other, for the agent and, in a list of their own, for its recipes; `asked` is what the model read. */
export function scripted(turns, answers = []) {
  const asked = []
  const left = { turns: [...turns], answers: [...answers] }
  const next = (request, isRecipe) => {
    asked.push(request)
    return said((isRecipe ? left.answers : left.turns).shift(), request)
  }
  return { asked, next }
}

/** The same for the AI SDK. Recipes offer no tools. */
export function aiModel({ next }, used = 10) {
  let calls = 0
  const doGenerate = async ({ prompt, tools, abortSignal: signal }) => {
    const says = await next({ prompt, signal, text: textOf(prompt) }, tools === undefined)
    const isText = typeof says === 'string'
    return {
      content: isText ? [{ type: 'text', text: says }] : says.map((call) => partOf(call, `c${++calls}`)),
      finishReason: { unified: isText ? 'stop' : 'tool-calls', raw: undefined },
      usage: { inputTokens: { total: used }, outputTokens: { total: 5 } },
      warnings: [],
    }
  }
  return { specificationVersion: 'v3', provider: 'test', modelId: 'scripted', supportedUrls: {}, doGenerate }
}

function partOf({ tool, input = {} }, toolCallId) {
  return { type: 'tool-call', toolCallId, toolName: tool, input: JSON.stringify(input) }
}

/** Everything that a model reads, by its role. */
function textOf(prompt) {
  return prompt.map(({ role, content }) => `${role}: ${flat(content)}`).join('\n')
}

function flat(content) {
  if (typeof content === 'string') return content
  return content.map(({ text, output, input }) => text ?? JSON.stringify(output?.value ?? input)).join(' ')
}
