// The plugin that `install` writes: it hands each of Amp's events to the command for it, and returns what that prints.

export function pluginText(commands: Readonly<Record<string, string>>): string {
  return `// Written by "hooks install amp"; "hooks uninstall amp" removes it.
import { spawn } from 'node:child_process'

const commands = ${JSON.stringify(commands, null, 2)}

const fields = ['thread', 'toolUseID', 'tool', 'input', 'output', 'status', 'message', 'id']

function answerTo(name, event) {
  const payload = JSON.stringify({ event: name, ...Object.fromEntries(fields.map((key) => [key, event[key]])) })
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', commands[name]], { stdio: ['pipe', 'pipe', 'ignore'] })
    let printed = ''
    child.stdout.on('data', (text) => void (printed += text))
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (code) => {
      if (printed.trim() !== '') return resolve(printed)
      return code === 0 ? resolve('') : reject(new Error('exit ' + code))
    })
    child.stdin.end(payload)
  }).then((text) => (text === '' ? undefined : JSON.parse(text)))
}

const refuse = (error) => ({
  action: 'reject-and-continue',
  message: 'hooks could not check this call, so it is refused: ' + error.message + '. Try: npx hooks-yaml install amp',
})

export default function (amp) {
  for (const name of Object.keys(commands)) {
    const otherwise = name === 'tool.call' ? refuse : () => undefined
    amp.on(name, (event) => Promise.resolve().then(() => answerTo(name, event)).catch(otherwise))
  }
}
`
}
