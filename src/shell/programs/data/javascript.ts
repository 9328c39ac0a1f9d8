// Package managers of JavaScript and what they run.
export const javascript = String.raw`
npm
  ! global
  -C --prefix <cwd>, --cwd <cwd>, -g --global, --location <text>, -w --workspace <text>, -ws --workspaces, --include-workspace-root, --registry <url>, --userconfig <read>, --cache <text>, --loglevel <text>, -s --silent, -q --quiet, -d, --json, --long -l, -p --parseable, -y --yes, -n --no, -f --force
  --dry-run, --ignore-scripts, --no-audit, --no-fund, --offline, --prefer-offline, --production, --omit <text>, --include <text>, --legacy-peer-deps, --strict-peer-deps, --package-lock-only, --no-package-lock, --no-save, -v --version, -h --help, --if-present, --tag <text>, --access <text>, --otp <text>
  --script-shell <sh>, --node-options <text>, --depth <text>, -a --all, --scope <text>, --auth-type <text>, --foreground-scripts, --verbose
  : <text>...
  install i in ins inst insta instal isnt isnta isntal isntall add
    -S --save -P --save-prod, -D --save-dev, -O --save-optional, -E --save-exact, -B --save-bundle, --save-peer, --install-strategy <text>, --install-links
    @ registry:npm ? !--offline
    : <npm-package>... {lifecycle}
  ci clean-install ic install-clean isntall-clean
    @ registry:npm ? !--offline
    : {delete-tree node_modules} {lifecycle}
  update up upgrade udpate, dedupe ddp, outdated, view info show v, search s se find, audit, ping, whoami, doctor, install-test it, install-ci-test cit, query, fund, explain why, star, stars, diff, find-dupes, sbom, docs home, bugs issues, repo
    -S --save, -D --save-dev, --audit-level <text>
    @ registry:npm ? !--offline
    : <text>...
  uninstall un unlink remove rm r
    -S --save, -D --save-dev, -O --save-optional
    : <text>...
  test t tst => test
  test t tst
    ! stops
    : <text>... {script test}
  start, stop, restart
    ! stops
    : <text>... {script start}
  run run-script rum urn
    ! stops
    : <script> <text>...
    test t tst => test
    start => start
    stop => stop
    restart => restart
  exec x
    ! stops
    -p --package <text>, -c --call <sh>
    @ registry:npm ? !--offline
    ? --call : <text>...
    : <npm-command>...
  init create innit
    @ registry:npm ? !--yes
    : <text>...
  publish, unpublish, deprecate, dist-tag, owner, access, login adduser, logout, token, team, org, hook, profile, unstar, trust
    @ registry:npm
    : <text>... {lifecycle}
    ls list, add, rm remove, get, set, create, revoke, destroy, update, grant, public, restricted, edit
      : <text>...
  config c
    : <text>...
    set
      : <registry> <setting>
    get, list ls, delete rm, edit, fix
      : <text>...
  set
    : <registry> <setting>
  pack, list ls la ll, get, cache, version, link ln, prune, rebuild rb, root, prefix, bin, help, help-search, completion, shrinkwrap, edit, explore
    : <text>... {lifecycle}
    get, set, list ls, delete rm, edit, clean, verify, add, fix
      : <text>...
  pkg
    : <text>...
    set
      : <package-setting>...
    get, delete rm, fix
      : <text>...
  set-script
    : <text> <later>

npx bunx pnpx dlx
  ! stops
  -y --yes, -n --no-install --no, -p --package <npm-package>, -c --call <sh>, --registry <url>, -q --quiet, --ignore-existing, -w --workspace <text>, --bun, -s --silent, --prefer-offline, --offline, -v --version, --verbose
  @ registry:npm ? !--no-install !--offline
  ? --call : <text>...
  : <command>...

pnpm
  ! global
  -C --dir --prefix <cwd>, -w --workspace-root, -r --recursive, -F --filter <text>, --filter-prod <text>, --silent -s, --reporter <text>, --loglevel <text>, --stream, --parallel, --aggregate-output, --store-dir <text>, --registry <url>, --if-present, --json, --long, -g --global, --depth <text>, -y --yes, -f --force
  --frozen-lockfile, --no-frozen-lockfile, --lockfile-only, --offline, --prefer-offline, --ignore-scripts, --no-optional, --dry-run, -v --version, -h --help, --bail, --no-bail, --resume-from <text>, --sort, --workspace-concurrency <text>, --fail-if-no-match, --use-node-version <text>
  : <pm-script> <text>...
  install i, add, update up upgrade, outdated, audit, import, fetch, dedupe, create, info view show, search, ci, patch, self-update, env
    -P --save-prod --prod, -D --save-dev --dev, -O --save-optional, -E --save-exact, --save-peer, --workspace, -L --latest, -i --interactive
    @ registry:npm ? !--offline
    : <npm-package>... {lifecycle}
  remove rm uninstall un
    -P --save-prod, -D --save-dev, -O --save-optional
    : <text>...
  run run-script
    ! stops
    : <script> <text>...
    test t tst => test
    start => start
  test t tst
    ! stops
    : <text>... {script test}
  start
    ! stops
    : <text>... {script start}
  exec
    ! stops
    -c --shell-mode
    ? --shell-mode : <sh-words>...
    : <command>...
  dlx
    ! stops
    --package <text>, -c --shell-mode, -s --silent
    @ registry:npm
    : <command>...
  publish, unpublish, deprecate, dist-tag, login, logout, owner, access, whoami
    @ registry:npm
    : <text>...
  pkg
    : <text>...
    set
      : <package-setting>...
    get, delete rm, fix
      : <text>...
  config c
    : <text>...
    set
      : <registry> <setting>
    get, list ls, delete rm, edit, fix
      : <text>...
  list ls, ll la, why, pack, store, link ln, unlink, prune, rebuild rb, root, bin, setup, init, licenses, server, deploy, cat-file, cat-index, find-hash, approve-builds, doctor, help, patch-commit, patch-remove, version
    : <text>...
    path, prune, status, add, get, set, list ls, delete, edit
      : <text>...

yarn yarnpkg
  ! global
  --cwd <cwd>, -s --silent, --json, --offline, --frozen-lockfile, --immutable, --prefer-offline, --production, --registry <url>, --network-timeout <text>, --ignore-scripts, --check-files, --non-interactive, --verbose, -v --version, -h --help, --force, --flat, -W --ignore-workspace-root-check
  --modules-folder <text>, --cache-folder <text>, --mode <text>, -i --interactive
  : <pm-script> <text>...
  install, add, upgrade up, upgrade-interactive, outdated, audit, create, import, info, dedupe, npm, set, plugin
    -D --dev, -P --peer, -O --optional, -E --exact, -T --tilde, -L --latest, -A --all, --inline-builds
    @ registry:npm ? !--offline
    : <npm-package>... {lifecycle}
  remove
    -A --all
    : <text>...
  global
    add, upgrade
      @ registry:npm
      : <text>...
    remove, list, bin, dir
      : <text>...
  test
    ! stops
    : <text>... {script test}
  start
    ! stops
    : <text>... {script start}
  run run-script
    ! stops
    : <script> <text>...
    test => test
    start => start
  exec
    ! stops
    : <command>...
  dlx
    ! stops
    -p --package <text>, -q --quiet
    @ registry:npm
    : <command>...
  node
    ! stops
    : <text>...
  publish, unpublish, login, logout, owner, tag, team, access
    @ registry:npm
    : <text>...
  workspace
    ! stops
    : <text> <yarn-words>...
  workspaces
    foreach
      ! stops
      -A --all, -p --parallel, -v --verbose, -t --topological, -i --interlaced, -W --worktree, -R --recursive, --include <text>, --exclude <text>, --from <text>, -j --jobs <text>, --since [text]
      : <yarn-words>...
    focus, list, info, run
      : <text>...
  config
    : <text>...
    set
      : <registry> <setting>
    get, list ls, unset
      : <text>...
  list, why, cache, link, unlink, pack, version, versions, bin, licenses, autoclean, check, init, policies, generate-lock-entry, help, constraints, explain, patch, patch-commit, rebuild, search, unplug
    : <text>...
    clean, dir, list, get, set, delete, unset
      : <text>...

bun
  -e --eval <node>, -p --print <node>, --cwd <cwd>, -r --preload <text>, --watch, --hot, --smol, -b --bun, --inspect [text], --env-file <read>, -c --config <text>, --silent, -v --version, -h --help, -i, --if-present
  ? --eval|--print : <text>...
  : <pm-script> <text>...
  install i, add a, update, outdated, create c, audit, info, publish, pm
    -d -D --dev, -g --global, -f --force, --frozen-lockfile, -E --exact, --production, --no-save, --dry-run, --ignore-scripts, --cwd <cwd>, --optional, --peer, --registry <url>
    @ registry:npm
    : <text>...
    ls, bin, cache, hash, pack, trust, untrusted, whoami, version, migrate
      -g --global, --all
      : <text>...
  remove rm
    -g --global
    : <text>...
  run
    ! stops
    --watch, --hot, -b --bun, --silent, --cwd <cwd>
    : <script> <text>...
  x
    ! stops
    --bun, -p --package <text>
    @ registry:npm
    : <command>...
  exec
    : <sh> <text>...
  test, build, init, link, unlink, upgrade, repl, patch, completions, help
    --watch, --coverage, -t --test-name-pattern <text>, --timeout <text>, --bail [text], --outdir <output-tree>, --outfile <write>, --target <text>, --minify, --sourcemap [text], --format <text>, --compile, -u --update-snapshots, --only, -y --yes
    : <text>...
`
