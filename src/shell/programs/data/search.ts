// Programs that look through files, and those that rewrite text.
export const search = String.raw`
grep egrep fgrep ggrep, zgrep zegrep zfgrep, bzgrep, xzgrep, ugrep ug
  -E --extended-regexp, -F --fixed-strings, -G --basic-regexp, -P --perl-regexp, -e --regexp <text>, -f --file <read>, -i -y --ignore-case
  --no-ignore-case, -v --invert-match, -w --word-regexp, -x --line-regexp, -c --count, --color --colour [text], -L --files-without-match
  -l --files-with-matches, -m --max-count <text>, -o --only-matching, -q --quiet --silent, -s --no-messages, -b --byte-offset
  -H --with-filename, -h --no-filename, --label <text>, -n --line-number, -T --initial-tab, -Z --null, -z --null-data, -A --after-context <text>
  -B --before-context <text>, -C --context <text>, -NUM --context, --group-separator <text>, --no-group-separator, -a --text
  --binary-files <text>, -D --devices <text>, -d --directories <text>, --exclude <text>, --exclude-from <read>, --exclude-dir <text>
  -I, --include <text>, -r --recursive, -R => --recursive, --dereference-recursive => --recursive, --line-buffered, -U --binary, -u --unix-byte-offsets
  ? --recursive --regexp|--file : <grep-tree=.>...
  ? --recursive : <text> <grep-tree=.>...
  ? --regexp|--file : <read>...
  : <text> <read>...

rg ripgrep
  -e --regexp <text>, -f --file <read>, -A --after-context <text>, -B --before-context <text>, -C --context <text>, -i --ignore-case, -S --smart-case
  -s --case-sensitive, -F --fixed-strings, -w --word-regexp, -x --line-regexp, -v --invert-match, -l --files-with-matches, --files-without-match
  -c --count, --count-matches, -o --only-matching, -r --replace <text>, -g --glob <text>, --iglob <text>, -t --type <text>, -T --type-not <text>
  --type-add <text>, --type-list, --type-clear <text>, -u => --no-ignore, -uu => --no-ignore --hidden, -uuu => --no-ignore --hidden, --unrestricted => --no-ignore
  -. --hidden, --no-hidden, --no-ignore, --no-ignore-vcs => --no-ignore, --no-ignore-dot => --no-ignore, --no-ignore-parent, --no-ignore-global
  --no-ignore-exclude, --no-ignore-files, --ignore-file <read>, --files, -n --line-number, -N --no-line-number, -H --with-filename, -I --no-filename
  -m --max-count <text>, -d --max-depth --maxdepth <text>, --max-filesize <text>, -M --max-columns <text>, -j --threads <text>, --sort <text>, --sortr <text>
  -U --multiline, --multiline-dotall, -P --pcre2, --engine <text>, -p --pretty, --color <text>, --colors <text>, --heading, --no-heading, --json
  -q --quiet, -L --follow, -a --text, -z --search-zip, --pre <command-name>, --pre-glob <text>, -E --encoding <text>, -0 --null, --context-separator <text>
  --column, --vimgrep, --stats, --trim, --passthru, -b --byte-offset, --field-match-separator <text>, --path-separator <text>, --dfa-size-limit <text>
  --regex-size-limit <text>, --hostname-bin <command-name>, --hyperlink-format <text>, --generate <text>, --no-messages, --no-config, --one-file-system
  ? --files : <look>...
  ? --type-list : <text>...
  ? --regexp|--file : <search=.>...
  : <text> <search=.>...

ag, ack
  -A --after <text>, -B --before <text>, -C --context <text>, -i --ignore-case, -s --case-sensitive, -S --smart-case, -Q --literal, -w --word-regexp
  -v --invert-match, -l --files-with-matches, -L --files-without-matches, -c --count, -o --only-matching, -G --file-search-regex <text>, -g <text>
  --ignore <text>, --ignore-dir <text>, -m --max-count <text>, --depth <text>, -n --norecurse, -a --all-types, -t --all-text, -u --no-ignore, --unrestricted => --no-ignore --hidden
  -U --skip-vcs-ignores => --no-ignore, --hidden, -p --path-to-ignore <read>, --pager <sh>, -r --recurse, -f --follow, -z --search-zip, --color, --nocolor, --column, --heading
  --type <text>, --match <text>, --output <text>, -H, -h, -1, --nogroup, --numbers, --stats, --vimgrep, -D --debug
  ? -g|-f : <look>...
  ? --match : <search=.>...
  : <text> <search=.>...

ast-grep, comby, semgrep, ctags, cloc, scc, tokei
  -p --pattern <text>, -r --rewrite <text>, -l --lang <text>, -U --update-all, -i --interactive, -c --config <text>, --json [text], -e <text>, -f <text>, --output <write>, -o <write>
  ? --update-all|-i : <format=.>...
  : <text>...

find gfind
  ! dashes
  -H, -L, -P, -D <text>, -O1, -O2, -O3, -E, -X, -d, -s, -f <text>
  -amin <text>, -anewer <look>, -atime <text>, -cmin <text>, -cnewer <look>, -context <text>, -ctime <text>, -fstype <text>, -gid <text>, -group <text>, -ilname <text>
  -iname <text>, -inum <text>, -ipath -iwholename <text>, -iregex <text>, -links <text>, -lname <text>, -maxdepth <text>, -mindepth <text>, -mmin <text>, -mtime <text>
  -name <text>, -newer <look>, -newermt <text>, -newerat <text>, -newerct <text>, -newermm <look>, -path -wholename <text>, -perm <text>, -regex <text>, -regextype <text>, -samefile <look>, -size <text>, -type <text>
  -uid <text>, -used <text>, -user <text>, -xtype <text>, -flags <text>, -Bmin <text>, -Btime <text>, -depth, -mount, -xdev, -daystart, -follow, -noleaf
  -empty, -executable, -readable, -writable, -nouser, -nogroup, -true, -false, -not, -a -and, -o -or, -print, -print0, -ls, -prune, -quit
  -delete, -exec <exec>, -execdir <exec>, -ok <exec>, -okdir <exec>, -fprint <write>, -fprint0 <write>, -fls <write>, -fprintf <write> <text>, -printf <text>
  -files0-from <read>
  ? -delete : <text>... {find-delete .}
  : <text>...

fd fdfind
  -H --hidden, -I --no-ignore, -u --unrestricted => --hidden --no-ignore, --no-ignore-vcs, --no-ignore-parent, -s --case-sensitive, -i --ignore-case, -g --glob, --regex
  -F --fixed-strings, -a --absolute-path, -l --list-details, -L --follow, -p --full-path, -0 --print0, -d --max-depth <text>, --min-depth <text>, --exact-depth <text>
  --prune, -t --type <text>, -e --extension <text>, -S --size <text>, --changed-within --newer <text>, --changed-before --older <text>, -o --owner <text>, -E --exclude <text>, --ignore-file <read>
  -c --color <text>, -j --threads <text>, --max-results <text>, -1, -q --quiet, --base-directory <cwd>, --path-separator <text>, --search-path <text>, --format <text>, --and <text>
  -x --exec <fd-exec>, -X --exec-batch <fd-exec>, --batch-size <text>, --strip-cwd-prefix, --one-file-system, -h, --show-errors
  : <text>...

sed gsed
  -n --quiet --silent, --debug, -e --expression <sed>, -f --file <sed-file>, -E -r --regexp-extended, --follow-symlinks, -i --in-place [text], -l --line-length <text>
  --posix, -s --separate, --sandbox, -u --unbuffered, -z --null-data, -I => --in-place, -a
  ? --in-place --expression|--file : <edit>...
  ? --in-place : <sed> <edit>...
  ? --expression|--file : <read>...
  : <sed> <read>...

sd
  -p --preview, -F -s --fixed-strings --string-mode, -n --max-replacements <text>, -f --flags <text>, -A --across
  ? --preview : <text> <text> <read>...
  : <text> <text> <edit>...

awk gawk, mawk, nawk
  ! stops
  -F --field-separator <text>, -v --assign <text>, -f --file <awk-file>, -e --source <awk>, -E --exec <awk-file>, -i --include <text>, -l --load <text>, -b --characters-as-bytes, -c --traditional
  -C, -d --dump-variables [write], -D --debug [text], -g --gen-pot, -h, -k --csv, -L --lint [text], -M, -n --non-decimal-data, -N, -o --pretty-print [write], -O --optimize, -p --profile [write], -P --posix
  -r --re-interval, -s, -S --sandbox, -t, -V --version, -W <text>, -I
  ? --include --file|--source|--exec : <edit>...
  ? --include : <awk> <edit>...
  ? --file|--source|--exec : <read>...
  : <awk> <read>...

jq gojq jaq
  -a --ascii-output, -C --color-output, -M --monochrome-output, -c --compact-output, -e --exit-status, -f --from-file <read>, -j --join-output, -n --null-input, -r --raw-output
  --raw-output0, -R --raw-input, -s --slurp, -S --sort-keys, --tab, --indent <text>, --unbuffered, --stream, --stream-errors, --seq, -L --library-path <text>, --arg <text> <text>, --argjson <text> <text>
  --slurpfile <text> <read>, --rawfile <text> <read>, --args, --jsonargs, --argfile <text> <read>, -h, -V, -i
  ? --args|--jsonargs : <text>...
  ? --from-file : <read>...
  : <text> <read>...

yq
  -i --inplace --in-place, -P --prettyPrint, -o --output-format <text>, -p --input-format <text>, -r --unwrapScalar --raw-output, -n --null-input, -N --no-doc, -C --colors, -M --no-colors
  -I --indent <text>, -e --exit-status, -s --split-exp <text>, -f --front-matter <text>, --from-file <read>, -j --tojson, -y --yaml-output, -c --compact-output, --arg <text> <text>, -v --verbose
  ? --inplace|--in-place : <text> <edit>...
  : <text> <read>...
  eval e, eval-all ea
    -i --inplace, -P --prettyPrint, -o --output-format <text>, -p --input-format <text>, -r --unwrapScalar, -n --null-input, -N --no-doc, -C --colors, -M --no-colors, -I --indent <text>
    ? --inplace : <text> <edit>...
    : <text> <read>...

xmlstarlet xml, tomlq, dasel, htmlq, pup, xsv, csvcut, csvgrep, mlr, q, miller
  --xpath <text>, --format, --noout, -o --output <write>, --schema <read>, -i --in-place, -f --file <read>, -r --read <text>, -w --write <text>, -n
  : <text>...

xmllint
  --xpath <text>, --format, --noout, -o --output <write>, --schema <read>, --relaxng <read>, --dtdvalid <read>, --html, --recover, --encode <text>, --valid, --pretty <text>
  : <read>...

fzf, sk, peco, dialog, whiptail, gum, entr-list
  ! takes
  --bind <text>, --preview <text>, -q --query <text>, -f --filter <text>, -m --multi, -e --exact, -i, --height <text>, --reverse, --ansi, -0, -1, -d --delimiter <text>, -n --nth <text>
  --with-nth <text>, --header <text>, --prompt <text>, --print-query, --no-sort, --tac, --read0, --print0, --sync, --cycle, --no-mouse, --border, --layout <text>, --color <text>
  : <text>...
`
