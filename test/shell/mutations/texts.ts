// What can stand around a whole command, by what it needs of it.
import { type Random, pick, single } from './random.ts'

type TextRewrite = (text: string, random: Random) => string

const double = (text: string) => `"${text.replace(/["\\$`]/g, '\\$&')}"`
/** One that does not stand in the text. */
function delimiter(text: string): string {
  let name = 'EOF'
  while (text.includes(name)) name = `${name}_`
  return name
}

/** A name that the text does not use. */
function unused(text: string, name: string): string {
  let made = name
  while (text.includes(made)) made += name
  return made
}

/** More than one statement, or one that takes nothing behind it on its line. */
const isLong = (text: string) => /[\n;&#]|<</.test(text)
const grouped = (text: string) => (isLong(text) ? `{ ${text}\n}` : text)

const here = (text: string, quoted: boolean) =>
  quoted
    ? `<<'${delimiter(text)}'\n${text}\n${delimiter(text)}`
    : `<<${delimiter(text)}\n${text.replace(/[\\$`]/g, '\\$&')}\n${delimiter(text)}`

/** A text that ends in a comment or a here-document takes nothing behind it on its line. */
const ends = (text: string) => (/#|<</.test(text) ? `${text}\n` : text)

/** Hand the text to a shell. */
export const shells: Readonly<Record<string, TextRewrite>> = {
  'bash -c': (text, random) =>
    `${pick(['bash -c', 'bash -lc', 'bash -ec', 'bash --norc -c', 'bash -c --', 'bash -e -o pipefail -c', '/bin/bash -c'], random)} ${single(text)}`,
  'sh -c': (text, random) =>
    `${pick(['bash', '/usr/bin/bash', '/usr/bin/env bash', 'env bash', 'command bash'], random)} -c ${double(text)}`,
  eval: (text) => `eval ${single(text)}`,
  'eval "…"': (text) => `eval ${double(text)}`,
  'eval twice': (text) => `eval "eval ${single(text).replace(/["\\$`]/g, '\\$&')}"`,
  'here-document': (text) => `bash ${here(text, true)}`,
  'here-document, expanded': (text) => `bash ${here(text, false)}`,
  'here-document with tabs': (text) =>
    text.includes('\n') ? `bash ${here(text, true)}` : `bash <<-'EOT'\n\t${text}\n\tEOT`,
  'here-string': (text) => `bash <<< ${single(text)}`,
  'bash -s': (text) => `bash -s <<< ${single(text)}`,
  'bash -s with arguments': (text) => `bash -s -- a b ${here(text, true)}`,
  'echo to sh': (text) =>
    /[\\]|^-/.test(text) ? `printf '%s\\n' ${single(text)} | bash` : `echo ${single(text)} | bash`,
  'printf to sh': (text) => `printf '%s\\n' ${single(text)} | bash`,
  'cat to sh': (text) => `cat ${here(text, true).replace('\n', ' | bash\n')}`,
  'through a pipeline': (text) => `printf %s ${single(text)} | cat | bash`,
  'from /dev/stdin': (text) => `${pick(['bash', 'source', '.'], random0)} /dev/stdin <<< ${single(text)}`,
  'process substitution': (text) => `bash <(printf '%s\\n' ${single(text)})`,
  'sourced substitution': (text, random) =>
    `${pick(['source', '.'], random)} <(printf '%s\\n' ${single(text)})`,
  'bash -c of a substitution': (text) => `bash -c "$(cat ${here(text, true)}\n)"`,
  'eval of a substitution': (text) => `eval "$(printf %s ${single(text)})"`,
  'bash -c of a variable': (text) => `t=${single(text)}; bash -c "$t"`,
  'eval of a variable': (text) => `t=${single(text)}; eval "$t"`,
  'bash -c from the environment': (text) => `T=${single(text)} bash -c 'eval "$T"'`,
  'bash -c of a parameter': (text) => `bash -c 'eval "$1"' _ ${single(text)}`,
  trap: (text) => `trap ${single(text)} EXIT`,
  'a shell in a shell': (text) => `bash -c ${single(`bash -c ${single(text)}`)}`,
  'a shell in a shell in eval': (text) => `eval ${single(`bash -c ${double(text)}`)}`,
  'xargs to a shell': (text) => `printf '%s\\0' ${single(text)} | xargs -0 bash -c`,
  'written and run': (text) =>
    `cat > ${unused(text, 'run')}.sh ${here(text, true)}\nbash ${unused(text, 'run')}.sh`,
  'echoed and sourced': (text) =>
    `printf '%s\\n' ${single(text)} > ${unused(text, 'run')}.sh && source ./${unused(text, 'run')}.sh`,
}

const random0: Random = () => 0

/** Structure of the shell around the text. */
export const structures: Readonly<Record<string, TextRewrite>> = {
  subshell: (text) => `( ${ends(text)} )`,
  'nested subshells': (text) => `( ( ( ${ends(text)} ) ) )`,
  group: (text) => `{ ${ends(text)}\n}`,
  'group on a line': (text) => `{ ${text}${/[#&]|<</.test(text) ? '\n' : '; '}}`,
  function: (text) => `${unused(text, 'f')}() { ${ends(text)}\n}; ${unused(text, 'f')}`,
  'function keyword': (text) => `function ${unused(text, 'f')} {\n${text}\n}\n${unused(text, 'f')}`,
  'function in a subshell': (text) => `${unused(text, 'f')}() (\n${text}\n)\n${unused(text, 'f')}`,
  'function in a function': (text) =>
    `${unused(text, 'f')}() {\n${unused(text, 'gg')}() {\n${text}\n}\n${unused(text, 'gg')}\n}; ${unused(text, 'f')}`,
  'function under another name': (text) =>
    `${unused(text, 'git_status')}() {\n${text}\n}\n${unused(text, 'git_status')}`,
  if: (text) => `if true; then ${ends(text)}\nfi`,
  'if clause': (text) => `if ${ends(text)}\nthen :; fi`,
  else: (text) => `if false; then :; else\n${text}\nfi`,
  elif: (text) => `if false; then :; elif true; then\n${text}\nfi`,
  for: (text) => `for i in 1; do ${ends(text)}\ndone`,
  'for over braces': (text) => `for i in {1..3}; do\n${text}\ndone`,
  'arithmetic for': (text) => `for ((i=0; i<1; i++)); do\n${text}\ndone`,
  while: (text) => `while true; do\n${text}\nbreak; done`,
  'while clause': (text) => `while ! ${grouped(text)}\ndo break; done`,
  until: (text) => `until ${ends(text)}\ndo break; done`,
  case: (text) => `case x in x) ${ends(text)}\n;; esac`,
  'last case': (text) => `case $HOME in nowhere) :;; *)\n${text}\n;; esac`,
  select: (text) => `echo 1 | select i in a; do\n${text}\nbreak; done`,
  '&&': (text) => `true && ${grouped(text)}`,
  '||': (text) => `false || ${grouped(text)}`,
  '&& true': (text) => `${grouped(text)} && true`,
  '|| true': (text) => `${grouped(text)} || true`,
  '; echo': (text) => `${text}\necho done`,
  'exit after it': (text) => `${text}\nexit 0`,
  not: (text) => `! ${grouped(text)}`,
  background: (text) => `{ ${text}\n} & wait`,
  '&': (text) => `${grouped(text)} &`,
  coproc: (text) => `coproc {\n${text}\n}; wait`,
  'true before it': (text, random) => 'true && '.repeat(pick([1, 50, 51, 200], random)) + grouped(text),
  'semicolons before it': (text) => `${':; '.repeat(60)}${text}`,
  'lines before it': (text) => `${'true\n'.repeat(60)}${text}`,
  'empty lines': (text) => `\n\n  \n${text}\n\n`,
  'a comment before it': (text) => `# tidy up\n${text}`,
  'a comment behind it': (text) => (/<</.test(text) ? text : `${text} # git status`),
  'set before it': (text, random) =>
    `${pick(['set -e', 'set -euo pipefail', 'set +x', 'shopt -s globstar', 'umask 022', 'export CI=1', 'unset X', 'wait', 'sleep 0', ':', 'let i=1', 'declare x=1', 'exec 3>/dev/null', 'trap - EXIT', 'ulimit -n 256', 'hash -r'], random)}; ${text}`,
  'there and back': (text, random) =>
    `${pick(['cd src && cd ..', 'cd src; cd -', 'pushd src; popd', 'cd .', 'cd "$PWD"', '(cd src; ls)', 'cd src/orders && cd ../..', 'pushd /tmp >/dev/null && popd', 'cd src && cd "$OLDPWD"', 'p=$PWD; cd /tmp; cd "$p"'], random)} && { ${text}\n}`,
  'output thrown away': (text) => `{ ${text}\n} > /dev/null 2>&1`,
  'errors thrown away': (text) => `${grouped(text)} 2>/dev/null`,
  'redirect before it': (text) =>
    /^[\w./-]+ /.test(text) &&
    !/^(?:if|for|while|until|case|select|function|coproc|time|\w+\(\))\b/.test(text)
      ? `2>/dev/null ${text}`
      : text,
  'no input': (text) => `{ ${text}\n} < /dev/null`,
  'to cat': (text) => `{ ${text}\n} | cat`,
  'from yes': (text) => `yes | { ${text}\n}`,
  'in a substitution': (text) => `echo "$(${text}\n)"`,
  'in backticks': (text) => (/[`\\$]/.test(text) ? `: $(${text}\n)` : `x=\`${text}\n\``),
  assigned: (text) => `out=$(${text}\n)`,
  declared: (text) => `export OUT="$(${text}\n)"`,
  'an argument': (text) => `: "\${x:-$(${text}\n)}"`,
  'in an array': (text) => `a=("$(${text}\n)")`,
  'in arithmetic': (text) => `echo $(( $(${text}\n) + 1 ))`,
  'in a test': (text) => `[[ -n $(${text}\n) ]]`,
  'in a test command': (text) => `[ "$(${text}\n)" = x ]`,
  'in a here-string': (text) => `cat <<< "$(${text}\n)"`,
  'in a here-document': (text) => `cat <<E_O_T\n$(${text}\n)\nE_O_T`,
  'in a process substitution': (text) => `cat <(${text}\n)`,
  'in a case word': (text) => `case "$(${text}\n)" in x) :;; esac`,
  'in a loop list': (text) => `for i in $(${text}\n); do echo "$i"; done`,
  'in a loop of lines': (text) => `${grouped(text)} | while read -r line; do echo "$line"; done`,
  'after a test': (text, random) =>
    `${pick(['[ -f orders.ts ]', 'test -d src', '[[ -e orders.ts ]]', '((1))', '[ 1 = 1 ]', 'command -v git', 'type git'], random)} && { ${text}\n}`,
  timed: (text) => `time { ${text}\n}`,
  'in a mapfile': (text) => `mapfile -t lines < <(${text}\n)`,
}

/** Stand before the words of a simple command. */
export const wrappers: readonly string[] = [
  'sudo',
  'sudo -E',
  'sudo -u root',
  'sudo -n --',
  'doas',
  'env',
  'env A=1',
  'env -u X A=1',
  'env --',
  '/usr/bin/env',
  'nice',
  'nice -n 5',
  'nice -5',
  'nohup',
  'timeout 5',
  'timeout -s KILL 5s',
  'timeout --signal=TERM 1m',
  'timeout -k 1 5',
  'stdbuf -oL',
  'stdbuf -o L',
  'stdbuf --output=0',
  'setsid',
  'setsid -w',
  'ionice -c 3',
  'ionice -c3 -n 7',
  'chrt -i 0',
  'taskset 1',
  'taskset -c 0',
  'strace -f',
  'strace -o /dev/null',
  'unbuffer',
  'caffeinate -i',
  'xargs',
  'xargs -n 1',
  'xargs -0 -t',
  'flock /tmp/lock',
  'flock -n /tmp/lock',
  'busybox env',
  'unshare -n',
  'systemd-run --user',
  'firejail',
  'watch -n 1',
  'su root -c',
]

/** Only the shell knows these: they stand outside of programs. */
export const prefixes: readonly string[] = [
  'A=1',
  'A=1 B="two words"',
  'time',
  'time -p',
  '!',
  '\\command',
  'command',
  'exec',
  'exec -a sh',
  'command --',
]
