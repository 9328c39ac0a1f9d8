import type { Host } from '../host.ts'
import { type Key, readKey } from '../../store/vouch/key.ts'
import { openKey } from '../../store/vouch/make-key.ts'

/** The key of a run: made at its first use, but where nothing is to be changed. */
export function keyFor({ key }: Pick<Host, 'key'>, state: string, dry: boolean): Key | undefined {
  return key ?? (dry ? readKey(state) : openKey(state))
}
