// git: paths are those of the working tree; ^ is the top of the repository.
import { gitAside } from './git-aside.ts'

export const git = String.raw`
git
  -C <cwd>, -c <git-config>, --config-env <git-config-from>, --exec-path [git-programs], --html-path, --man-path, --info-path
  -p --paginate, -P --no-pager, --no-replace-objects, --bare, --git-dir <git-dir>, --work-tree <cwd>, --namespace <text>
  --no-optional-locks, --literal-pathspecs, --glob-pathspecs, --noglob-pathspecs, --icase-pathspecs, -v --version, -h --help, --super-prefix <text>, --attr-source <text>
  : <git-alias> <text>...
  add stage
    -n --dry-run, -v --verbose, -f --force, -i --interactive, -p --patch, -e --edit, -u --update, -A --all, -N --intent-to-add, --refresh, --ignore-errors, --chmod <text>, --renormalize, --pathspec-from-file <read>, --sparse
    : <look>...
  status
    -s --short, -b --branch, --porcelain [text], --long, -v --verbose, -u --untracked-files [text], --ignored [text], -z, --ignore-submodules [text], --column [text], --ahead-behind, --renames, --find-renames [text], --show-stash
    : <look>...
  log, shortlog, whatchanged
    -p -u --patch, -n --max-count <text>, -NUM --max-count, --skip <text>, -S <text>, -G <text>, -L <text>, --oneline, --graph
    --format <text>, --pretty [text], --since --after <text>, --until --before <text>, --author <text>, --committer <text>, --grep <text>
    -i --regexp-ignore-case, -E, -F, -P, --all, --branches [text], --tags [text], --remotes [text], --follow, --stat [text], --name-only, --name-status, --decorate [text], --date <text>, --diff-filter <text>, -s --summary, -e --email, -w [text], -U <text>
    --abbrev-commit, --abbrev [text], --reverse, --merges, --no-merges, --first-parent, --output <write>, -O <read>, -c, -m, -g --walk-reflogs, --topo-order, --date-order, -M [text], -C [text], -z, -r, -t, --numstat, --shortstat, --raw, --color [text], --cc
    ? --patch : <git-read>...
    : <text>...
  reflog
    -n --max-count <text>, -NUM --max-count, --all, --date <text>, --format <text>, --pretty [text], --oneline, --since <text>
    : <text>...
    expire
      --expire <text>, --expire-unreachable <text>, --all, --updateref, --rewrite, -n --dry-run, --stale-fix, -v --verbose
      : <text>...
    delete
      --rewrite, --updateref, -n --dry-run, -v --verbose
      : <text>...
    show, exists
      : <text>...
  show, diff, difftool, diff-tree, diff-index, diff-files
    --cached --staged, -p -u --patch, -s --no-patch, -U --unified <text>, --stat [text], --numstat, --shortstat, --name-only, --name-status
    --color [text], --no-color, --word-diff [text], --color-words [text], --output <write>, --raw, -M --find-renames [text], -C --find-copies [text]
    -D --irreversible-delete, --diff-filter <text>, -S <text>, -G <text>, -O <read>, -R, -a --text, -b --ignore-space-change, -w --ignore-all-space, -W --function-context, --ext-diff, --no-ext-diff, --no-index, --exit-code, --quiet, --relative [text]
    -x --extcmd <sh>, -t --tool <text>, -d --dir-diff, -g --gui, -y --no-prompt, --format <text>, --pretty [text], --oneline, -z, --check
    --src-prefix <text>, --dst-prefix <text>, --ignore-submodules [text], --submodule [text], --merge-base, -r, -c, --cc, -m, --abbrev [text], --date <text>
    ? --stat|--name-only|--name-status|--shortstat|--numstat : <text>...
    ? --no-index : <tree>...
    : <git-read>...
  blame annotate
    -L <text>, -l, -t, -S <read>, -p --porcelain, --line-porcelain, -c, -w, -M [text], -C [text], -e --show-email, -s, -f, -n, --root, --contents <read>, --date <text>, --ignore-rev <text>, --ignore-revs-file <read>, --since <text>, --reverse
    : <git-read>...
  cat-file
    -t, -s, -e, -p, --textconv, --filters, --path <text>, --batch [text], --batch-check [text], --batch-all-objects
    : <git-read>...
  grep
    --cached, --no-index, --untracked, -a --text, -i --ignore-case, -I, -r --recursive, --max-depth <text>, -w --word-regexp, -v --invert-match
    -h, -H, -E --extended-regexp, -G --basic-regexp, -P --perl-regexp, -F --fixed-strings, -n --line-number, --column, -l --files-with-matches
    --name-only, -L --files-without-match, -O --open-files-in-pager [sh], -z --null, -o --only-matching, -c --count, --color [text], --break
    --heading, -p --show-function, -A --after-context <text>, -B --before-context <text>, -C --context <text>, -W --function-context, -m --max-count <text>, --threads <text>, -f <read>, -e <text>, --and, --or, --not, -q --quiet, --all-match
    ? -e|-f : <git-tree=.>...
    : <text> <git-tree=.>...
  commit
    -a --all, -p --patch, -C --reuse-message <text>, -c --reedit-message <text>, --fixup <text>, --squash <text>, --reset-author, --short, --branch, --porcelain, --long, -z --null, -F --file <read>, --author <text>, --date <text>, -m --message <text>
    -t --template <read>, -s --signoff, -n --no-verify, --allow-empty, --allow-empty-message, --cleanup <text>, -e --edit, --amend
    --no-post-rewrite, -i --include, -o --only, --pathspec-from-file <read>, -u --untracked-files [text], -v --verbose, -q --quiet
    --dry-run, --status, -S --gpg-sign [text], --trailer <text>, --no-edit, --no-gpg-sign
    : <look>... {git-hooks}
  push
    ! refspecs
    --all --branches, --prune, --mirror => --force --delete, -n --dry-run, --porcelain, -d --delete, --tags, --follow-tags, --signed [text], --atomic
    -o --push-option <text>, --receive-pack --exec <sh>, --force-with-lease [text], --force-if-includes, -f --force, --repo <git-remote>
    -u --set-upstream, --thin, -q --quiet, -v --verbose, --progress, --recurse-submodules <text>, --no-verify, --verify, -4 --ipv4, -6 --ipv6
    +* => --force, :* => --delete
    : <send-push=> <text>... {git-hooks}
  pull, fetch
    --all, -a --append, --atomic, --depth <text>, --deepen <text>, --shallow-since <text>, --unshallow, --update-shallow, -f --force
    -k --keep, -p --prune, -P --prune-tags, -n --no-tags, -t --tags, --refmap <text>, -j --jobs <text>, --set-upstream, -u --update-head-ok
    --upload-pack <sh>, -q --quiet, -v --verbose, --progress, -o --server-option <text>, -r --rebase [text], --no-rebase, --ff-only, --ff
    --no-ff, --commit, --no-commit, --squash, -s --strategy <text>, -X --strategy-option <text>, --autostash, --no-verify, -S --gpg-sign [text]
    --recurse-submodules [text], --no-edit, -e --edit, --dry-run, --multiple, --stdin, -4 --ipv4, -6 --ipv6, --allow-unrelated-histories
    : <git-remote=> <text>... {git-changes} {git-hooks}
  clone
    -l --local, -s --shared, --reference <read>, --dissociate, -q --quiet, -v --verbose, --progress, -n --no-checkout, --bare, --mirror
    --sparse, --filter <text>, -o --origin <text>, -b --branch <text>, --revision <text>, -u --upload-pack <sh>, --template <git-template>, -c --config <git-config>, --depth <text>, --shallow-since <text>, --shallow-exclude <text>, --single-branch, --no-tags
    --recurse-submodules --recursive [text], --shallow-submodules, --separate-git-dir <create-tree>, -j --jobs <text>, --also-filter-submodules
    : <git-clone> <create-tree>
  ls-remote
    -h --heads --branches, -t --tags, --refs, -q --quiet, --upload-pack <sh>, --exit-code, --get-url, --sort <text>, --symref, -o --server-option <text>
    : <git-remote=> <text>...
  remote
    -v --verbose
    add
      -t <text>, -m <text>, -f, --tags, --no-tags, --mirror [text]
      ? -f : <git-set-remote> <git-url>
      : <git-set-remote> <text>
    rename mv, remove rm, set-head, set-branches, get-url
      -d --delete, -a --auto, --push, --all, --add, --progress
      : <text>...
    set-url
      --push, --add, --delete
      : <git-set-remote> <text>...
    show, prune, update
      -n, -p --prune, --dry-run
      : <git-remote=>...
  checkout
    -q --quiet, --progress, -f --force, -2 --ours, -3 --theirs, -b <text>, -B <text>, -t => --track, --track [text], --no-track, --guess, -l, -d --detach, --orphan <text>, -U --unified <text>, --inter-hunk-context <text>
    --ignore-skip-worktree-bits, -m --merge, --conflict <text>, -p --patch, --ignore-other-worktrees, --overwrite-ignore, --recurse-submodules [text]
    --overlay, --no-overlay, --pathspec-from-file <read>, --pathspec-file-nul
    ? -b|-B|--orphan|--detach : <text>... {git-changes} {git-hooks}
    ? --force : <git-checkout>... {git-edit ^} {git-changes} {git-hooks}
    ? --pathspec-from-file : <text> {git-edit .} {git-changes}
    : <git-checkout>... {git-changes} {git-hooks}
  switch
    -c --create <text>, -C --force-create <text>, -d --detach, --guess, -f --force, --discard-changes => --force, -m --merge, --conflict <text>
    -q --quiet, --progress, -t --track [text], --no-track, --orphan <text>, --ignore-other-worktrees, --recurse-submodules [text]
    ? --force : <text>... {git-edit ^} {git-changes} {git-hooks}
    : <text>... {git-changes} {git-hooks}
  restore
    -s --source <text>, -p --patch, -W --worktree, -S --staged, -q --quiet, --progress, --ours, --theirs, -m --merge, --conflict <text>
    --ignore-unmerged, --ignore-skip-worktree-bits, --recurse-submodules [text], --overlay, --pathspec-from-file <read>, --pathspec-file-nul
    ? --staged !--worktree : <text>...
    : <git-edit=.>... {git-changes}
  reset
    -q --quiet, --refresh, --mixed, --soft, --hard, --merge, --keep, -N --intent-to-add, -p --patch, --pathspec-from-file <read>
    --recurse-submodules [text]
    ? --hard|--merge|--keep : <text>... {git-edit ^} {git-changes}
    : <text>... {git-changes}
  clean
    -d, -f --force, -i --interactive, -n --dry-run, -q --quiet, -e --exclude <text>, -x => --no-ignored, -X => --no-ignored
    ? --dry-run : <text>...
    : <git-delete=.>...
  stash
    -q --quiet, -p --patch, -k --keep-index, --no-keep-index, -u --include-untracked, -a --all, -m --message <text>, -S --staged
    : <text>... {git-changes}
    push
      -q --quiet, -p --patch, -k --keep-index, --no-keep-index, -u --include-untracked, -a --all, -m --message <text>, -S --staged
      --pathspec-from-file <read>
      : <git-edit>... {git-changes}
    save
      -q --quiet, -p --patch, -k --keep-index, -u --include-untracked, -a --all
      : <text>... {git-changes}
    pop, apply
      --index, -q --quiet
      : <text>... {git-changes}
    list, show, drop, clear, branch, create, store
      -q --quiet, -p --patch, -m --message <text>, --stat, -u --include-untracked, --only-untracked
      : <text>...
  rm
    -f --force, -n --dry-run, -r --recursive, --cached, --ignore-unmatch, --sparse, -q --quiet, --pathspec-from-file <read>
    ? --cached|--dry-run : <look>...
    ? --recursive : <delete-tree>...
    : <delete>...
  mv
    -f --force, -k, -n --dry-run, -v --verbose, --sparse
    ? --dry-run : <look>...
    : <move>... <into>
  apply, am
    --stat, --numstat, --summary, --check, --index, --cached, --intent-to-add, -3 --3way, -R --reverse, -z, -p <text>, -C <text>, --unidiff-zero, --apply, --no-add, --exclude <text>, --include <text>, --inaccurate-eof, -v --verbose, -q --quiet, --recount
    --directory <text>, --unsafe-paths, --whitespace <text>, --reject, --allow-empty, -s --signoff, -k --keep, --abort, --continue, --skip, --quit
    ? --check|--stat|--numstat|--summary|--abort|--continue|--skip|--quit : <read>...
    : <git-patch=->... {git-hooks}
  branch
    -d --delete, -D => --delete --force, -m --move, -M => --move --force, -c --copy, -C => --copy --force, --color [text], --no-color, -i --ignore-case
    --omit-empty, --column [text], --no-column, -r --remotes, -a --all, -l --list, --show-current, -v --verbose, -vv => --verbose, -q --quiet, --abbrev [text]
    -t --track [text], --no-track, --recurse-submodules, -u --set-upstream-to <text>, --unset-upstream, --edit-description, --contains [text], --no-contains [text], --merged [text], --no-merged [text], --points-at <text>, --format <text>, --sort <text>, -f --force
    : <text>...
  tag
    -a --annotate, -s --sign, -u --local-user <text>, -f --force, -d --delete, -v --verify, -n [text], -l --list, --sort <text>, --color [text]
    --contains [text], --no-contains [text], --merged [text], --no-merged [text], --column [text], --points-at <text>, -m --message <text>, -F --file <read>, -e --edit, --cleanup <text>, --create-reflog, --format <text>, --trailer <text>
    : <text>...
  merge, revert, cherry-pick
    -n --no-stat --no-commit, --stat, --no-commit, --commit, -e --edit, --no-edit, --ff, --no-ff, --ff-only, --log [text], -s --strategy <text>
    -X --strategy-option <text>, -m <text>, -F --file <read>, --abort, --continue, --quit, --skip, --squash, -S --gpg-sign [text], --signoff
    -q --quiet, -v --verbose, --allow-unrelated-histories, --autostash, --no-verify, -x, --mainline <text>, --cleanup <text>, --keep-redundant-commits
    --allow-empty, --into-name <text>, --reference
    : <text>... {git-changes} {git-hooks}
  rebase
    --onto <text>, --keep-base, --continue, --skip, --abort, --quit, --edit-todo, --show-current-patch, -m --merge, -s --strategy <text>
    -X --strategy-option <text>, -x --exec <sh>, -i --interactive, -r --rebase-merges [text], --root, --autosquash, --autostash, --no-autostash
    -f --force-rebase --no-ff, -q --quiet, -v --verbose, --no-verify, --update-refs, -S --gpg-sign [text], --signoff, --fork-point, -C <text>
    --whitespace <text>, --committer-date-is-author-date, --reset-author-date, --empty <text>, -k --keep-empty
    : <text>... {git-changes} {git-hooks}
  bisect
    start, bad new, good old, skip, next, log, view visualize, terms, replay
      --no-checkout, --first-parent, --term-new <text>, --term-old <text>
      : <text>...
    reset
      : <text>
    run
      ! raw
      : <command>...
  for-each-repo
    ! stops
    --config <text>, --keep-going
    : <git-words>...
  worktree
    list
      -v --verbose, --porcelain, -z
    add
      -f --force, -d --detach, -b <text>, -B <text>, --checkout, --no-checkout, --lock, --reason <text>, --orphan, --track, --guess-remote, -q --quiet
      : <create-tree> <text>
    remove
      -f --force
      : <delete-tree>
    move
      -f --force
      : <move> <into>
    prune, lock, unlock, repair
      -n --dry-run, -v --verbose, --expire <text>, --reason <text>
      : <text>...
  submodule
    -q --quiet, --cached
    add
      -b --branch <text>, -f --force, --name <text>, --reference <read>, --depth <text>
      : <git-url> <create-tree>
    foreach
      ! stops
      --recursive
      : <sh-words>...
    update
      --init, --remote, -N --no-fetch, -f --force, --checkout, --merge, --rebase, --recursive, --reference <read>, --depth <text>, -j --jobs <text>, --all
      : <text>... {git-submodules .}
    init, status, summary, sync, deinit, set-url, set-branch, absorbgitdirs
      --init, --remote, -N --no-fetch, -f --force, --checkout, --merge, --rebase, --recursive, --reference <read>, --depth <text>, -j --jobs <text>, --all
      -b --branch <text>
      : <text>...
  config
    --global, --system, --local, --worktree, -f --file <config-file>, --blob <text>, --get, --get-all, --get-regexp, --get-urlmatch, --replace-all
    --add, --unset, --unset-all, --rename-section, --remove-section, -l --list, -e --edit, -z --null, --name-only, --type <text>, --bool, --int
    --path, --show-origin, --show-scope, --default <text>, --includes, --value <text>, --fixed-value, --all, --regexp, --comment <text>, --no-includes
    ? --get|--get-all|--get-regexp|--get-urlmatch|--unset|--unset-all|--rename-section|--remove-section : <text>...
    : <git-set> <text>...
    set
      --global, --system, --local, --worktree, -f --file <config-file>, --all, --value <text>, --type <text>, --append, --comment <text>
      : <git-set> <text>
    list, get, unset, rename-section, remove-section, edit
      --global, --system, --local, --worktree, -f --file <config-file>, --all, --regexp, --value <text>, --type <text>, --default <text>, --show-origin
      --append, --comment <text>, -z --null, --name-only
      : <text>...
  archive
    --format <text>, -l --list, -v --verbose, --prefix <text>, -o --output <write>, --remote <git-url>, --exec <sh>, --worktree-attributes, --add-file <read>, -NUM
    : <text>...
  bundle
    create
      -q --quiet, --all
      : <write> <text>...
    verify, list-heads, unbundle
      -q --quiet
      : <read> <text>...
  format-patch
    -o --output-directory <create-tree>, --stdout, -n --numbered, -N --no-numbered, --start-number <text>, -k --keep-subject, -s --signoff
    --attach [text], --inline [text], --thread [text], --subject-prefix <text>, --to <text>, --cc <text>, --cover-letter, -v --reroll-count <text>
    --signature <text>, -NUM --max-count, --suffix <text>, --base <text>, --root, -q --quiet, --zero-commit
    : <text>...
  filter-branch
    --setup <sh>, --env-filter <sh>, --tree-filter <sh>, --index-filter <sh>, --parent-filter <sh>, --msg-filter <sh>, --commit-filter <sh>
    --tag-name-filter <sh>, --subdirectory-filter <text>, --prune-empty, --original <text>, -d <text>, -f --force, --state-branch <text>
    : <text>...
  filter-repo
    --path <text>, --invert-paths, --path-glob <text>, --replace-text <read>, --force -f, --refs <text>, --mailmap <read>, --analyze
    : <text>...
  init
    -q --quiet, --bare, --template <git-template>, --separate-git-dir <create-tree>, -b --initial-branch <text>, --shared [text], --object-format <text>
    : <text>
  gc, prune, repack, fsck, maintenance, count-objects, pack-refs
    --aggressive, --auto, --prune [text], --no-prune, -q --quiet, -v --verbose, -n --dry-run, --expire <text>, --force, --full, -a, -d, -f, -A, -H
    --task <text>, --schedule <text>, --all, --lost-found, --unreachable, --dangling, --human-readable
    : <text>...
  update-ref
    -d --delete, -m <text>, --no-deref, --stdin, -z, --create-reflog
    : <text>...
  update-index
    --add, --remove, --refresh, --assume-unchanged, --no-assume-unchanged, --skip-worktree, --no-skip-worktree, --force-remove, --chmod <text>, --cacheinfo <git-cacheinfo>, --index-info, -q, --stdin, -z
    ? --index-info|--stdin : <text>... {git-index}
    ? --cacheinfo|--assume-unchanged|--skip-worktree|--force-remove : <git-edit>...
    : <look>...
  merge-file
    -p --stdout, -q --quiet, -L <text>, --ours, --theirs, --union, --marker-size <text>, --object-id, --diff3, --zdiff3
    ? --stdout : <read>...
    : <edit> <read>...
  read-tree
    -u --index, -q --quiet, -n --dry-run, --prefix <text>, -m, --reset, -i, -v, --empty, --aggressive, --trivial, --no-recurse-submodules
    ? --prefix : <text>...
    : <text>... {git-edit ^} {git-changes}
  checkout-index
    -u --index, -q --quiet, -f --force, -a --all, -n --no-create, --prefix <text>, --stage <text>, -m, --reset, -i, -v
    : <text>... {git-edit ^}
  rev-parse, rev-list, show-ref, for-each-ref, describe, name-rev, merge-base, ls-files, ls-tree, symbolic-ref, var, check-ignore, check-attr, help, version, cherry, show-branch, range-diff, merge-tree, hash-object, write-tree, commit-tree, mktree, verify-commit, verify-tag, rerere, notes, replace, diagnose, bugreport, request-pull, check-ref-format, fmt-merge-msg, patch-id, stripspace, get-tar-commit-id, index-pack, pack-objects, unpack-objects, sparse-checkout, lfs, flow, citool, gui, gitk, instaweb, daemon, send-email, svn, credential, credential-store, credential-cache, column, mailinfo, mailsplit, multi-pack-index, commit-graph, upload-pack, receive-pack, shell, http-backend, annex, absorb, town, secret, crypt, fast-export, fast-import, quiltimport
    --short [text], --abbrev-ref [text], --verify, -q --quiet, --show-toplevel, --git-dir, --all, --count <text>, -n --max-count <text>, --format <text>, --sort <text>
    --tags, --heads, --contains [text], --exact-match, --match <text>, --exclude <text>, --abbrev [text], --always, --dirty [text], --long, --first-parent
    -m --modified <text>, -o --others, -c --cached, -d --delete, -s --stage, -z, -x --exclude-pattern <text>, -X --exclude-from <read>, -i --ignored, --exclude-standard
    -r, -t, -l, -v, --name-only, --full-name, --full-tree, --is-ancestor, --fork-point, --error-unmatch, --is-inside-work-tree, -F --file <read>, -f --force, --points-at <text>
    : <text>...
  ls-files
    -c --cached, -d --deleted, -m --modified, -o --others, -i --ignored, -s --stage, --directory, -z, -t, -v, -f, -x --exclude <text>, -X --exclude-from <read>
    --exclude-standard, --error-unmatch, --full-name, --abbrev [text], --eol, --deduplicate, --with-tree <text>, -u --unmerged, -k --killed, --format <text>
    : <look>...
${gitAside}`
