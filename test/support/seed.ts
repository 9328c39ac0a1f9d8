// Cases made by chance are the same in every run, unless HOOKS_SEED names other ones.
import fc from 'fast-check'

export const seed = Number(process.env['HOOKS_SEED'] ?? 20)
fc.configureGlobal({ seed })
