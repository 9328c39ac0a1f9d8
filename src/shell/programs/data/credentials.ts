// Programs that are given a password or a token, or keep one.
export const credentials = String.raw`
az
  ! takes global
  -y --yes, -h --help, --verbose, --version, --debug, --no-wait, --only-show-errors, -n --name <text>, -o --output <text>, -g --resource-group <text>, -l --location <text>, -p <text>, -s <text>, -t <text>, -c <text>, -u <text>, -i <text>, -m <text>, -f <text>, -d <text>
  : <text>...
  login
    -u --username <text>, -p --password <secret>, -t --tenant <text>, --service-principal, -i --identity, --use-device-code, --allow-no-subscriptions
    : <text>...
  storage
    : <text>...
    blob
      : <text>...
      upload, upload-batch, sync
        -f --file <send-file>, -s --source <send-tree>, -c --container-name <text>, -d --destination <text>, -n --name <text>, --account-name <storage-account>, --overwrite, --dryrun
        : <text>...
    copy
      -s --source <send-tree>, -d --destination <url>, --recursive
      : <text>...

vault
  ! takes global
  -h --help, -v --version, -f --force, -format <text>, -field <text>, -n <text>, -o <text>, -p <text>
  : <text>...
  login
    ! dashes
    -method <text>, -path <text>, -address <text>, -namespace <text>, -format <text>, -field <text>, -no-store, -no-print, -token-only
    : <secret> {secret -}

twine
  : <text>...
  upload, register
    -r --repository <text>, --repository-url <url>, -u --username <text>, -p --password <secret>, -s --sign, --identity <text>, -c --comment <text>, --config-file <read>, --skip-existing, --verbose, --non-interactive, --disable-progress-bar
    : <read>...
  check
    --strict
    : <read>...

security
  ! dashes
  -o <write>, -output <write>, --out <write>
  : <text>...
  add-generic-password, add-internet-password
    -a <text>, -s <text>, -l <text>, -w <secret>, -p <secret>, -U, -A, -T <text>, -D <text>, -j <text>
    : <text>...
  find-generic-password, find-internet-password
    -a <text>, -s <text>, -l <text>, -w, -g
    : <text>...
  unlock-keychain, create-keychain
    -p <secret>, -u
    : <text>...
  import
    -k <text>, -P <secret>, -p <text>, -T <text>, -A, -t <text>, -f <text>, -x
    : <read>

chpasswd
  -e --encrypted, -m --md5, -c --crypt-method <text>, -R --root <text>, -s --sha-rounds <text>
  : <text>... {secret -}

smbclient
  -U --user <secret-after-percent>, -A --authentication-file <read>, -c --command <text>, -D --directory <text>, -I --ip-address <host>, -L --list <host>, -N --no-pass, -W --workgroup <text>, -p --port <text>, -m --max-protocol <text>, -k --kerberos, -d --debuglevel <text>, -T <text>, -E, -q --quiet
  : <text>...

sqlcmd
  -S <host>, -U <text>, -P <secret>, -d <text>, -Q <text>, -q <text>, -i <read>, -o <write>, -v <text>, -s <text>, -h <text>, -t <text>, -l <text>, -w <text>, -E, -C, -N, -b, -e, -I, -W
  : <text>... {given -}

sqlplus
  ! dashes
  -S -s, -L -l, -M <text>, -C <text>, -H -h, -V -v, -R <text>, -NOLOGINTIME
  : <secret-after-slash> <text>... {given -}

mysqladmin
  -h --host <host>, -P --port <text>, -u --user <text>, -p --password [secret], -f --force, -s --silent, -v --verbose, -i --sleep <text>, -c --count <text>, -w --wait, -S --socket <text>, -V --version
  --defaults-file <read>, --defaults-extra-file <read>, --ssl-ca <text>, --ssl-mode <text>, --protocol <text>, --default-character-set <text>, --connect-timeout <text>, --no-beep
  : <text>... {given -}
  password
    : <secret>

rabbitmqctl
  -n --node <text>, -p --vhost <text>, -q --quiet, -s --silent, -t --timeout <text>, -l --longnames
  : <text>...
  add_user, change_password, authenticate_user
    : <text> <secret>

apksigner
  : <text>...
  sign
    --ks <read>, --ks-pass <pass>, --key-pass <pass>, --ks-key-alias <text>, --ks-type <text>, --key <read>, --cert <read>, --in <read>, --out <write>, --min-sdk-version <text>, --max-sdk-version <text>, --v1-signing-enabled <text>, --v2-signing-enabled <text>, --v3-signing-enabled <text>, -v --verbose
    ? --out : <read>
    : <edit>
  verify
    --in <read>, --print-certs, --min-sdk-version <text>, --max-sdk-version <text>, -v --verbose
    : <read>

http https xh xhs httpie
  -o --output --out <write>, -q --quiet, -a --auth <secret-after-colon>, -A --auth-type <text>, -f --form, -j --json, -b --body, -h --headers, -v --verbose, -p --print <text>, -F --follow, -d --download, -s <text>, --session <text>, --ignore-stdin
  : <send-word>... {send-input}

redis-cli
  -h <host>, -p <text>, -a <secret>, -n <text>, -u <url>, -r <text>, -i <text>, -x, -c, -s <text>, -d <text>, --raw, --no-raw, --csv, --json, --stat, --latency, --scan, --pattern <text>, --bigkeys, --memkeys, --hotkeys, --eval <read>, --rdb <write>, --pipe, --tls, --user <text>, --pass <secret>, --no-auth-warning, --cluster <text>, -t <text>, -e, -3, --verbose
  : <text>... {given -}
`
