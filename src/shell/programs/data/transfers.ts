// Programs that send files to somebody.
export const transfers = String.raw`
aws
  ! takes global
  --no-cli-pager, --debug, --no-verify-ssl, --no-paginate, --no-sign-request, --no-cli-auto-prompt, --cli-auto-prompt, --version, --endpoint-url <url>, --dry-run, --dryrun, --recursive, --delete, --force, --force-delete-without-recovery, --human-readable, --summarize, --quiet, --only-show-errors, --no-progress, --follow-symlinks, --no-follow-symlinks, --exact-timestamps, --size-only, --no-dry-run, --wait, --with-decryption, --follow, --include-email, --no-include-email, --decode, --skip-final-snapshot, --no-skip-final-snapshot, --apply-immediately, --publish, --overwrite, --no-overwrite, --all, --no-execute-changeset, --no-fail-on-empty-changeset, --include-planned-deletion, --return-consumed-capacity <text>
  : <text>...
  s3
    cp
      : <s3-from> <s3-to>
    mv
      : <s3-move> <s3-to>
    sync
      : <s3-from> <s3-to>
    ls, rm, mb, rb, presign, website
      : <text>...
  s3api
    : <text>...
    put-object, upload-part
      --body <send-file>, --bucket <receiver>, --key <text>
      : <text>...
  configure
    : <text>...
    list, get, list-profiles, import, export-credentials, sso, sso-session, add-model
      : <text>...
    set
      : <text> <setting>

gcloud
  ! takes global
  -q --quiet, -h --help, -v --version, --async, --no-async, --no-user-output-enabled, --force, --allow-unauthenticated, --no-allow-unauthenticated, --dry-run, --recursive -r
  : <text>...
  storage
    : <text>...
    cp
      -r -R --recursive, -n --no-clobber, -c --continue-on-error, -z --gzip-local <text>
      : <s3-from> <s3-to>
    rsync
      -r -R --recursive, --dry-run, --delete-unmatched-destination-objects, -x --exclude <text>
      ? --dry-run : <s3-from> <text>
      : <s3-from> <s3-to>
    mv
      -n --no-clobber
      : <s3-move> <s3-to>

azcopy
  ! takes
  --recursive, --dry-run, --put-md5
  : <text>...
  copy cp c, sync
    : <s3-from> <put-url>

s3cmd, s4cmd, s5cmd
  ! takes
  -r --recursive, -n --dry-run, -f --force, -P --acl-public, -v --verbose, --skip-existing, -c --config <read>
  : <text>...
  put, sync, cp, mv
    : <s3-from>... <s3-to>

ossutil, coscmd
  -r --recursive, -f --force, -u --update, -e <text>, -c <text>
  : <text>...
  cp, sync, upload
    -r --recursive, -f --force, -u --update
    : <s3-from> <s3-to>

b2
  : <text>...
  upload-file
    --sha1 <text>, --no-progress, --content-type <text>
    : <receiver> <send-file> <text>
  sync
    --delete, --dry-run, --exclude-regex <text>
    : <s3-from> <s3-to>

mc mcli
  -r --recursive, --json, --quiet, --insecure
  : <text>...
  cp, mirror, mv, put
    -r --recursive, -a, --overwrite, --remove, --attr <text>
    : <s3-from>... <alias-to>

croc
  --yes, --code <text>, --relay <host>, --no-local, --ask
  : <text>...
  send
    -c --code <text>, -t --text <send-text>, --zip
    @ croc.schollz.com
    : <send-tree>... {send-input}

wormhole magic-wormhole, wormhole-william
  : <text>...
  send tx
    --text <send-text>, --code <text>, -c <text>, --hide-progress
    @ relay.magic-wormhole.io
    : <send-tree>

ffsend
  : <text>...
  upload u
    -p --password <secret>, -d --downloads <text>, -h --host <url>, -c --copy, -q --quiet, -y --no-interact
    @ send.vis.ee ? !--host
    : <send-file>...

pastebinit, nullpointer, termbin, ix, pbcopy-web
  -b <url>, -i <send-file>, -a <text>, -t <text>, -f <text>, -P
  @ paste.debian.net ? !-b
  : <send-file>... {send-input}

transfer, transfersh, bashupload
  @ transfer.sh
  : <send-tree>... {send-input}

msmtp, swaks, ssmtp, sendEmail
  -t --to <recipient>, -a --attach <send-file>, -C --file <read>, -f --from <text>, -s --server <host>, --body <send>, --header <text>, --host <host>
  : <recipient>... {send-input}
`
