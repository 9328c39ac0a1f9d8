// Whether hooks was tried with a version of an agent's program.
import coerce from 'semver/functions/coerce.js'
import compare from 'semver/functions/compare.js'
import satisfies from 'semver/functions/satisfies.js'
import type { Finding } from './finding.ts'

/** Nothing where all is tested, and where there is nothing to compare. */
export function versionFinding(version: string | undefined, tested: string | undefined): readonly Finding[] {
  if (version === undefined || tested === undefined || satisfies(version, tested)) return []
  return [
    {
      level: 'note',
      code: 'version',
      message: `${version} is not tested: it is held as ${nearestTested(version, tested)}, the nearest that is`,
    },
  ]
}

/** Of a range such as `2.1.197 - 2.1.329`. */
function nearestTested(version: string, range: string): string {
  const [first = '', last = first] = range.match(/\d+\.\d+\.\d+/g) ?? []
  const asked = coerce(version)
  return asked !== null && compare(asked, first) < 0 ? first : last
}
