import { createClock, createFiles } from '../../store/disk/files.ts'
import { eventNamed } from '../../model/events.ts'
import { withFields } from '../../engine/subject.ts'
import { isPerson, type Host, type RunRequest, type PreparedRun } from '../call.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { dirs as findDirs, projectKey } from '../../store/disk/dirs.ts'
import type { Env, Event } from '../../model/types.ts'
import { locateProject } from '../plan/locate.ts'
import { openPlanFor } from '../plan/plan-for.ts'
import { mayLeave } from '../may-leave.ts'

/** A runner's own agent need not say which recipe it works for. */
function inRecipe(event: Event, { HOOKS_RECIPE: recipe }: Env): Event {
  return recipe === undefined || event.recipe !== undefined ? event : withFields(event, { recipe })
}

/** The event that the calling settings name: by our name where they are another agent's. */
function claimedBy({ options, dialect }: RunRequest): string | undefined {
  const { agent, event } = options
  return event === undefined || agent === dialect.name ? event : (eventNamed(event) ?? event)
}

/** From a payload to its event and the plan in force. */
export async function prepare(host: Host, request: RunRequest): Promise<PreparedRun> {
  const clock = createClock()
  const started = clock.elapsed()
  const files = createFiles()
  const dirs = { ...findDirs(host.env), projectConfigs: request.sealed?.projectConfigs ?? [] }
  const { root, nested, payload, problem } = locateProject(host, request, { files, dirs })
  const event = inRecipe(
    request.dialect.decode(payload, {
      env: host.env,
      cwd: host.cwd,
      root,
      files,
      claimed: claimedBy(request),
    }),
    host.env,
  )
  let leaves: boolean | undefined
  const asked = clock.elapsed()
  const project = projectKey(root)
  const opened = openPlanFor(host, request.options, {
    root,
    project,
    dirs,
    files,
    now: clock.now(),
    event: event.event,
    session: event.session_id,
    consent: !request.live && isPerson(host),
  })
  const plan = opened instanceof Promise ? await opened : opened
  const compiled_ms = opened instanceof Promise ? clock.elapsed() - asked : 0
  return {
    event,
    plan,
    dirs,
    stateDir: childPath(dirs.state, project),
    nested,
    ...(problem !== undefined && { problem }),
    mayLeave: () => (leaves ??= mayLeave(event, files)),
    clock,
    files,
    started,
    compiled_ms,
  }
}
