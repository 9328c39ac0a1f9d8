// Programs that show, cut, compare and patch texts.
export const texts = String.raw`
tsort, ptx, look, uuencode, ul, vis, glow, mdcat, csvlook, hexyl, pygmentize, highlight
  -d --delimiter --delimiters <text>, -f --fields <text>, -c --characters --bytes <text>, -b --bytes <text>
  -w --width <text>, -t --separator <text>, -N --length <text>, -j --skip <text>, -A --address-radix <text>
  -s <text>, -l <text>, -o <text>, -v, -n, -e, -E, -T, -i --ignore-garbage, --wrap <text>, -z --zero-terminated
  -H, -L --max-line-length, -m --chars, -p, -P, -r, -R, -u, -x, -a, -1, -2, -3, -D --decode, --check, --color [text]
  --output <write>, --pager <sh>, --language <text>, --style <text>, --theme <text>, --output-delimiter <text>
  --from-code <text>, --to-code <text>, --line-range <text>, --files0-from <file-list>, -NUM
  : <read>...

dos2unix, unix2dos, mac2unix
  -k --keepdate, -q --quiet, -n --newfile, -c --convmode <text>, -b, -f --force, -o
  ? --newfile : <read> <write>
  : <edit>...

gio
  : <text>...
  remove, trash
    -f --force
    : <delete-tree>...

head, tail
  -c --bytes <text>, -n --lines <text>, -q --quiet --silent, -v --verbose, -z --zero-terminated, -f --follow [text]
  -F => --follow, --pid <text>, -s --sleep-interval <text>, --retry, --max-unchanged-stats <text>, -NUM --lines
  : <read>...

wc, cat, tac, nl, rev
  -b --bytes, -c --bytes, -l --lines, -m --chars, -w --words, -L --max-line-length, --files0-from <file-list>
  -A --show-all, -n --number, -s --squeeze-blank, -E --show-ends, -T --show-tabs, -v --show-nonprinting, -e, -t, -u
  --total <text>, --before, -r --regex, --separator <text>, --body-numbering <text>, --help, --version
  : <read>...

od
  -A --address-radix <text>, -j --skip-bytes <text>, -N --read-bytes <text>, -S --strings [text], -t --format <text>
  -v --output-duplicates, -w --width [text], -a, -b, -c, -d, -f, -i, -l, -o, -s, -x, --endian <text>, --traditional
  : <read>...

xxd
  -a -autoskip, -b -bits, -c -cols <text>, -e, -g -groupsize <text>, -i -include, -l -len <text>, -n -name <text>
  -o <text>, -p -ps -postscript -plain, -r -revert, -s -seek <text>, -u, -v -version
  : <read> <write>

hexdump, hd
  -b, -c, -C, -d, -e <text>, -f <read>, -n <text>, -o, -s <text>, -v, -x
  : <read>...

strings
  -a --all, -f --print-file-name, -n --bytes <text>, -NUM --bytes, -t --radix <text>, -e --encoding <text>, -o, -w
  : <read>...

base64, base32, basenc
  -d -D --decode, -i --ignore-garbage, -w --wrap <text>, -b --break <text>, --input <read>, -o --output <write>
  --base64, --base64url, --base32, --base16, --z85
  : <read>

md5sum, sha1sum, sha224sum, sha256sum, sha384sum, sha512sum, b2sum, cksum, sum, md5, shasum
  -b --binary, -c --check, -t --text, -z --zero, -w --warn, -q --quiet, -s --status, -a --algorithm <text>, --tag
  -l --length <text>, --ignore-missing, --strict, -r, -U --UNIVERSAL, -0 --01
  : <read>...

iconv
  -f --from-code <text>, -t --to-code <text>, -l --list, -c, -o --output <write>, -s --silent
  : <read>...

less, more, most, pg, zless, zmore, bzless, xzless
  -b <text>, -h <text>, -j <text>, -k <read>, -o --log-file <write>, -O --LOG-FILE <write>, -p <text>, -P <text>, -t <text>
  -T <read>, -x <text>, -y <text>, -z <text>, -N, -S, -R, -X, -F, -E, -i, -I, -n, -q, -r, -s, -u, -w, -W, -f
  +* => --command
  : <pager-file>...

bat batcat
  -l --language <text>, -H --highlight-line <text>, -r --line-range <text>, -n --number, -p --plain, -A --show-all
  --style <text>, --theme <text>, --color <text>, --paging <text>, --pager <sh>, --wrap <text>, --tabs <text>
  --file-name <text>, -m --map-syntax <text>, --decorations <text>, --terminal-width <text>, -d --diff
  : <read>...

cut
  -b --bytes <text>, -c --characters <text>, -d --delimiter <text>, -f --fields <text>, -n, --complement
  -s --only-delimited, --output-delimiter <text>, -z --zero-terminated
  : <read>...

paste
  -d --delimiters <text>, -s --serial, -z --zero-terminated
  : <read>...

comm
  -1, -2, -3, -12, -13, -23, --check-order, --nocheck-order, --output-delimiter <text>, --total, -z --zero-terminated, -i
  : <read> <read>

join
  -a <text>, -e <text>, -i --ignore-case, -j <text>, -o <text>, -t <text>, -v <text>, -1 <text>, -2 <text>, --header
  : <read> <read>

fold, fmt, expand, unexpand, pr, colrm
  -w --width <text>, -b --bytes, -s --spaces, -c --crown-margin, -p --prefix <text>, -t --tabs <text>, -i --initial
  -a --all, --first-only, -l --length <text>, -h --header <text>, -n, -o --indent <text>, -m --merge, -NUM, -x, -N <text>
  -J --json, -R <text>, -g --goal <text>, -u --uniform-spacing, -C
  : <read>...

column
  -c --output-width <text>, -t --table, -s --separator <text>, -o --output-separator <text>, -x --fillrows, -n --table-name <text>
  -N --table-columns <text>, -R --table-right <text>, -H --table-hide <text>, -J --json, -e --table-header-repeat, -L --keep-empty-lines
  : <read>...

zcat, bzcat, xzcat, zstdcat, lz4cat
  -f --force, -h --help, -l --list, -q --quiet, -v --verbose, -S <text>
  : <read>...

tr
  -c -C --complement, -d --delete, -s --squeeze-repeats, -t --truncate-set1
  : <text> <text>

sort
  -b --ignore-leading-blanks, -d --dictionary-order, -f --ignore-case, -g --general-numeric-sort, -i --ignore-nonprinting
  -M --month-sort, -h --human-numeric-sort, -n --numeric-sort, -R --random-sort, --random-source <read>, -r --reverse
  --sort <text>, -V --version-sort, --batch-size <text>, -c --check [text], -C, --compress-program <sh>, --debug
  --files0-from <file-list>, -k --key <text>, -m --merge, -o --output <write>, -s --stable, -S --buffer-size <text>
  -t --field-separator <text>, -T --temporary-directory <text>, --parallel <text>, -u --unique, -z --zero-terminated
  : <read>...

uniq
  -c --count, -d --repeated, -D, --all-repeated [text], -f --skip-fields <text>, --group [text], -i --ignore-case
  -s --skip-chars <text>, -u --unique, -z --zero-terminated, -w --check-chars <text>
  : <read> <write>

shuf
  -e --echo, -i --input-range <text>, -n --head-count <text>, -o --output <write>, --random-source <read>, -r --repeat, -z
  ? --echo|--input-range : <text>...
  : <read>

split, csplit
  -a --suffix-length <text>, --additional-suffix <text>, -b --bytes <text>, -C --line-bytes <text>, -d, -x
  --numeric-suffixes [text], --hex-suffixes [text], -e --elide-empty-files, --filter <sh>, -l --lines <text>
  -n --number <text>, -t --separator <text>, -u --unbuffered, --verbose, -k --keep-files, -f --prefix <prefix>, -s --quiet
  : <read> <prefix=x>

tee
  -a --append, -i --ignore-interrupts, -p, --output-error [text]
  : <write>...

sponge
  -a
  : <write>

diff, diff3, sdiff, colordiff, icdiff, delta, difft, wdiff
  -q --brief, -s --report-identical-files, -c, -C --context <text>, -u, -U --unified <text>, -e --ed, -n --rcs
  -y --side-by-side, -W --width <text>, --left-column, -p --show-c-function, -F --show-function-line <text>
  --label <text>, -t --expand-tabs, -T --initial-tab, --color [text], --palette <text>, -r --recursive, -N --new-file
  -x --exclude <text>, -X --exclude-from <read>, -S --starting-file <text>, --from-file <read>, --to-file <read>
  -i --ignore-case, -E --ignore-tab-expansion, -Z --ignore-trailing-space, -b --ignore-space-change, -w --ignore-all-space
  -B --ignore-blank-lines, -I --ignore-matching-lines <text>, -a --text, --strip-trailing-cr, -D --ifdef <text>, -o --output <write>
  --line-format <text>, --normal, -d --minimal, --horizon-lines <text>, --diff-program <sh>, -l --paginate
  : <tree>...

cmp
  -b --print-bytes, -i --ignore-initial <text>, -l --verbose, -n --bytes <text>, -s --quiet --silent
  : <read> <read> <text>...

apply_patch applypatch
  : <own-patch=->

patch
  -b --backup, -B --prefix <text>, -c --context, -d --directory <cwd>, -D --ifdef <text>, --dry-run -C --check, -e --ed
  -E --remove-empty-files, -f --force, -F --fuzz <text>, -g --get <text>, -i --input <read>, -l --ignore-whitespace
  -n --normal, -N --forward, -o --output <write>, -p --strip <text>, --posix, -r --reject-file <write>, -R --reverse
  -s --quiet --silent, -t --batch, -u --unified, -v, -V --version-control <text>, -Y <text>, -z --suffix <text>, --verbose
  ? --dry-run|--output : <read> <read>
  : <edit> <read> {patch -}
`
