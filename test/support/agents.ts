import { agents } from '../../src/catalog.ts'

/** The names that `--agent` takes, as messages list them. */
export const knownAgents = agents
  .flatMap(({ dialect }) => (dialect === undefined || dialect.agentless === true ? [] : [dialect.name]))
  .join(', ')
