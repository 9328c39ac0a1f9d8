import { type EngineOf, type Host, writeFailure } from '../../run/call.ts'

export async function serve(host: Host, { stop }: { readonly stop?: true }): Promise<number> {
  const { engine } = host
  if (engine === undefined) return writeFailure(host, 'this program has none')
  return stop === true ? end(host, engine) : stay(host, engine)
}

/** Until it is interrupted, or has been idle for half an hour. */
async function stay(host: Host, engine: EngineOf): Promise<number> {
  const problem = await host.load('serve').serve(host, engine, () => {
    host.err("Answering the calls of this user's agents. Ctrl-C ends it.\n")
  })
  return problem === undefined ? 0 : writeFailure(host, problem)
}

async function end(host: Host, engine: EngineOf): Promise<number> {
  const isEnded = await host.load('ask').stopEngine(engine)
  host.out(isEnded ? 'Ended. The next call of an agent starts another.\n' : 'None runs.\n')
  return 0
}
