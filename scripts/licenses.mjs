// Writes THIRD-PARTY-LICENSES from the packages that the build put into dist/.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The directories of the packages that a build took modules from.
 * @param {readonly { readonly chunks: readonly object[] }[]} bundles
 */
export function packagesIn(bundles) {
  const modules = bundles.flatMap(({ chunks }) => chunks.flatMap((chunk) => Object.keys(chunk.modules ?? {})))
  const dirs = modules.map((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1])
  return [...new Set(dirs.filter((dir) => dir !== undefined))]
}

/** @param {readonly string[]} packages directories of bundled packages */
export function thirdPartyLicenses(packages) {
  const texts = [...packages].sort().map((dir) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'))
    return `${name} ${version} (${license})\n\n${licenseText(dir, license)}\n`
  })
  return `The files in dist/ contain these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** Its own text, else the standard texts of the licences that it names. */
function licenseText(dir, license) {
  const file = readdirSync(dir).find((entry) => /^licen[cs]e/i.test(entry))
  if (file !== undefined) return readFileSync(path.join(dir, file), 'utf8').trim()
  const names = license.replace(/[()]/g, '').split(/ AND /)
  return names
    .map((name) => readFileSync(new URL(`licenses/${name}.txt`, import.meta.url), 'utf8').trim())
    .join('\n\n')
}

export function writeLicenses(packages) {
  writeFileSync('THIRD-PARTY-LICENSES', thirdPartyLicenses(packages))
}
