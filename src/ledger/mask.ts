const SECRET_KEY =
  /pass(word|wd|phrase)?$|secret|token$|api[-_]?key|authorization|cookie|credential|private[-_]?key|access[-_]?key/i
const SECRET_TEXT =
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36,}|\bgithub_pat_[A-Za-z0-9_]{40,}|\bsk-[A-Za-z0-9_-]{20,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[A-Za-z0-9_-]{35}|\bglpat-[A-Za-z0-9_-]{20,}|\bnpm_[A-Za-z0-9]{36}|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}/g
const SECRET_ASSIGNMENT =
  /\b([A-Za-z0-9_]*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Za-z0-9_]*\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s"'&;|]+)/gi
const SECRET_HEADER = /\b((?:Bearer|Basic)\s+)[A-Za-z0-9._~+/=-]{8,}/gi
const SECRET_URL = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi

export const MASK = '[masked]'

/** A text without what looks like a key, a token or a password. */
export function maskText(text: string): string {
  return text
    .replace(SECRET_TEXT, MASK)
    .replace(SECRET_ASSIGNMENT, `$1${MASK}`)
    .replace(SECRET_HEADER, `$1${MASK}`)
    .replace(SECRET_URL, `$1${MASK}@`)
}

/** A value as JSON with secret-looking keys and texts masked. */
export function maskedJson(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (key !== '' && SECRET_KEY.test(key) && inner !== null && typeof inner !== 'object') return MASK
    return typeof inner === 'string' ? maskText(inner) : inner
  })
}
