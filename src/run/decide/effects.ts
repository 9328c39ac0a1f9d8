// What deciding may use in this process: the same for an agent's call, a replay, explain and the test runner.
import { matchers } from '../../catalog.ts'
import type { Effects } from '../../engine/dispatch.ts'
import { type RuleCompiler, matchersByKey, createRuleCompiler } from '../../engine/live.ts'
import type { RecipeAnswerer } from '../../recipes/recipe-handler.ts'
import type { Host, Load } from '../call.ts'
import { createFiles } from '../../store/disk/files.ts'
import { changedFile } from '../../store/records/covered.ts'
import type { Loaders } from '../../model/types.ts'

/** The rare parts of the program, each a chunk. */
export function loadersOf({ load }: Pick<Host, 'load'>): Loaders {
  return {
    parser: () => load('parser'),
    linear: () => load('re2'),
    cel: () => load('cel'),
  }
}

const makersByLoader = new WeakMap<Load, RuleCompiler>()

/** What rules are made live with: nothing of a call, so that what is live stays so for as long as the process lives. */
export function makersFor({ load }: Pick<Host, 'load'>): RuleCompiler {
  const known = makersByLoader.get(load)
  if (known !== undefined) return known
  const made = createRuleCompiler({
    ...loadersOf({ load }),
    matchers: matchersByKey(matchers),
    files: createFiles(),
    get builtins() {
      return load('builtins').builtins
    },
    get scripted() {
      return load('agents').dialects
    },
    makeRun: (...run) => load('scripts').makeRun(...run),
  })
  makersByLoader.set(load, made)
  return made
}

/** Loaded when a rule first needs a recipe. */
function answererFor(host: Host, stateDir: string | undefined): RecipeAnswerer {
  let made: RecipeAnswerer | undefined
  const recipes = (): RecipeAnswerer => (made ??= host.load('recipes').answerersFor(host, stateDir))
  return {
    get scripted() {
      return host.load('agents').dialects
    },
    answerCallback: (...asked) => recipes().answerCallback(...asked),
    askRecipe: (...asked) => recipes().askRecipe(...asked),
    render: (...filled) => recipes().render(...filled),
    askModel: (...asked) => recipes().askModel(...asked),
    ...(stateDir !== undefined && {
      startJob: (question) => {
        const made = recipes()
        if (made.startJob === undefined) throw new TypeError('no directory for jobs')
        return made.startJob(question)
      },
    }),
  }
}

/** Effects that do not depend on the session. `stateDir`: where recipes that run in the background are kept; absent: they run at once. */
export function effectsFor(
  host: Host,
  stateDir: string | undefined,
): Pick<Effects, 'changedFile' | 'env' | 'frontMatter' | 'parser' | 'answerer'> {
  return {
    env: host.agentEnv ?? host.env,
    changedFile,
    answerer: answererFor(host, stateDir),
    frontMatter: (text) => host.load('yaml').frontMatter(text),
    parser: () => host.load('parser'),
  }
}
