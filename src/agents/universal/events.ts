export const agentName = 'universal'

export function nameIn(payload: Readonly<Record<string, unknown>>): string {
  return [payload['hook_event_name'], payload['event']].find((name) => typeof name === 'string') ?? ''
}
