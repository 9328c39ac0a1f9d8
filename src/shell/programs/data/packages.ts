// Package managers of other languages and of systems.
export const packages = String.raw`
pip pip3, pipenv
  --python <text>, -v --verbose, -q --quiet, --isolated, --log <write>, --proxy <host>, --require-virtualenv, --no-input, --timeout <text>, --cache-dir <text>, --no-cache-dir, --disable-pip-version-check, --retries <text>, --no-color
  : <text>...
  install, download, wheel
    -r --requirement <read>, -c --constraint <read>, -e --editable <text>, -t --target <write-tree>, --prefix <text>, --root <text>, -U --upgrade, --user, --force-reinstall, -I --ignore-installed, --no-deps, --pre, -i --index-url <url>, --extra-index-url <url>, -f --find-links <open>, --no-index
    --no-binary <text>, --only-binary <text>, --break-system-packages, --platform <text>, --python-version <text>, --dry-run, -q --quiet, -v --verbose, --no-build-isolation, -d --dest <output-tree>, -w --wheel-dir <output-tree>, --report <write>, --upgrade-strategy <text>, --src <text>, --trusted-host <text>, --no-cache-dir, --dev
    @ registry:pypi ? !--no-index
    : <package>...
  uninstall
    -y --yes, -r --requirement <read>, --break-system-packages
    : <text>...
  index, search
    @ registry:pypi
    : <text>...
    versions
      --pre, -i --index-url <url>
      @ registry:pypi
      : <text>...
  run
    ! stops
    : <command>...
  list, show, freeze, check, config, cache, debug, hash, inspect, completion, help, shell, lock, sync, graph, update, requirements, clean, verify, scripts, check
    -o --outdated, -u --uptodate, --format <text>, -f --files, --local, --user, -l, -r --requirement <read>, --exclude <text>, --path <text>, --not-required, -e --editable, --all
    : <text>...

uvx
  ! stops
  --from <text>, --with <text>, -p --python <text>, -q --quiet, -v --verbose, --isolated, --no-cache, --refresh, -U --upgrade, --index-url <url>, --extra-index-url <url>, --spec <text>, --with-requirements <read>, --env-file <read>, --directory <cwd>
  @ registry:pypi
  : <command>...

pipx
  : <text>...
  install, upgrade, upgrade-all, inject, reinstall, reinstall-all
    --python <text>, -f --force, --include-deps, --pip-args <text>, --suffix <text>, -e --editable
    @ registry:pypi
    : <package-link>...
  run
    ! stops
    --spec <text>, --python <text>, --no-cache, --pip-args <text>
    @ registry:pypi
    : <command>...
  list, uninstall, uninstall-all, ensurepath, environment, completions, runpip, uninject, interpreters
    : <text>...

uv
  --directory <cwd>, --project <text>, -q --quiet, -v --verbose, --offline, --no-cache -n, --cache-dir <text>, --config-file <read>, --color <text>, --native-tls, --no-progress, --python-preference <text>, --allow-insecure-host <text>, --no-config
  : <text>...
  pip
    install, sync, download, compile
      -r --requirement --requirements <read>, -c --constraint <read>, -e --editable <text>, --system, -U --upgrade, -P --upgrade-package <text>, -p --python <text>, -i --index-url <url>, --extra-index-url <url>, --target <write-tree>, --no-deps, --pre, --prefix <text>, --break-system-packages, -o --output-file <write>, --all-extras, --extra <text>, --dry-run, --offline, --no-cache
      @ registry:pypi ? !--offline
      : <text>...
    uninstall, list, show, freeze, tree, check
      -r --requirement <read>, -p --python <text>, --system, --format <text>, --outdated, -y
      : <text>...
  add, sync, lock, tool, python, self, publish, build, init, version, tree, export, venv, cache, generate-shell-completion, help, remove, format
    -r --requirements <read>, --dev, --group <text>, --optional <text>, --extra <text>, --all-extras, -p --python <text>, --frozen, --locked, -U --upgrade, -o --output-file <write>, --script <edit>, --index-url <url>, -i --index <url>, --no-dev, --all-groups, --only-group <text>, --seed, --clear, --package <text>, --editable, --branch <text>, --tag <text>, --rev <text>, --format <text>, --outdated, --depth <text>, --no-sync, --out-dir -o <output-tree>
    @ registry:pypi ? !--offline !--frozen
    : <text>...
    install, upgrade, update
      -p --python <text>, --with <text>, --force, -e --editable, --reinstall
      @ registry:pypi
      : <text>...
    run
      ! stops
      --from <text>, --with <text>, -p --python <text>, --isolated
      @ registry:pypi
      : <command>...
    uninstall, list, dir, find, pin, clean, prune, size, update-shell
      : <text>...
  run
    ! stops
    --with <text>, --with-requirements <read>, --with-editable <text>, -p --python <text>, --extra <text>, --all-extras, --dev, --no-dev, --group <text>, --only-group <text>, --isolated, --frozen, --locked, --no-sync, --no-project, --script -s, -m --module <text>, --env-file <read>, --package <text>, --directory <cwd>, --project <text>, -q --quiet, --active, --exact, --refresh, --index-url <url>, --offline, --all-groups, --only-dev
    ? --module : <text>...
    : <command>...

poetry, pdm, hatch, rye
  -C --directory <cwd>, -P --project <text>, -n --no-interaction, -q --quiet, -v --verbose, -vv, -vvv, --ansi, --no-ansi, --no-plugins, --no-cache
  : <text>...
  install, add, update, lock, sync, self, publish, search, build, remove, show, env, check, export, init, new, version, about, cache, source, list, fix, dep, python, list, debug, outdated
    -G --group <text>, -D --dev, --with <text>, --without <text>, --only <text>, -E --extras <text>, --all-extras, --no-root, --sync, --dry-run, -o --output <write>, -f --format <text>, --without-hashes, -r --repository <text>, -u --username <text>, -p --password <text>, --build, -l --latest, -t --tree, --no-dev, --optional, -e --editable, --source <text>, --python <text>, --allow-prereleases
    @ registry:pypi
    : <text>...
  config
    --list, --unset, --local, --migrate
    : <text> <setting> <text>...
  run
    ! stops
    : <command>...
  shell
    : <text>...

cargo
  ! global
  -v --verbose, -q --quiet, --color <text>, --frozen, --locked, --offline, --config <loads-code>, -Z <text>, -C <cwd>, --manifest-path <read>, --list, -V --version, --explain <text>, -p --package <text>, --workspace --all, --exclude <text>, -j --jobs <text>, --release -r, --profile <text>, --features -F <text>, --all-features, --no-default-features
  --target <text>, --target-dir <output-tree>, --message-format <text>, --lib, --bin <text>, --bins, --example <text>, --examples, --test <text>, --tests, --bench <text>, --benches, --all-targets, --keep-going, --ignore-rust-version, --future-incompat-report, --timings [text]
  : <text>...
  install, add, update, fetch, search, publish, yank, owner, logout, info, binstall, audit, outdated, generate-lockfile, vendor, upgrade, remove rm, package, uninstall
    --git <url>, --branch <text>, --tag <text>, --rev <text>, --path <text>, --version --vers <text>, -f --force, --root <text>, --registry <text>, --index <url>, --dry-run -n, --token <text>, --allow-dirty, --no-verify, -D --dev, -B --build, --optional, --rename <text>, -w --workspace, --precise <text>, --limit <text>, --list
    @ registry:crates ? !--offline !--path !--list
    : <text>...
  login
    --registry <text>
    @ registry:crates
    : <secret> {secret -}
  build b, check c, test t, bench, doc d, rustc, rustdoc, metadata, tree, pkgid, verify-project, locate-project, read-manifest, version, help, nextest, expand, udeps, deny, bloat, machete, llvm-cov, tarpaulin, miri, hack, watch, make, init, new, report, config, insta
    --no-run, --no-fail-fast, --doc, --open, --no-deps, --format-version <text>, -i --invert <text>, -e --edges <text>, -d --duplicates, --depth <text>, --prefix <text>, --name <text>, --vcs <text>, --edition <text>, --out-dir <output-tree>
    : <text>...
    run
      : <text>...
  run r
    ! stops
    : <text>...
  fmt
    --all, --check, --message-format <text>
    ? --check : <text>...
    : <text>... {edit-rust .}
  clippy, fix
    --fix, --allow-dirty, --allow-staged, --no-deps, --edition, --edition-idioms, --broken-code
    ? --fix : <text>... {edit-rust .}
    : <text>...
  clean
    --doc, -n --dry-run
    ? --dry-run : <text>...
    : <text>... {delete-tree target}

rustup, rustc, rust-analyzer
  --edition <text>, --check, -o <write>, --out-dir <output-tree>, --emit <text>, -C <text>, --crate-type <text>, --crate-name <text>, -O, -g, --test, --cfg <text>, -L <text>, -l <text>, --explain <text>, -V --version, --print <text>, --toolchain <text>
  : <text>...
  update, install, show, toolchain, target, component, default, override, which, doc, self, set, completions, check
    : <text>...
    add, remove, list, install, uninstall, update, home, active-toolchain
      : <text>...
  run
    ! stops
    : <text> <command>...

rustfmt
  --edition <text>, --check, --config <text>, --config-path <read>, --emit <text>, -l, -v, -q, --backup, --color <text>
  ? --check : <read>...
  : <edit>...

go
  ! dashes
  -C <cwd>
  : <text>...
  get, install, list
    -u, -t, -v, -d, -x, -n, -m, -json, -f <text>, -mod <text>, -tags <text>, -versions, -e, -deps, -test, -find
    @ registry:go
    : <text>...
  mod
    download, tidy, vendor, verify, why, graph, init, edit
      -v, -x, -e, -go <text>, -require <text>, -replace <text>, -droprequire <text>, -json, -o <write-tree>, -m, -compat <text>, -print
      @ registry:go
      : <text>...
  run
    ! stops
    -race, -v, -x, -tags <text>, -mod <text>, -exec <sh>, -ldflags <text>, -gcflags <text>, -C <cwd>, -n, -a
    : <text>...
  build, test, vet, doc, env, version, help, tool, bug, work, telemetry
    -o <write>, -race, -v, -x, -n, -a, -i, -p <text>, -tags <text>, -mod <text>, -ldflags <text>, -gcflags <text>, -asmflags <text>, -buildmode <text>, -run <text>, -bench <text>, -benchmem, -benchtime <text>, -count <text>, -cover, -coverprofile <write>, -coverpkg <text>, -covermode <text>, -cpu <text>, -cpuprofile <write>, -memprofile <write>
    -short, -timeout <text>, -parallel <text>, -failfast, -json, -c, -exec <sh>, -args, -vet <text>, -fuzz <text>, -fuzztime <text>, -outputdir <text>, -trimpath, -toolexec <sh>, -vettool <command-name>, -w, -u, -all, -short, -C <cwd>, -shuffle <text>, -list <text>, -skip <text>, -overlay <read>, -modfile <read>, -changed
    : <text>...
  fmt, fix
    -n, -x, -mod <text>
    ? -n : <text>...
    : <edit-go=.>...
  generate
    -run <text>, -n, -v, -x
    : <text>...
  clean
    -cache, -testcache, -modcache, -fuzzcache, -i, -r, -n, -x
    : <text>...

gofmt, goimports, gofumpt
  -w, -l, -d, -s, -e, -r <text>, -local <text>, -srcdir <text>, -v
  ? -w : <format>...
  : <go-tree>...

rake, rails, mix, dotnet, nuget, mvn mvnw maven, gradle gradlew, sbt, lein, cabal, stack, opam, conan, vcpkg, pub, pod, cpan cpanm, luarocks, nimble, zig, elm, hex, rebar3, dart, flutter
  ! global
  -q --quiet, -v --verbose, -V --version, -h --help, -n --no-interaction, --working-dir <cwd>, --gemfile <read>, --project <text>, -f --file <text>, -p <text>, -o --output <text>, -s <text>, -c --configuration <text>, --path <text>, --no-document, --dry-run, -j --jobs <text>
  : <text>...
  install, update, add, require, upgrade, restore, fetch, outdated, deps.get, get, push, publish, search, global
    --without <text>, --with <text>, --deployment, --dev -d, --no-dev, --prefer-dist, --no-scripts, --group <text>, --version <text>, --source <url>
    @ registry:packages
    : <text>...
  exec
    ! stops
    : <command>...

gem
  : <text>...
  install, update, fetch, outdated, push, search, yank, owner, signin, specification
    -v --version <text>, -N --no-document, --user-install, -f --force, --source -s <url>, -r --remote, -l --local, --pre, -i --install-dir <text>, -q --quiet, -a --all, -d --details, -e --exact
    @ registry:rubygems
    : <text>...
  uninstall, list, info, environment env, build, cleanup, contents, dependency, help, pristine, sources, which, query, stale, unpack, check, cert, server, rdoc, lock, mirror
    -a --all, -x --executables, -I --ignore-dependencies, -v --version <text>, --force -f, -l --local, -r --remote, -d --details, -o --output <write>, -i --install-dir <text>, --add <url>, --remove <text>
    : <text>...
  exec
    ! stops
    -v <text>, -g <text>
    @ registry:rubygems
    : <command>...

bundle bundler
  @ registry:rubygems ? --install
  : <text>...
  install, update, add, lock, outdated, cache package, fund, plugin, pristine
    --gemfile <read>, --path <text>, --without <text>, --with <text>, --jobs -j <text>, --deployment, --local, --quiet, --retry <text>, --frozen, --full-index, --redownload --force, --all, --conservative, --major, --minor, --patch, --group -g <text>, --version -v <text>, --source -s <url>
    @ registry:rubygems ? !--local
    : <text>...
  exec e
    ! stops
    --keep-file-descriptors, --gemfile <read>
    : <command>...
  check, config, list, show, info, remove, clean, doctor, env, open, platform, viz, init, gem, help, version, binstubs, console, inject, licenses
    --dry-run, --force, --paths, --name-only, --global, --local, --parseable
    : <text>...

composer
  -d --working-dir <cwd>, -q --quiet, -v --verbose, -n --no-interaction, --no-plugins, --no-scripts, --no-cache, --profile, --ansi, --no-ansi
  : <text>...
  install i, update u upgrade, require r, create-project, global, outdated, search, show info, audit, self-update, remove rm, reinstall, fund, suggests
    --dev, --no-dev, -o --optimize-autoloader, --prefer-dist, --prefer-source, --dry-run, -W --with-all-dependencies, --ignore-platform-reqs, --no-progress, --format -f <text>, -a --all, -D --direct, -t --tree, --repository <url>, -s --stability <text>
    @ registry:packagist
    : <text>...
  exec
    ! stops
    -l --list
    : <command>...
  config
    -g --global, --unset, -l --list, -a --auth, -e --editor, --absolute, -j --json, -m --merge, --append, --source, -f --file <read>
    : <text> <setting> <text>...
  dump-autoload dumpautoload, validate, check-platform-reqs, clear-cache clearcache cc, depends why, prohibits why-not, diagnose, init, licenses, list, run-script run, status, archive, browse home, bump, help, about
    -g --global, -o --optimize, --strict, --unset, -l --list, --format <text>, -t --tree
    : <text>...

brew
  -v --verbose, -q --quiet, -d --debug, -h --help, --version, --prefix [text], --cellar [text], --cask, --formula, --repository [text], --cache [text], --env, --config
  : <text>...
  install, reinstall, upgrade, update up, fetch, tap, search, info abv, outdated, livecheck, audit, bump, create, untap, bundle
    --cask --casks, --formula --formulae, -f --force, --HEAD, -s --build-from-source, -n --dry-run, --json [text], -g --greedy, -q --quiet, -v --verbose, --no-quarantine, --adopt, --overwrite, --file <read>, --global, --eval-all, --desc, --custom-remote, --installed, --fetch-HEAD, --all, --analytics, --days <text>, --category <text>
    @ registry:brew
    : <text>...
    exec
      ! stops
      : <command>...
  uninstall rm remove, cleanup, autoremove, list ls, deps, uses, leaves, doctor dr, config, services, link ln, unlink, pin, unpin, edit, cat, log, home homepage, desc, commands, shellenv, analytics, tap-info, options, missing, postinstall, migrate, command, formulae, casks, docs, which, linkage, readall, style, test, developer, nodenv-sync, setup-ruby, sh, typecheck, unbottled, alias, gist-logs, source, tests, vendor-install
    -f --force, --zap, --cask --casks, --formula, -n --dry-run, --prune <text>, -s, --versions, --installed, --tree, --json [text], -1, -l, -r, -t, --full-name, --pinned, --multiple, --all, -q --quiet, --overwrite, --ignore-dependencies
    : <text>...
    list, info, run, start, stop, restart, kill, cleanup
      --all, --file <read>, --json, --sudo-service-user <text>
      : <text>...

apt apt-get aptitude, yum dnf microdnf, apk, pacman yay paru, zypper, snap, flatpak, port, emerge, xbps-install, nix-env, guix, choco, scoop, winget, pkg pkg_add, mas, softwareupdate, tlmgr, asdf, mise rtx, nvm, fnm, n, rbenv, pyenv, jenv, sdk, tfenv, corepack
  -y --yes --assume-yes --assumeyes, -q --quiet, -qq => --quiet, -f --fix-broken, -o --option <host-setting>, -t --target-release <text>, --no-install-recommends, -s --simulate --dry-run, --no-cache, --allow-unauthenticated, -U --upgrade, -t --virtual <text>, -X --repository <url>, --root <text>, --purge, -c --config-file <read>, -a --arch <text>, --classic, --channel <text>, -v --verbose, --reinstall, --force-yes, --allow-downgrades, --only-upgrade, --nogpgcheck, --installed, --upgradable
  -S --sync, -R --remove, -Q --query, -D --database, -F --files, -T --deptest, --noconfirm, --needed, -i, -u --sysupgrade, -w --downloadonly, -l, -e, -g, -p, -A, -iA <text>
  @ registry:system ? --sync
  : <text>...
  install add in update upgrade dist-upgrade full-upgrade refresh up download source build-dep search find
    -y --yes --assume-yes --assumeyes, -q --quiet, -f --fix-broken --force, -t --target-release --virtual <text>, --no-install-recommends, -s --simulate --dry-run, --no-cache, --classic, --reinstall, -d --download-only, -u, -U
    @ registry:system
    : <text>...
  remove rm uninstall erase del purge autoremove autopurge clean autoclean
    -y --yes --assume-yes --assumeyes, -q --quiet, -f --force, -s --simulate --dry-run, --purge
    : <text>...
  exec x
    ! stops
    -c --command <sh>, -j --jobs <text>
    : <tool-words>...

dpkg, rpm, apt-cache, apt-mark, apt-key, apt-file, dpkg-query, dpkg-deb, dpkg-reconfigure, update-alternatives, add-apt-repository, pkgutil, installer
  -i --install <read>, -U --upgrade <read>, -r --remove <text>, -P --purge <text>, -l --list [text], -L --listfiles <text>, -S --search <text>, -s --status <text>, -p, -q --query, -a --all, -e --erase, -x <read>, -c --contents <read>, -I --info <read>, -f --file <look>, -pkg <read>, -target <text>, -W --show, --configure, --get-selections, -V, -K
  : <text>...
`
