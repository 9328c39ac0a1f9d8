// Programs that run another one with secrets, in an environment, on another system or several at a time.
export const wrappers = String.raw`
rtk
  ! stops
  -v --verbose, -u --ultra-compact, --skip-env
  : <command>...
  proxy, err, test, summary
    ! stops
    : <command>...
  read, smart
    : <read>...
  gain, init, config, discover, session, telemetry, verify, cc-economics, learn, trust, untrust, hook
    : <text>...

wsl
  ! stops
  -d --distribution <text>, -u --user <text>, -e --exec, --cd <cwd>, --shell-type <text>, --system, -v --verbose, -l --list, -q --quiet, --status, --shutdown, --install, --update, --version, --help, -t --terminate <text>, --unregister <text>, -s --set-default <text>
  ? --list|--status|--shutdown|--install|--update|--version|--help|--terminate|--unregister|--set-default : <text>...
  : <command>...

arch
  ! stops dashes
  -arm64, -arm64e, -x86_64, -x86_64h, -i386, -32, -64, -c, -d <text>, -e <text>, -h
  : <command>...

envchain, s6-setuidgid, setuidgid, chpst
  ! stops
  -s --set, -l --list, -u --unset, -n --noecho
  ? --set|--list|--unset : <text>...
  : <text> <command>...

aws-vault, saml2aws, aws-okta, assume
  : <text>...
  exec
    -d --duration <text>, -n --no-session, -r --region <text>, -s --server, -e --ecs-server, -t --mfa-token <text>, -j --json, -a --idp-account <text>, --profile <text>, -p, --prompt <text>, --backend <text>
    : <text> <command>...

chamber
  : <text>...
  exec
    --pristine, --strict, --strict-value <text>, -b --backend <text>, -r --retries <text>
    : <tool-words>...

volta
  : <text>...
  install, fetch, pin
    @ registry:system
    : <text>...
  run
    ! stops
    --node <text>, --npm <text>, --yarn <text>, --pnpm <text>, --no-yarn, --bundled-npm, --env <text>, -q --quiet, -v --verbose
    : <command>...

devbox, pixi, toolbox
  : <text>...
  run, enter, shell
    ! stops
    -e --environment <text>, --env <text>, -c --config <text>, --manifest-path <text>, --node <text>, --npm <text>, --yarn <text>, --pnpm <text>, --no-yarn, --bundled-npm, --frozen, --locked, --pure, -q --quiet, -v --verbose, -f --pyproject <text>, --container <text>, -d --distro <text>
    : <command>...

distrobox
  : <text>...
  enter
    -n --name <text>, -T --no-tty, -nw --no-workdir, -e, -a --additional-flags <text>, -r --root, -v --verbose
    ? --name : <command>...
    : <text> <command>...

cross-env, cross-env-shell
  ! stops
  : <assign>... <command>...

env-cmd
  ! stops
  -f --file <read>, -r --rc-file <read>, -e --environments <text>, -x --expand-envs, --fallback, --no-override, --silent, --use-shell, --verbose
  : <command>...

flatpak-spawn, systemd-inhibit, pkgx, lima, vault-exec
  ! stops
  --host, --env <text>, --directory <cwd>, --what <text>, --who <text>, --why <text>, --mode <text>, -q --quiet
  : <command>...

sops
  -d --decrypt, -e --encrypt, -i --in-place, -r --rotate, --output <write>, --input-type <text>, --output-type <text>, --extract <text>, --set <text>, -k --kms <text>, -p --pgp <text>, -a --age <text>
  : <text>...
  exec-env, exec-file
    --user <text>, --background, --pristine, --no-fifo, --filename <text>
    : <read> <sh>

concurrently
  -n --names <text>, -c --prefix-colors <text>, -p --prefix <text>, -m --max-processes <text>, -s --success <text>, --restart-tries <text>, --restart-after <text>, --name-separator <text>, -t --timestamp-format <text>, -l --prefix-length <text>, --kill-signal <text>, --handle-input, --default-input-target <text>, -k --kill-others, --kill-others-on-fail, -r --raw, -g --group, --no-color, --hide <text>, -i, -P --passthrough-arguments, --teardown <sh>
  : <sh>...
`
