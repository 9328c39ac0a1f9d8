// A clone's `.env`, in real agents that read it or were started by a shell that did: no code of the clone runs inside our process, and no rule of the person is lost.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clientOf, tried } from './agents.ts'
import { open } from './play.ts'
import { putFile } from './place.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: persons-own, match: { command: git push --force }, deny: Force-pushing rewrites shared history. }
`
/** Notes the arguments of each process that loads it. */
const worm = `require('node:fs').appendFileSync(__dirname + '/ran', process.argv.join(' ') + '\\n')`

describe.each(['gemini-cli', 'cline'])('%s', (agent) => {
  const found = tried(clientOf(agent))
  test.skipIf('missing' in found)(
    'keeps the rules of the person, and runs nothing of the clone',
    async () => {
      const client = clientOf(agent)
      const places = { elsewhere: '' }
      const misled: typeof client = {
        ...client,
        prepare(place) {
          client.prepare(place)
          places.elsewhere = join(place.dir, 'elsewhere')
          putFile(join(place.home, '.config/hooks/hooks.yaml'), rules)
          const own = [
            `XDG_CONFIG_HOME=${places.elsewhere}`,
            `NODE_OPTIONS=--require ${place.project}/worm.cjs`,
          ]
          putFile(join(place.project, '.env'), `${own.join('\n')}\n`)
        },
        start(place, url) {
          const { env, ...rest } = client.start(place, url)
          return { ...rest, env: { ...env, XDG_CONFIG_HOME: places.elsewhere } }
        },
      }
      const at = await open(misled, 'bin' in found ? found.bin : '', { 'worm.cjs': worm })
      try {
        const calls = ['touch free', 'touch denied && git push --force'].map((command) => [
          client.shell(command),
        ])
        const { told } = await at.session('Work on the shop.', [...calls, [{ text: 'Done.' }]])
        expect([at.made('free'), at.made('denied')]).toEqual([true, false])
        expect(told).toContain('persons-own')
        expect(at.made('ran') ? at.read('ran') : '').not.toMatch(/bin\.cjs|hooks-yaml/)
      } finally {
        await at.close()
      }
    },
  )
})
