// What tells a text that could hold a secret from most texts, which cannot: small, for it stands in front of every payload that is kept.
import { mayHoldArgument } from './command-secrets.ts'

/** One of these stands in every text that has anything to hide, in any case. */
const hints: readonly string[] = (
  'pass pwd identified secret token key auth cookie credential bearer basic @ akia asia abia acca a3t ltai ' +
  'ghp_ gho_ ghu_ ghs_ ghr_ github_pat glpat- gldt- glrt- glcbt- glptt- glft- gloas- glsoat- xox ' +
  'xapp- slack.com discord aiza ya29. gocspx npm_ pypi- rubygems_ dckr_ hf_ sk_ rk_ whsec sg. sq0 ' +
  'eaaa shp sk- gsk_ xai- r8_ pplx- vcp_ vck_ vci_ vcr_ vca_ nfp_ nfc_ nfo_ nfu_ nfb_ hrku- _v1_ ' +
  'dapi lin_api ntn_ hvs. hvb. hvr. atatt3 glc_ glsa_ :aa eyj'
).split(' ')

/** A name and what stands behind its colon: `-u ada:key`, also on the next line. */
const userOption = /(?:^|[\s"']|\\[nrt])-(?:u|-user|-proxy-user)(?:[\s=,"'\\]|(?<=\\)[nrt])*[^\s:'"]{1,201}:/

/** Without the letters nothing is compiled: a regular expression costs more when it is first asked than all the hints. */
function holdsOption(text: string, lower: string): boolean {
  if (lower.includes('-u') && userOption.test(lower)) return true
  return mayHoldArgument(text)
}

/** `-u a:b`; a program's name is shorter than most. */
const MIN_LENGTH = 6

/** Could there be anything to hide? Most texts end here. */
export function mayHoldSecret(text: string): boolean {
  if (text.length < MIN_LENGTH) return false
  const lower = text.toLowerCase()
  return hints.some((hint) => lower.includes(hint)) || holdsOption(text, lower)
}
