// What makes a program run another command, in words or as a text.
import { single } from './random.ts'

/** Programs that run the words behind them. */
export const wordCarriers: readonly string[] = [
  'prlimit --nofile=64',
  'prlimit',
  'capsh -- -c \'"$@"\' _',
  'setarch -R',
  'setarch x86_64 -R',
  'linux64',
  '/lib64/ld-linux-x86-64.so.2',
  'ld.so --library-path /lib',
  'unshare -r --',
  'runcon -t shop_t',
  'runcon user_u:role_r:shop_t:s0',
  'chrt -f 1',
  'numactl --membind=0',
  'choom -n 500 --',
  'uclampset -m 10',
  'tini --',
  'dumb-init',
  'proot -r /',
  'bwrap --bind / /',
  'bwrap --ro-bind /usr /usr --dev-bind / / --setenv A 1',
  'fakeroot',
  'cgexec -g cpu:shop',
  'ccache',
  'daemonize',
  'perf stat -e cycles',
  'perf record -o /dev/null',
  'ssh-agent',
  'dbus-run-session --',
  'machinectl shell .host',
  'start-stop-daemon --start --exec env --',
]

/** Undefined where the text would mean something else there. */
type TextCarrier = (text: string) => string | undefined

const double = (text: string): string => `"${text.replace(/["\\$`]/g, '\\$&')}"`
/** A text of C's kind, in single quotes of the shell. */
const quoted = (text: string): string => text.replace(/["\\]/g, '\\$&')

/** Options, variables, settings and scripts that hold a command of the shell. */
export const textCarriers: Readonly<Record<string, TextCarrier>> = {
  'bash +x -c': (text) => `bash +x -c ${single(text)}`,
  'bash +eu -c': (text) => `bash +eu -c ${single(text)}`,
  'bash -O … -c': (text) => `bash -O extglob -c ${single(text)}`,
  'bash +O … -c': (text) => `bash +O extglob -ec ${single(text)}`,
  capsh: (text) => `capsh -- -c ${single(text)}`,
  'newgrp -c': (text) => `newgrp shop -c ${single(text)}`,
  sg: (text) => `sg shop ${single(text)}`,
  'script -c': (text) => `script -qc ${single(text)} /dev/null`,
  'flock -c': (text) => `flock /tmp/shop -c ${single(text)}`,
  'env -S': (text) => `env -S ${single(`bash -c ${double(text)}`)}`,
  'tar --to-command': (text) => `tar xf shop.tar --to-command=${single(text)}`,
  'tar --checkpoint-action': (text) =>
    `tar cf shop.tar src --checkpoint=1 --checkpoint-action=${single(`exec=${text}`)}`,
  'tar --info-script': (text) => `tar xf shop.tar --info-script=${single(text)}`,
  'tar -I': (text) => `tar -I ${single(text)} -cf shop.tar src`,
  'zip -TT': (text) => `zip -T -TT ${single(text)} shop.zip src`,
  'sort --compress-program': (text) => `sort --compress-program=${single(text)} orders.ts`,
  'split --filter': (text) => `split --filter=${single(text)} orders.ts`,
  'psql, to a program': (text) => `psql -c ${single(`copy t to program '${text.replaceAll("'", "''")}'`)}`,
  'psql \\o': (text) => `psql -c ${single(`\\o | ${text}`)}`,
  'make CC=': (text) => `make ${single(`CC=sh -c ${double(text)}`)} shop`,
  'ex, from input': (text) => `ex -s README.md <<< ${single(`!${text}`)}`,
  'man -P': (text) => `man -P ${single(text)} ls`,
  less: (text) => `less ${single(`+!${text}`)} README.md`,
  'vim -c': (text) => `vim -es -c ${single(`!${text}`)} README.md`,
  'gdb -ex': (text) => `gdb -batch -ex ${single(`shell ${text}`)}`,
  'rsync -e': (text) => `rsync -e ${single(text)} src shop.example:src`,
  'ssh -o ProxyCommand': (text) => `ssh -o ProxyCommand=${single(text)} shop.example`,
  'git -c core.pager': (text) => `git -c core.pager=${single(text)} log`,
  'git -c core.fsmonitor': (text) => `git -c core.fsmonitor=${single(text)} status`,
  'git -c alias': (text) => `git -c alias.x=${single(`!${text}`)} x`,
  'git config core.pager': (text) => `git config --global core.pager ${single(text)}`,
  'git config alias': (text) => `git config alias.shop ${single(`!${text}`)}; git shop`,
  'git config set alias': (text) => `git config set --global alias.shop ${single(`!${text}`)} && git shop`,
  'GIT_CONFIG_COUNT, alias': (text) =>
    `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=${single(`!${text}`)} git x`,
  'git -c filter': (text) => `git -c filter.shop.clean=${single(text)} add .`,
  'git -c textconv': (text) => `git -c diff.shop.textconv=${single(text)} diff`,
  'git --upload-pack': (text) => `git fetch --upload-pack=${single(text)} .`,
  'git bisect run': (text) => `git bisect run sh -c ${single(text)}`,
  "awk '| getline'": (text) => `awk ${single(`BEGIN { "${quoted(text)}" | getline }`)}`,
  'awk system': (text) => `awk ${single(`BEGIN { system("${quoted(text)}") }`)}`,
  'awk to a shell': (text) => `awk ${single(`BEGIN { print "${quoted(text)}" | "sh" }`)}`,
  'sed e': (text) => `sed ${single(`1e ${text}`)} README.md`,
  'perl qx': (text) => (/[$@]/.test(text) ? undefined : `perl -E ${single(`say qx{${text}}`)}`),
  'ruby %x': (text) => (text.includes('#') ? undefined : `ruby -e ${single(`puts %x{${text}}`)}`),
  GIT_SSH_COMMAND: (text) => `GIT_SSH_COMMAND=${single(text)} git fetch`,
  'GIT_PAGER, exported': (text) => `export GIT_PAGER=${single(text)}; git log`,
  GIT_CONFIG_COUNT: (text) =>
    `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=${single(text)} git log`,
  TAR_OPTIONS: (text) =>
    // a tar in its own variable starts itself without end
    /\$|\btar\b/.test(text)
      ? undefined
      : `TAR_OPTIONS=${single(`--to-command=${single(text)}`)} tar xf shop.tar`,
  VIMINIT: (text) => `VIMINIT=${single(`!${text}`)} vim README.md`,
  PROMPT_COMMAND: (text) => `PROMPT_COMMAND=${single(text)} bash -i`,
  'mapfile -C': (text) => `mapfile -C ${single(`${text};:`)} -c 1 lines < README.md`,
  'readarray -C': (text) => `readarray -c1 -C ${single(`${text} #`)} lines < README.md`,
  'compgen -C': (text) => `compgen -C ${single(`${text} #`)} x`,
  'compgen -W': (text) => `compgen -W ${single(`$( ${text})`)}`,
  'bind -x': (text) => `bind -x ${single(`"\\C-g":${text}`)}`,
  'a handler of what is not found': (text) => `command_not_found_handle() { ${text}; }; shop_missing`,
  BASH_ALIASES: (text) => `BASH_ALIASES[shop]=${single(text)}; shopt -s expand_aliases\nshop`,
  '${x@P}': (text) => (text.includes('\\') ? undefined : `x=${single(`$( ${text})`)}; echo "\${x@P}"`),
  'arithmetic, let': (text) => `x=${single(`a[$( ${text})0]`)}; let y=x`,
  'arithmetic, [[': (text) => `x=${single(`a[$( ${text})0]`)}; [[ $x -eq 0 ]]`,
  'arithmetic, ((': (text) => `x=${single(`a[$( ${text})0]`)}; (( x ))`,
  'arithmetic, $((': (text) => `x=${single(`a[$( ${text})0]`)}; y=x; echo $((y + 1))`,
  'arithmetic, an index': (text) => `x=${single(`a[$( ${text})0]`)}; echo "\${b[x]}"`,
  'arithmetic, an offset': (text) => `x=${single(`a[$( ${text})0]`)}; echo "\${HOME:x}"`,
  'arithmetic, declare': (text) => `x=${single(`a[$( ${text})0]`)}; declare -i y=x`,
  'the name of a variable': (text) => `x=${single(`a[$( ${text})0]`)}; test -v "$x"`,
  PS4: (text) => (text.includes('\\') ? undefined : `PS4=${single(`$( ${text})`)}; set -x; :`),
  'trap DEBUG': (text) => `trap ${single(text)} DEBUG; :`,
}
