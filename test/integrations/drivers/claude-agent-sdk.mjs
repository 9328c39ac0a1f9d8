import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { claudeHooks } from 'hooks-yaml/claude-agent-sdk'
import { z } from 'zod'
import { openShop, shopTools } from './shop.mjs'

/** Nothing but the model is asked; as root the client wants to know that it is in a box. */
const quiet = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  IS_SANDBOX: '1',
}

/** `place` is a home of its own, `startModel` a scripted model on loopback, `bin` the client. */
export async function play(given, { place, startModel, bin }) {
  const { engine, books, options, controller } = await openShop(given)
  const turns = [...given.turns, ...Array(9).fill('Done.')].map((turn) =>
    typeof turn === 'string'
      ? [{ text: turn }]
      : turn.map(({ tool: name, input }) => ({ tool: `mcp__shop__${name}`, input })),
  )
  const model = await startModel([{ turns, input_tokens: Array(9).fill(10) }])
  const tools = Object.entries(shopTools(books)).map(([name, { description, fields, work }]) => {
    const shape = Object.fromEntries(fields.map((field) => [field, z.string()]))
    return tool(name, description, shape, async (input, extra) => ({
      content: [{ type: 'text', text: await work(input, extra?.signal) }],
    }))
  })
  const ended = await talk(
    {
      prompt: given.prompt,
      options: {
        abortController: controller,
        pathToClaudeCodeExecutable: bin,
        cwd: place.project,
        env: { ...place.env, ...quiet, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'test' },
        model: 'claude-sonnet-4-5',
        settingSources: [],
        permissionMode: 'bypassPermissions',
        allowDangerouslySkipPermissions: true,
        includePartialMessages: given.stream === true,
        mcpServers: { shop: createSdkMcpServer({ name: 'shop', tools }) },
        hooks: claudeHooks(engine, options),
      },
    },
    books,
    given.stream,
  )
  await model.close()
  await engine.close()
  const seen = model.requests
  const told = seen
    .flatMap(({ messages }) => messages)
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'tool_result')
  return {
    ...books,
    // A prompt that is blocked has a result like any other.
    ...(seen.length === 0 && books.stop !== undefined ? { stopped: books.stop } : ended),
    calls: seen.length,
    told: JSON.stringify(told),
    seen: JSON.stringify(seen.map(({ messages, system }) => ({ messages, system }))),
  }
}

async function talk(asked, books, stream) {
  if (stream === true) books.deltas = []
  let last
  try {
    for await (const message of query(asked)) {
      if (message.type === 'result') last = message
      const delta = message.type === 'stream_event' ? message.event.delta?.text : undefined
      if (delta !== undefined) books.deltas?.push(delta)
    }
  } catch (error) {
    return { failed: String(error?.message ?? error) }
  }
  // Why, only the hook knows: the SDK does not tell it.
  return last?.terminal_reason === 'hook_stopped' ? { stopped: books.stop } : { answer: last?.result }
}
