// Cases made by chance: the same few hundred in every run, thousands of new ones in `npm run test:nightly`. HOOKS_SEED names others.
import fc from 'fast-check'

export const seed = Number(process.env['HOOKS_SEED'])
fc.configureGlobal({ seed })

export const isNightly = process.env['HOOKS_NIGHTLY'] !== undefined

/** How many cases are tried. */
export const runs = (some: number, many = some * 100): number => (isNightly ? many : some)
