// What of git stands beside the history.
export const gitAside = String.raw`  notes
    add, append, copy, edit, show, list, remove, prune, get-ref, merge
      -m --message <text>, -F --file <read>, -f --force, -C <text>, -c <text>, --allow-empty
      : <text>...
  lfs
    install, uninstall, track, untrack, ls-files, status, env, logs, migrate, prune, lock, unlock, locks, fsck
      : <text>...
    push, fetch, pull, clone
      --all, -p --prune, -r --recent, -I --include <text>, -X --exclude <text>
      : <git-remote=> <text>...
  send-email
    --to <text>, --cc <text>, --from <text>, --subject <text>, --smtp-server <host>, --annotate
    : <read>...
  sparse-checkout
    init, set, add, list, disable, reapply
      --cone, --no-cone, --stdin, --skip-checks
      : <text>...
  hash-object, interpret-trailers
    -t <text>, -w, --stdin, --literally, --path <text>, --no-filters, --trailer <text>, --in-place, --where <text>, --parse
    : <read>...
`
