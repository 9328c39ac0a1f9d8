// Programs of every system that read, make and take away files. The notation is told in ../notation.ts.
export const files = String.raw`
cp gcp, ditto
  -a --archive => --recursive, -b, --backup [text], --attributes-only, --copy-contents, -d, -f --force, -i --interactive
  -H, -l --link, -L --dereference, -n --no-clobber, -P --no-dereference, -p, --preserve [text], --no-preserve <text>
  --parents, -r -R --recursive, --reflink [text], --remove-destination, --sparse <text>, --strip-trailing-slashes
  -s --symbolic-link, -S --suffix <text>, -t --target-directory <into>, -T --no-target-directory, -u --update, -v --verbose
  -x --one-file-system, -Z, --context [text], -c, -X
  ? --recursive --target-directory : <copy-tree>...
  ? --target-directory : <copy>...
  ? --recursive : <copy-tree>... <into>
  : <copy>... <into>

mv gmv, rename.ul
  -b, --backup [text], -f --force, -i --interactive, -n --no-clobber, --strip-trailing-slashes, -S --suffix <text>
  -t --target-directory <into>, -T --no-target-directory, -u --update, -v --verbose, -Z --context, --exchange, -h
  ? --target-directory : <move>...
  : <move>... <into>

ln, link
  -b, --backup [text], -d -F --directory, -f --force, -i --interactive, -L --logical, -n -h --no-dereference, -P --physical
  -r --relative, -s --symbolic, -S --suffix <text>, -t --target-directory <into>, -T --no-target-directory, -v --verbose
  ? --target-directory --symbolic : <target>...
  ? --target-directory : <link>...
  ? --symbolic : <target>... <into=.>
  : <link>... <into=.>

install ginstall
  -b, --backup [text], -c, -C --compare, -d --directory, -D, -g --group <text>, -m --mode <text>, -o --owner <text>
  -p --preserve-timestamps, -s --strip, --strip-program <sh>, -S --suffix <text>, -t --target-directory <into>
  -T --no-target-directory, -v --verbose, -Z
  ? --directory : <create>...
  ? --target-directory : <copy>...
  : <copy>... <into>

rm grm
  -f --force, -i, -I, --interactive [text], --one-file-system, --no-preserve-root, --preserve-root [text]
  -r -R --recursive, -d --dir, -v --verbose, -P, -x, -W
  ? --recursive : <delete-tree>...
  : <delete>...

unlink
  : <delete>

rmdir
  -p --parents, -v --verbose, --ignore-fail-on-non-empty
  : <delete>...

xattr
  -p --print, -l --long, -w --write, -d --delete, -c --clear, -r, -s, -v, -x, -z
  ? --write|--delete|--clear : <text> <edit>...
  : <look>...

trash, trash-put, rmtrash, gtrash
  -f, -r, -R, -i, -v, -d
  : <delete-tree>...

rimraf, del-cli
  -g --glob, -f --force, -v --verbose, -i --interactive, -d --dry-run, --impl <text>, --preserve-root, --no-preserve-root
  ? --dry-run : <text>...
  : <delete-matching>...

shred, srm
  -f --force, -n --iterations <text>, --random-source <read>, -s --size <text>, -u, --remove [text], -v --verbose
  -x --exact, -z --zero
  ? -u|--remove : <delete>...
  : <edit>...

mkdir
  -m --mode <text>, -p --parents, -v --verbose, -Z, --context [text]
  : <create>...

mkfifo, mknod
  -m --mode <text>, -Z, --context [text]
  : <create> <text>...

mktemp
  -d --directory, -u --dry-run, -q --quiet, --suffix <text>, -p --tmpdir [text], -t
  : <text>

touch
  -a, -c --no-create, -d --date <text>, -f, -h --no-dereference, -m, -r --reference <look>, -t <text>, --time <text>
  : <write>...

truncate
  -c --no-create, -o --io-blocks, -r --reference <look>, -s --size <text>
  : <write>...

fallocate
  -l --length <text>, -o --offset <text>, -c --collapse-range, -d --dig-holes, -p --punch-hole, -z --zero-range, -n --keep-size, -x
  : <write>

dd
  if= <read>, of= <write>, bs= <text>, ibs= <text>, obs= <text>, cbs= <text>, count= <text>, skip= <text>, seek= <text>
  conv= <text>, iflag= <text>, oflag= <text>, status= <text>, iseek= <text>, oseek= <text>
  : <text>...

chmod
  -c --changes, -f --silent --quiet, -v --verbose, --no-preserve-root, --preserve-root, --reference <look>, -R --recursive
  -h, -H, -L, -P, -r, -w, -x, -X, -s, -u, -g, -o, -a, -t
  ? --reference --recursive|-R : <edit-tree>...
  ? --recursive -r|-w|-x|-X|-s|-t : <edit-tree>...
  ? -r|-w|-x|-X|-s|-t : <edit>...
  ? --reference : <edit>...
  ? --recursive : <text> <edit-tree>...
  : <text> <edit>...

setfacl
  -m --modify <text>, -M --modify-file <read>, -x --remove <text>, -X --remove-file <read>, -b --remove-all, -k --remove-default, -n --no-mask, -d --default, -R --recursive, -L --logical, -P --physical, --set <text>, --set-file <read>, --restore <read>, --test, --mask
  ? --recursive : <edit-tree>...
  : <edit>...

chown, chgrp, chattr, chflags, chcon
  -c --changes, -f --silent --quiet, -v --verbose, --dereference, -h --no-dereference, --from <text>, --no-preserve-root
  --preserve-root, --reference <look>, -R --recursive, -H, -L, -P, -m --modify <text>, -b --remove-all, -k --remove-default
  -i, -a, -e, -A, -d, -u, -s, -t, --set <text>, --restore <read>, -w, -p
  ? --recursive : <text> <edit-tree>...
  : <text> <edit>...

man
  -P --pager <sh>, -H --html [sh], -M --manpath <text>, -S -s --sections <text>, -C --config-file <read>, -L --locale <text>, -m --systems <text>
  -T --troff-device [text], -p --preprocessor <text>, -E --encoding <text>, -R --recode <text>, -e --extension <text>, -r --prompt <text>
  -k --apropos, -f --whatis, -a --all, -w --where --path --location, -W, -l --local-file, -K --global-apropos, -d --debug, -t, -i, -I
  ? --local-file : <read>...
  : <text>...

exa, eza, lsd, pathchk, namei, getfacl, lsattr, getfattr, sync, fuser, lsblk, blkid, findmnt, mountpoint, mdls, mdfind, locate, plocate, whereis, type, whatis, apropos, info, hash
  -I --ignore <text>, --hide <text>, --block-size <text>, --color [text], --colour [text], --format <text>, --sort <text>, --time <text>
  --time-style <text>, --indicator-style <text>, --quoting-style <text>, -w --width <text>, -T --tabsize <text>
  -a --all, -A --almost-all, -l, -h --human-readable, -R --recursive, -r --reverse, -t, -S, -1, -d --directory, -F --classify
  --exclude <text>, -L <text>, -P <text>, -X --exclude-from <read>, -m, -f, -c, -b, -i, -k, -s, -v, -x, -n, -o, -p, -u, -g, -q
  --max-depth <text>, --level <text>, --suffix <text>, --relative-to <text>, --relative-base <text>, --printf <text>
  --files0-from <read>, --threshold <text>, --output [text], --filelimit <text>, -y
  : <look>...

du, df, readlink, realpath, which, basename, dirname
  -d --max-depth <text>, -B --block-size <text>, -t --type <text>, -x --one-file-system, -X --exclude-from <read>, --exclude <text>
  -I --ignore <text>, --hide <text>, --color [text], --format <text>, --sort <text>, --time [text], --time-style <text>
  --indicator-style <text>, --quoting-style <text>, -w --width <text>, -T --print-type, --total, --apparent-size
  -a --all, -A --almost-all, -h --human-readable, -R --recursive, -r --reverse, -s --summarize --suffix, -S, -1, -F --classify [text]
  -l, -L --dereference, -f --canonicalize, -e --canonicalize-existing, -m --canonicalize-missing, -n --no-newline, -z --zero
  --files0-from <read>, --threshold <text>, --output [text], --relative-to <text>, --relative-base <text>, -c, -k, -b, -i, -P, -H
  : <look>...

ls gls, dir, vdir
  -I --ignore <text>, --hide <text>, --block-size <text>, --color [text], --format <text>, --sort <text>, --time <text>
  --time-style <text>, --indicator-style <text>, --quoting-style <text>, -w --width <text>, -T --tabsize <text>
  -a --all, -A --almost-all, -h --human-readable, -R --recursive, -r --reverse, -d --directory, -F --classify [text]
  -l, -t, -S, -1, -L --dereference, -s --size, -i --inode, -n --numeric-uid-gid, -o, -g, -G, -p, -c, -u, -X, -v, -x, -C, -m, -f, -D
  : <look>...

stat
  -L --dereference, -f --file-system, --cached <text>, -c --format <text>, --printf <text>, -t --terse, -s, -x, -r, -l, -n
  : <look>...

file
  -b --brief, -c --checking-printout, -e --exclude <text>, -f --files-from <read>, -F --separator <text>, -i --mime, -I, -k
  -L --dereference, -m --magic-file <read>, -P --parameter <text>, -z --uncompress, --mime-type, --mime-encoding, -s
  : <look>...

tree
  -L <text>, -P <text>, -I <text>, -o <write>, --filelimit <text>, --charset <text>, --timefmt <text>, --sort <text>, -a, -d, -f
  --fromfile, --gitignore, --gitfile <read>, --noreport, --dirsfirst, --prune, -i, -l, -x, -h, -J, -X, -s, -D, -p, -u, -g, -C, -n, -F
  : <look>...

echo gecho, printf, true, false, :
  ! raw
  : <text>...

pwd, whoami, id, groups, who, w, users, tty, uname, uptime, cal, ncal, nproc, free, vmstat, iostat, ps, pgrep, pidof, pstree, htop, seq, yes, sleep, factor, numfmt, expr, bc, dc, getconf, locale, env-vars, printenv, logname, last, lastlog, dmesg, lscpu, lsusb, lspci, lsmod, sw_vers, system_profiler, sysctl, ulimit, umask, jobs, times, wait, fg, bg, disown, set, unset, shift, return, exit, break, continue, let, local, declare, typeset, readonly, read, getopts, shopt, alias, unalias, bind, complete, compgen, dirs, popd, history, fc, logout, cmp-dates, clear, reset, stty, tput, figlet, cowsay, lolcat, fortune, banner, tldr, cheat
  : <text>...

date
  -d --date <text>, -f --file <read>, -I --iso-8601 [text], -R --rfc-email, -r --reference <look>, -s --set <text>, -u --utc --universal
  --rfc-3339 <text>, -j, -n, -v <text>
  : <text>...

test, [
  ! dashes
  : <look>...

kill, killall, pkill, skill, xkill
  ! dashes
  -s <text>, -n <text>, -l, -L, -9 => -KILL, -SIGKILL => -KILL, -15 => -TERM, -SIGTERM => -TERM, -f, -u <text>, -x, -P <text>, -t <text>
  -i, -q, -v, -e, -I, -r, -w, -g, -o, -a
  : <text>...

hostname
  -f --fqdn --long, -s --short, -i --ip-address, -I --all-ip-addresses, -d --domain, -F --file <read>, -b, -a, -A
  : <text>

xclip, xsel, pbcopy, pbpaste, wl-copy, wl-paste, clip
  -selection <text>, -sel <text>, -i -in, -o -out, -f -filter, -t -target <text>, -display <text>, -l -loops <text>, -rmlastnl
  : <read>...
`
