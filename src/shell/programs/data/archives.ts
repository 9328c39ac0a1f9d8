// Archives and compression.
export const archives = String.raw`
tar gtar, bsdtar
  ! bare
  -c --create, -x --extract --get, -t --list, -r --append, -u --update, -A --catenate --concatenate, -d --diff --compare, --delete, -f --file <tar-file>, -C --directory --cd <cwd>
  -z --gzip --gunzip --ungzip, -j --bzip2, -J --xz, -Z --compress, -a --auto-compress, --zstd, --lzma, --lzip, --lzop, -I --use-compress-program <sh>, -v --verbose, -p --preserve-permissions --same-permissions
  -P --absolute-names, -k --keep-old-files, --overwrite, -m --touch, -O --to-stdout, -W --verify, -w --interactive --confirmation, -h --dereference, -l --check-links, -S --sparse, -n --seek, -o --no-same-owner
  -T --files-from <file-list>, -X --exclude-from <read>, --exclude <text>, --exclude-vcs, --exclude-vcs-ignores, --strip-components <text>, --transform --xform <text>, --wildcards, --anchored, --owner <text>, --group <text>
  --mode <text>, --mtime <text>, --newer --after-date <text>, -N <text>, -g --listed-incremental <write>, --one-file-system, --remove-files, --to-command <sh>, --checkpoint [text], --checkpoint-action <tar-action>
  --rsh-command --rmt-command <sh>, --force-local, -F --info-script --new-volume-script <sh>, --sort <text>, --format <text>, -H <text>, -b --blocking-factor <text>, -L --tape-length <text>, -M --multi-volume, -V --label <text>, -s <text>, --null, -B
  --no-recursion, --no-same-owner, --same-owner, --numeric-owner, --totals, --warning <text>, -i --ignore-zeros, -G --incremental, -K --starting-file <text>, -R --block-number, -U --unlink-first, --skip-old-files
  ? --create --remove-files : <move>...
  ? --create|--append|--update : <packed>...
  ? --extract --to-stdout : <text>...
  ? --extract : <write-tree>... {unpack .}
  : <text>...

zip
  -r --recurse-paths, -d --delete, -u --update, -f --freshen, -m --move, -j --junk-paths, -q --quiet, -v --verbose, -x --exclude <text>, -i --include <text>, -e --encrypt, -P --password <secret>, -y --symlinks, -9, -0, -1, -@
  -T --test, -TT --unzip-command <sh>, -b --temp-path <text>, -O --output-file <write>, -n --suffixes <text>, -t <text>, -tt <text>, -s --split-size <text>, -FS, -X, -D, -o, -g --grow, -l, -z
  ? --delete : <write> <text>...
  ? --move : <write> <move>...
  : <write> <tree>...

unzip
  -l, -t, -v, -z, -Z, -p, -c, -d <unpack>, -o, -n, -q, -qq, -u, -f, -j, -a, -aa, -P <secret>, -x <text>, -C, -L, -X, -K, -O <text>, -I <text>
  ? -l|-t|-v|-z|-Z|-p|-c : <read> <text>...
  ? -d : <read> <text>...
  : <read> <write-tree>... {unpack .}

zipinfo, zipgrep, zipnote
  : <read> <text>...

gzip, gunzip, bzip2, bunzip2, xz, unxz, lzma, unlzma, compress, uncompress, pigz, unpigz, lzop
  -c --stdout --to-stdout, -d --decompress --uncompress, -f --force, -k --keep, -l --list, -n --no-name, -N --name, -q --quiet, -r --recursive, -S --suffix <text>, -t --test, -v --verbose, -1 --fast, -9 --best, -z --compress
  -T --threads <text>, -p --processes <text>, -o --output <write>, --rsyncable, -0, -2, -3, -4, -5, -6, -7, -8, -e --extreme, -M --memory <text>, -F --format <text>, -19, --ultra, --rm, -D <read>, -C --check <text>, -s --small, -j <text>
  ? --stdout|--test|--list|--keep|--output : <tree>...
  : <move>...

zstd, unzstd, lz4, unlz4, brotli
  -c --stdout, -d --decompress, -f --force, -k --keep, -l --list, -q --quiet, -r <tree>, -t --test, -v --verbose, -z --compress, -T --threads <text>, -o --output <write>, --ultra, --rm, -D <read>, -1, -3, -9, -19, --long [text]
  -j --rm, -q --quality <text>, -w --lgwin <text>, -S --suffix <text>, -n
  ? --rm : <move>...
  : <read>...

7z 7za 7zz 7zr p7zip
  -o <unpack>, -p [secret], -y, -t [text], -m [text], -r, -x [text], -i [text], -aoa, -aos, -aou, -aot, -si, -so, -sdel
  : <text>...
  a, u
    -p [secret], -t [text], -m [text], -r, -x [text], -si, -sdel, -y, -mx [text], -v [text]
    ? -sdel : <write> <move>...
    : <write> <tree>...
  x, e
    -o <unpack>, -p [secret], -y, -aoa, -aos, -aou, -aot, -r, -so, -x [text], -i [text]
    ? -o|-so : <read> <text>...
    : <read> <text>... {unpack .}
  l, t
    -p [secret], -slt, -r
    : <read> <text>...
  d, rn
    -p [secret], -r
    : <write> <text>...

unrar, rar, unar, lsar
  -o -output-directory <unpack>, -f, -p [secret], -q, -t
  ? -o : <read>
  : <read> {unpack .}
  l, t, v, lb
    : <read> <text>...
  x, e
    -o [text], -p [secret], -y
    : <read> <text>... {unpack .}
  a
    -r, -p [secret]
    : <write> <tree>...

cpio bsdcpio
  -i --extract, -o --create, -p --pass-through, -t --list, -d --make-directories, -v, -u, -m, -F --file <write>, -I <read>, -O <write>, -D --directory <cwd>, -H --format <text>, -A, -0 --null, --no-absolute-filenames
  ? --extract : <text>... {unpack .}
  ? --pass-through : <cwd> {unpack .}
  : <text>...

ar
  ! bare
  -r <write>, -q <write>, -t <read>, -p <read>, -x <read>, -d <write>, -c, -s, -u, -v
  ? -x : <text>... {unpack .}
  : <tree>...
`
