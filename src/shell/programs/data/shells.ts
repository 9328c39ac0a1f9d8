// Shells, and programs that run another one.
export const shells = String.raw`
sh bash zsh dash ksh ash mksh rbash, csh tcsh, elvish, nu, xonsh
  ! stops plus
  -c --command, -s, -i --interactive, -l --login, -e, -u, -x, -v, -n, -f, -h, -k, -m, -p, -t, -a, -b, -r, -B, -C, -E, -H, -P, -T, -D, -o <text>, -O <text>
  +o <text>, +O <text>
  --rcfile --init-file <sh-file>, --norc, --noprofile, --posix, --restricted, --verbose, --debugger, --dump-strings, --version, --help, --noediting
  ? -c|--command : <sh> <text>...
  ? -s : <text>... {sh-file -}
  ? --version|--help : <text>...
  : <sh-file=-> <text>...

fish
  ! stops
  -c --command <sh>, -C --init-command <sh>, -i --interactive, -l --login, -n --no-execute, -N --no-config, -p --profile <write>, -P --private, -v --version, -h --help, -d --debug <text>, -o --debug-output <write>
  ? --command|--version|--help : <text>...
  : <sh-file=-> <text>...

source .
  ! stops
  : <source> <text>...

eval
  ! raw
  : <sh-words>...

exec
  ! stops
  -a <text>, -c, -l
  : <command>...

command
  ! stops
  -p, -v, -V
  ? -v|-V : <text>...
  : <command>...

builtin, nohup, setsid, caffeinate, unbuffer, rlwrap, proxychains proxychains4, torsocks torify, fakeroot, dbus-run-session, xvfb-run, faketime-f, noglob, nocorrect, winpty, catchsegv, eatmydata, softlimit, chronic, ifne, systemd-cat, gdb-args, rosetta, prime-run, firejail, tsocks, coproc, fakechroot, with-contenv
  ! stops
  -c --ctty, -f --fork, -w --wait, -d, -i, -m, -s, -u, -t <text>, -q, -a, -e <text>, -n <text>, --auto-servernum, -x
  : <command>...

time gtime
  ! stops
  -p --portability, -f --format <text>, -o --output <write>, -a --append, -v --verbose, -l, -h
  : <command>...

trap
  ! stops
  -l, -p
  ? -l|-p : <text>...
  : <sh> <text>...

env genv
  ! stops
  -i --ignore-environment, -0 --null, -u --unset <text>, -C --chdir <cwd>, -S --split-string <env-split>, -P <text>, -v --debug, --block-signal [text], --default-signal [text], --ignore-signal [text], --list-signal-handling, -a --argv0 <text>
  ? --split-string : <text>...
  : <assign>... <command>...

sudo doas, please, run0
  ! stops
  -A --askpass, -b --background, -B --bell, -C --close-from <text>, -D --chdir <cwd>, -E --preserve-env [text], -e --edit, -g --group <text>, -H --set-home, -h --host <text>, -i --login, -K --remove-timestamp, -k --reset-timestamp, -l --list, -n --non-interactive, -P --preserve-groups, -p --prompt <text>, -R --chroot <text>
  -r --role <text>, -S --stdin, -s --shell, -t --type <text>, -T --command-timeout <text>, -U --other-user <text>, -u --user <text>, -V --version, -v --validate, -a <text>
  ? --edit : <edit>...
  ? --version|--validate|--list : <text>...
  ? --shell|--login : <assign>... <sudo-shell>...
  : <assign>... <command>...

gosu, su-exec
  ! stops
  : <text> <command>...

pkexec
  ! stops
  --user <text>, --disable-internal-agent, --keep-cwd
  : <command>...

su, runuser
  -c --command --session-command <sh>, -l --login, -m -p --preserve-environment, -s --shell <text>, -g --group <text>, -G --supp-group <text>, -w --whitelist-environment <text>, -P --pty, -f --fast, -u --user <text>, - --login
  ? --user : <command>...
  : <text>...

sg, newgrp
  -c <sh>
  : <text> <sh>

bwrap
  ! stops
  --bind <text> <text>, --bind-try <text> <text>, --ro-bind <text> <text>, --ro-bind-try <text> <text>, --dev-bind <text> <text>, --symlink <text> <text>, --file <text> <text>, --setenv <text> <text>, --unsetenv <text>, --proc <text>, --dev <text>, --tmpfs <text>, --dir <text>, --chdir <cwd>, --uid <text>, --gid <text>, --hostname <text>, --seccomp <text>, --lock-file <text>, --remount-ro <text>, --cap-add <text>, --cap-drop <text>, --argv0 <text>
  : <command>...

prlimit
  ! stops
  -p --pid <text>, -o --output <text>, --noheadings, --raw, -v --verbose
  ? --pid : <text>...
  : <command>...

capsh
  ! stops
  ? --decode : <text>...
  : <bash-words>...

ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux-armhf.so.3 ld-musl-x86_64.so.1 ld-musl-aarch64.so.1
  ! stops
  --list, --verify, --inhibit-cache, --library-path <text>, --inhibit-rpath <text>, --preload <text>, --audit <text>, --argv0 <text>, --glibc-hwcaps-prepend <text>, --list-tunables, --list-diagnostics, --help, --version
  ? --list|--verify|--list-tunables|--list-diagnostics|--help|--version : <look>...
  : <command>...

runcon
  ! stops
  -c --compute, -t --type <text>, -u --user <text>, -r --role <text>, -l --range <text>
  ? --compute|--type|--user|--role|--range : <command>...
  : <text> <command>...

numactl
  ! stops
  -m --membind <text>, -N --cpunodebind <text>, -C --physcpubind <text>, -i --interleave <text>, -p --preferred <text>, -P --preferred-many <text>, -w --weighted-interleave <text>, -l --localalloc, -a --all, -b --balancing, -H --hardware, -s --show
  : <command>...

choom, uclampset
  ! stops
  -n --adjust <text>, -p --pid <text>, -m <text>, -M <text>, -a --all-tasks, -s --system, -R --reset-on-fork, -v --verbose
  ? --pid : <text>...
  : <command>...

tini, dumb-init, catatonit
  ! stops
  -p <text>, -e <text>, -s, -v --verbose, -w, -g, -l, -c --single-child, -r --rewrite <text>, -h --help, --version
  : <command>...

proot
  ! stops
  -r --rootfs <text>, -b --bind <text>, -w --pwd --cwd <cwd>, -q --qemu <text>, -R <text>, -S <text>, -0 --root-id, -i --change-id <text>, -k --kernel-release <text>, -v --verbose <text>
  : <command>...

cgexec
  ! stops
  -g <text>, -b, --sticky
  : <command>...

ccache, sccache, distcc
  ! stops
  -c --cleanup, -C --clear, -s --show-stats, -z --zero-stats, -F --max-files <text>, -M --max-size <text>, -o --set-config <text>, -p --show-config, -x --show-compression, -X --recompress <text>, -d --dir <text>, -V --version, -h --help, --start-server, --stop-server
  : <command>...

daemonize
  ! stops
  -a, -c <cwd>, -e <write>, -o <write>, -p <write>, -l <write>, -u <text>, -E <text>, -v
  : <command>...

perf
  : <text>...
  stat, record, trace, lock, mem, sched, kmem, timechart, iostat
    ! stops
    -e --event <text>, -p --pid <text>, -t --tid <text>, -o --output <write>, -F --freq <text>, -c --count <text>, -C --cpu <text>, -r --repeat <text>, -x --field-separator <text>, -m --mmap-pages <text>, -D --delay <text>, -j --branch-filter <text>, --call-graph <text>, -a --all-cpus, -g, -d --detailed, -i --no-inherit, -v --verbose, -s --summary, -q --quiet
    : <command>...
  report, annotate, list, script, top, bench, diff, version, probe, test, archive, buildid-list
    -i --input <read>
    : <text>...

machinectl
  -q --quiet, --uid <text>, -E --setenv <text>, -M --machine <text>, -H --host <text>, --no-pager, -a --all, -l --full, -n --lines <text>, -o --output <text>, -s --signal <text>
  : <text>...
  shell
    ! stops
    --uid <text>, -E --setenv <text>, -q --quiet
    : <text> <command>...

nice, ionice, cpulimit
  ! stops
  -n --adjustment --classdata <text>, -NUM --adjustment, -c --class --cpu-list <text>, -t --ignore, -p --pid <text>, -P <text>, -u <text>, -f, -o, -r, -b, -i, -a, -l <text>, -e
  : <command>...

taskset, chrt
  ! stops
  -c --cpu-list, -p --pid, -a --all-tasks, -f --fifo, -r --rr, -b --batch, -i --idle, -o --other, -m --max, -v --verbose
  ? --pid : <text>...
  : <text> <command>...

timeout gtimeout, faketime, retry
  ! stops
  -s --signal <text>, -k --kill-after <text>, -v --verbose, --foreground, --preserve-status, -f, -m, -p --foreground
  : <text> <command>...

stdbuf
  ! stops
  -i --input <text>, -o --output <text>, -e --error <text>
  : <command>...

multitime, with-env, virtualenv, poetry-run, doppler, op, infisical, teller, envdir, op-run
  ! stops
  -n <text>, -o <write>, -e <text>, -p <text>, -u <text>, -f --fork, -r, -i, -m, -v, -q, -s, -t <text>, --user <text>, --scope, --unit <text>, --env-file <read>
  : <text>...
  run, exec
    ! stops
    -n --name <text>, -p --prefix <text>, --no-capture-output --live-stream, --cwd <cwd>, -e --env <text>, -f --env-file <read>, -c --config <text>, --project <text>, --no-session, --
    : <command>...

ansible
  ! remote
  -m --module-name <text>, -a --args <sh>, -i --inventory <read>, -l --limit <text>, -u --user <text>, -b --become, -K --ask-become-pass, -k --ask-pass, -C --check, -D --diff, -e --extra-vars <text>, -f --forks <text>, -o --one-line, -t --tree <text>, -T --timeout <text>, -v --verbose, -vv, -vvv, -c --connection <text>, --become-user <text>, --become-method <text>, --private-key <look>, --list-hosts, --syntax-check, --playbook-dir <text>, --vault-password-file <look>
  : <text>...

run-parts
  --test, --list, -v --verbose, --report, --reverse, --exit-on-error, --new-session, --regex <text>, -u --umask <text>, -a --arg <text>
  ? --test|--list : <look>...
  : <run-parts>

logsave
  ! stops
  -a, -s, -v
  : <write> <command>...

start-stop-daemon
  -S --start, -K --stop, -T --status, -x --exec -a --startas <command-operands>, -p --pidfile <text>, -n --name <text>, -u --user <text>, -g --group <text>, -c --chuid <text>, -s --signal <text>, -R --retry <text>, -d --chdir <cwd>, -b --background, -m --make-pidfile, -o --oknodo, -q --quiet, -t --test, -v --verbose
  : <text>...

chroot
  ! stops
  --userspec <text>, --groups <text>, --skip-chdir, -u <text>, -g <text>
  : <text> <command>...

setarch linux32 linux64 i386 i686 x86_64 uname26
  ! stops
  \x86_64, i386, i486, i586, i686, amd64, linux32, linux64, aarch64, arm64, armv7l, armv8l, ppc, ppc64, ppc64le, s390, s390x, riscv64, sparc, mips, mips64
  -B --32bit, -F --fdpic-funcptrs, -I --short-inode, -L --addr-compat-layout, -R --addr-no-randomize, -S --whole-seconds, -T --sticky-timeouts, -X --read-implies-exec, -Z --mmap-page-zero, -3 --3gb, --4gb, --uname-2.6, -p --pid <text>, --list, --show [text], -v --verbose
  ? --list|--pid : <text>...
  : <command>...

unshare, nsenter, setpriv
  ! stops
  -m --mount [text], -u --uts [text], -i --ipc [text], -n --net [text], -p --pid [text], -U --user [text], -C --cgroup [text], -f --fork, -r --map-root-user, --mount-proc [text], -R --root <text>, -w --wd <cwd>, -t --target <text>, -a --all, -S --setuid --reuid <text>, -G --setgid --regid <text>, --clear-groups, --no-new-privs, -F, --kill-child [text]
  : <command>...

systemd-run
  ! stops
  --scope, --unit -u <text>, --user, --system, -p --property <text>, -t --pty, -P --pipe, -q --quiet, --wait, -G --collect, --uid <text>, --gid <text>, --nice <text>, --working-directory <cwd>, -d --same-dir, -E --setenv <text>, --on-calendar <text>, --on-active <text>, --slice <text>, -r --remain-after-exit, -S --shell
  : <command>...

strace, ltrace, dtruss
  ! stops
  -f, -ff, -F, -c, -C, -d, -h, -i, -q, -r, -t, -tt, -ttt, -T, -v, -x, -xx, -y, -yy, -Z, -e <text>, -o <write>, -O <text>, -p <text>, -P <text>, -s <text>, -S <text>, -u <text>, -E <text>, -a <text>, -I <text>, -b <text>, -k, -w, -n <text>, -l <text>
  : <command>...

valgrind, gdb, lldb
  ! stops dashes
  --args, -args, -q, -batch, -ex <debugger>, -x <read>, -o <debugger>, -p <text>, --tool <text>, --leak-check <text>
  ? --args : <command>...
  ? -p : <text>...
  : <command>...

hyperfine
  -w --warmup <text>, -m --min-runs <text>, -M --max-runs <text>, -r --runs <text>, -p --prepare <sh>, -s --setup <sh>, -c --cleanup <sh>, -S --shell <text>, -n --command-name <text>, -i --ignore-failure, -N, --export-json <write>, --export-markdown <write>, --export-csv <write>, -L <text> <text>, -P <text> <text> <text>, --show-output, --style <text>
  : <sh>...

entr, nodemon, watchexec
  ! stops
  -a, -c, -d, -n, -p, -r, -s, -z, -e --ext --exts <text>, -w --watch <text>, -i --ignore <text>, --exec -x <sh>, -f --filter <text>, --clear, --restart, -q --quiet, --delay <text>, -V, -o --on-busy-update <text>
  ? -s : <sh>...
  : <command>...

direnv
  : <text>...
  exec
    ! stops
    : <text> <command>...

conda mamba micromamba
  : <text>...
  run
    ! stops
    -n --name <text>, -p --prefix <text>, --no-capture-output --live-stream, --cwd <cwd>, -v, --dev, -s
    : <command>...
  install, create, update upgrade, search, env
    -n --name <text>, -p --prefix <text>, -c --channel <text>, -y --yes, -f --file <read>, --dry-run, -q --quiet, --offline, --override-channels, --freeze-installed, --clone <text>
    @ registry:conda ? !--offline
    : <text>...
    create, update, remove, list, export, config
      -n --name <text>, -f --file <read>, -y --yes, -p --prefix <text>, --prune
      @ registry:conda
      : <text>...
  list, info, config, clean, remove uninstall, activate, deactivate, init, export, package, doctor, shell, notices, compare, rename
    -n --name <text>, -p --prefix <text>, -y --yes, --all, -a, --show, --json, -e --export, --show-sources, --add <text> <text>, --set <text> <text>, --remove <text> <text>, --get <text>, --envs
    : <text>...

dotenv, dotenvx
  -e <read>, -f --file --env-file <read>, -o --override, -c [text], -p <text>, -v <text>, -q --quiet
  : <command>...
  run
    ! stops
    -f --env-file <read>, -o --override, --overload, -q --quiet
    : <command>...
  list, get, set, unset, encrypt, decrypt
    -f --env-file <read>
    : <text>...

nix-shell
  --run --command <sh>, -p --packages <text>, -i <text>, --pure, -A --attr <text>, -E --expr <text>, -I <text>, --keep <text>, -j <text>, --argstr <text> <text>, --arg <text> <text>
  : <text>...

nix
  : <text>...
  develop, shell, run
    -c --command <nix-command>, --impure, -f --file <read>, --expr <text>, -i --ignore-environment, -k --keep <text>
    : <text>...

busybox, toybox
  ! raw
  : <command>...

xargs gxargs
  ! stops
  -0 --null, -a --arg-file <read>, -d --delimiter <text>, -E <text>, -e --eof [text], -I --replace <text>, -i --replace [text], -J <text>, -L --max-lines <text>, -l [text], -n --max-args <text>, -o --open-tty, -P --max-procs <text>, -p --interactive, -R <text>, -r --no-run-if-empty, -S <text>, -s --max-chars <text>, -t --verbose, -x --exit, --process-slot-var <text>, --show-limits
  : <command+>...

parallel, rush, sem
  ! stops
  -j --jobs -P <text>, -n --max-args -N <text>, -k --keep-order, -X, -m, -0 --null, -a --arg-file <read>, -I <text>, -d --delimiter <text>, -C --colsep <text>, --bar, --eta, --dry-run, -v, -t, --halt <text>, --joblog <write>, --results <text>, --tag, --timeout <text>, --pipe, --block <text>, -q --quote, -u --ungroup, --line-buffer --lb, -S --sshlogin <text>, --retries <text>, --delay <text>, -L <text>, -r --no-run-if-empty, --will-cite, --no-notice, --progress, --plus, --wd --workdir <cwd>, --env <text>, --id <text>, --fg, --bg, -i [text]
  : <parallel>...

watch, viddy, hwatch
  ! stops
  -n --interval <text>, -d --differences [text], -t --no-title, -b --beep, -e --errexit, -g --chgexit, -c --color, -x --exec, -p --precise, -w --no-wrap, -C --no-color, -q --equexit <text>
  ? --exec : <command>...
  : <sh-words>...

flock
  ! stops
  -s --shared, -x -e --exclusive, -u --unlock, -n --nonblock --nb, -w --wait --timeout <text>, -E --conflict-exit-code <text>, -o --close, -c --command <sh>, -F --no-fork, --verbose
  : <text> <flock-command>...

script
  ! stops
  -a --append, -c --command <sh>, -e --return, -f --flush, -F, -k, -p, -r, -d, -E --echo <text>, --force, -B --log-io <write>, -I --log-in <write>, -O --log-out <write>, -T --log-timing <write>, -m --logging-format <text>, -o --output-limit <text>, -q --quiet, -t --timing [text]
  : <write=typescript> <command>...

crontab
  -u <text>, -l, -r, -e, -i, -n
  ? -l|-r : <text>...
  : <read>

at, batch
  -f <sh-file>, -m, -l, -d, -r, -q <text>, -t <text>, -v, -M, -c
  ? -l|-d|-r|-c|-f : <text>...
  : <text>... {sh-file -}
`
