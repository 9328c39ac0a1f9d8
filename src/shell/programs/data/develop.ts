// Editors, formatters, linters, test runners and builds; what runs a machine.
export const develop = String.raw`
vim vi nvim gvim view, ex
  -c <vim>, --cmd <vim>, -S <read>, -s <read>, -u <read>, -U <read>, -e, -E, -es, -Es, -n, -N, -R, -d, -o, -O, -p, -t <text>, -T <text>, -w <write>, -W <write>, -i <text>, -V, -x, -y, -Z, -b, -r, -L, -l, --headless, --clean, --noplugin, --not-a-term, --server <text>, --remote [text], --remote-send <vim>, --remote-expr <vim>, --startuptime <write>, --version
  +* => --command
  : <vim-file>... {vim-input -}

ed red
  -s, -E, -G, -p <text>, -v
  : <ed=->

nano pico, emacs emacsclient, micro, helix hx, joe, kak, mg, ne, jed, code code-insiders, cursor, zed, subl, atom, windsurf, idea webstorm pycharm goland, mate, gedit, kate, notepad, open-editor
  -l --line <text>, -g --goto, -n --new-window --no-wait, -r --reuse-window, -w --wait, -a --add, -d --diff, -f, -nw, -t --tty, -q, -Q, -v, -R --read-only, -batch --batch, -l <text>, --eval <unknown-code>, -e <unknown-code>, --install-extension <text>, --list-extensions, --uninstall-extension <text>, --version, --user-data-dir <text>, --load <read>
  ? --read-only|--list-extensions|--version|--install-extension|--eval|-e : <text>...
  : <both>...

open xdg-open gnome-open start, see, wslview, explorer
  -a <text>, -b <text>, -e, -t, -f, -F, -R, -W, -n, -g, -j, -u <url>, -h <text>, --args
  : <open>...

prettier
  -w --write, -c --check, -l --list-different, --config <text>, --ignore-path <text>, --parser <text>, --plugin <text>, --stdin-filepath <text>, --no-config, --cache, --cache-location <text>, --log-level --loglevel <text>, --tab-width <text>, --print-width <text>, --single-quote, --no-semi, --trailing-comma <text>, --end-of-line <text>, --prose-wrap <text>, --no-error-on-unmatched-pattern, -u --ignore-unknown, --find-config-path <text>, --file-info <read>, --support-info, --use-tabs, --no-color, --config-precedence <text>, --with-node-modules, --experimental-cli, --quote-props <text>, --arrow-parens <text>, --bracket-spacing
  ? --write : <format>...
  : <code>...

eslint, oxlint, biome, xo, standard, stylelint, tslint, jshint, rome, dprint, markdownlint markdownlint-cli2, textlint, cspell, rubocop, ktlint, golangci-lint, swiftlint, phpcs, php-cs-fixer, phpstan, psalm, tflint, tfsec, checkov, sqlfluff, buf, clang-tidy, cppcheck, cpplint, ruff, djlint, luacheck, credo, pre-commit, lint-staged, husky, lefthook, knip, depcheck, madge, publint, attw, svelte-check, flow, ty, pytype
  -c --config <read>, --ext <text>, --fix, --fix-dry-run, --write, -w, -i --in-place, --apply, -a --autocorrect --auto-correct, -A --autocorrect-all, -f --format --formatter <text>, -o --output-file --output <write>, --ignore-path <read>, --ignore-pattern <text>, --rule <text>, --max-warnings <text>, --quiet -q, --cache, --cache-location <text>, --no-eslintrc, --rulesdir <text>, --stdin, --stdin-filename <text>, --parser <text>, --plugin <text>, --resolve-plugins-relative-to <text>, --env <text>, --global <text>, -p --project <text>, --noEmit, --watch, --type-aware, --threads <text>, --files-with-matches <text>, --no-color, --color
  --check, --diff, -l --line-length <text>, -t --target-version <text>, --exclude <text>, --include <text>, --select <text>, --ignore <text>, --extend-select <text>, --unsafe-fixes, --show-fixes, --statistics, --line-ranges <text>, -S --skip-string-normalization, --profile <text>, -d, -s, -x, -e <text>, --severity <text>, --shell <text>, --build -b, --init, --outDir <output-tree>, --declaration, --showConfig, --pretty, --strict, --target <text>, --module <text>, --lib <text>, --jsx <text>, --skipLibCheck, --incremental, --all-files, --hook-stage <text>, --files, --from-ref <text>, --to-ref <text>, --ignore-missing-imports, --python-version <text>, -r
  ? --fix|--write|-w|--in-place|--apply|--autocorrect|--autocorrect-all|-i : <format>...
  : <code>...
  check, lint, ci
    --fix, --write, --apply, --unsafe, --unsafe-fixes, --select <text>, --ignore <text>, --extend-select <text>, --exclude <text>, --config <read>, -q --quiet, --output-format <text>, --watch, --diff, --statistics, --no-cache, --fix-only, --show-fixes, --preview, --reporter <text>, --changed, --staged, --show-settings, --no-fix, --target-version <text>, --add-noqa, --exit-zero, --line-length <text>, --max-diagnostics <text>, --since <text>, --formatter-enabled <text>
    ? --fix|--write|--apply|--fix-only|--add-noqa : <format=.>...
    : <code>...
  format fmt
    --write, --check, --diff, --config <read>, --line-length <text>, -q --quiet, --exclude <text>, --target-version <text>, --no-cache, --preview, --changed, --staged, --range <text>
    ? --check|--diff : <code>...
    : <format=.>...
  run, install, uninstall, autoupdate, clean, gc, init-templatedir, sample-config, try-repo, validate-config, migrate-config, rule, linter, config, version, server, analyze, add, remove, init, migrate, explain, rage, start, stop, search, breaking, generate, build, export, help, completion, linters, cache, custom
    -a --all-files, --files, -v --verbose, --hook-stage <text>, --from-ref <text>, --to-ref <text>, --fix, -c --config <read>, -t --hook-type <text>, --show-diff-on-failure, --timeout <text>, --new, --no-config, -f --force
    : <code>...

black, isort, oxfmt, phpcbf, swiftformat, pyupgrade, stylua, ktlint-format, djlint-reformat
  --check, --diff, -l --line-length <text>, -t --target-version <text>, --exclude <text>, --extend-exclude <text>, --include <text>, --config <read>, -q --quiet, -v --verbose, -c --code --check-only <text>, --fast, --safe, -S --skip-string-normalization, -C, --preview, --profile <text>, --sp --settings-path <text>, --color, --no-color, -W --workers <text>, --stdin-filename <text>, --line-ranges <text>, --lint, --config-path <text>, --sg <text>, --sl, --py38-plus, --ignore-path <text>, --standard <text>
  ? --check|--diff|--code|--lint|--check-only : <code>...
  : <format=.>...

mypy, pylint, flake8, pyright basedpyright, bandit, shellcheck, tsc tsgo, vue-tsc, hadolint, yamllint, actionlint
  ! takes
  -c <text>, -p <text>, -m <text>, -r, -x, -s <text>, -e <text>, -f <text>, -o <write>, -j <text>, -v, -h, -V, -w --watch, -b --build, -i, -q --quiet, -n <text>, -d <text>, -ll, -a, -S <text>, -W <text>, -C, -P <text>, -l
  --strict, --noEmit, --noemit, --pretty, --version, --help, --init, --showConfig, --listFiles, --skipLibCheck, --incremental, --declaration, --emitDeclarationOnly, --noUncheckedIndexedAccess, --ignore-missing-imports, --no-error-summary, --show-error-codes, --no-incremental, --install-types, --non-interactive, --recursive, --errors-only, --count, --statistics, --show-source, --verbose, --stats, --noUnusedLocals, --noUnusedParameters, --esModuleInterop, --outDir <output-tree>, --outFile <write>, --external-sources, --check-sourced, --list-files-only, --diagnostics, --extendedDiagnostics, --explainFiles, --traceResolution, --force, --clean, --dry, --preserveWatchOutput, --no-strict-optional, --dmypy, --junit-xml <write>, --html-report <output-tree>, --explicit-package-bases, --namespace-packages, --allow-untyped-defs
  : <code>...

clang-format, shfmt, autopep8, yapf, autoflake, taplo
  -i --in-place, -w --write, -style --style <text>, -n --dry-run, -d --diff, -l, -s, -ln <text>, -ci, -bn, -sr, -kp, -r --recursive, --exclude <text>, --max-line-length <text>, -a --aggressive, --remove-all-unused-imports, --Werror, -assume-filename <text>, -sort-includes, -fallback-style <text>, -p, -v --verbose
  ? --in-place|--write|-i|-w : <format>...
  : <read>...
  fmt format, lint check
    --check, --diff, --option -o <text>
    ? --check|--diff : <code>...
    : <format>...

vitest, jest, mocha, ava, tap, jasmine, karma, cypress, playwright, pytest py.test, tox, nox, nose2, unittest, coverage, rspec, minitest, phpunit, pest, ctest, bats, ginkgo, gotestsum, cargo-nextest, testcafe, nightwatch, wdio, newman, k6, locust, robot, behave, cucumber, storybook, c8, nyc, hatch-test
  -c --config <read>, -t --testNamePattern <text>, -k <text>, -m <text>, -n --numprocesses <text>, -x --exitfirst, -v --verbose, -vv, -s, -q --quiet, -l, -r [text], -p <text>, -w --watch, -u --update --updateSnapshot, -i --runInBand, -g --grep <text>, -R --reporter <text>, -o --onlyChanged, -b --bail, -f <text>, -e <text>, -j <text>, -h --help, --cov [text], --cov-report <text>, --tb <text>, --maxfail <text>, --lf, --ff, --co --collect-only, --durations <text>, --junitxml <write>, --ignore <text>, --rootdir <text>, --basetemp <text>, --pdb, --strict-markers, --no-header, --color <text>
  --coverage [text], --run, --ui, --project <text>, --root <text>, --dir <text>, --globals, --environment <text>, --pool <text>, --retry <text>, --outputFile <write>, --bail [text], --changed [text], --no-coverage, --testPathPattern <text>, --testTimeout <text>, --maxWorkers <text>, --ci, --silent, --json, --listTests, --findRelatedTests, --passWithNoTests, --forceExit, --detectOpenHandles, --selectProjects <text>, --spec <text>, --browser <text>, --headed, --headless, --debug, --workers <text>, --timeout <text>, --trace <text>, --reporter <text>, --output-on-failure, --filter <text>
  : <text>...

make gmake bmake
  -C --directory <cwd>, -f --file --makefile <read>, -I --include-dir <text>, -j --jobs [text], -l --load-average [text], -o --old-file --assume-old <text>, -W --what-if --new-file --assume-new <text>, -E --eval <unknown-code>
  -n --dry-run --just-print --recon, -B --always-make, -k --keep-going, -S --no-keep-going, -s --silent --quiet, -i --ignore-errors, -e --environment-overrides, -p --print-data-base, -q --question, -r --no-builtin-rules, -R --no-builtin-variables, -t --touch, -w --print-directory, -d, --debug [text], --trace, -O --output-sync [text], -v --version, -h --help
  SHELL= <sh>, CC= <make-tool>, CXX= <make-tool>, CPP= <make-tool>, LD= <make-tool>, AR= <make-tool>, AS= <make-tool>, RM= <make-tool>, INSTALL= <make-tool>
  : <text>... {make .}

cmake
  -C <read>, -D <text>, -U <text>, -G <text>, -T <text>, -A <text>, -S <text>, -B <text>, -P <read>, -N, -L, -j --parallel [text], --build <text>, --install <text>, --prefix <text>, --target -t <text>, --config <text>, --preset <text>, --toolchain <read>, --fresh, --clean-first, --workflow, --list-presets [text], --component <text>, --strip, -v --verbose, --version, --help, --trace, --graphviz <write>, --log-level <text>, --open <text>, -E <cmake-tool>
  : <text>...

gcc cc g++ c++ clang clang++ cpp
  ! dashes
  -o <write>, -x <text>, -include -imacros <read>, -I <text>, -L <text>, -D <text>, -U <text>, -isystem -iquote -idirafter <text>, -MF <write>, -MT -MQ <text>, -arch -target -framework -Xlinker -Xclang -Xpreprocessor -Xassembler <text>, -wrapper <comma-command>, -fplugin [loads-code], -specs [read], --sysroot <text>, --version, --help
  : <read>...

just
  -f --justfile <read>, -d --working-directory <cwd>, -n --dry-run, -l --list, --summary, --show <text>, --evaluate, --set <text> <text>, --fmt, --choose, -q --quiet, -v --verbose, --yes, --dump, --unstable
  ? --dry-run|--list|--summary|--show|--evaluate|--dump|--fmt : <text>...
  : <just=>...

ninja, meson, bazel bazelisk, buck, buck2, task go-task, rake-task, ant, scons, waf, autoconf, automake, configure, pkg-config, xcodebuild, xcrun, ld, as, nm, objdump, readelf, size, strip, ranlib, ldd, otool, lipo, codesign, addr2line, cscope, protoc, flex, bison, yacc, vite, webpack, rollup, esbuild, parcel, tsup, tsdown, turbo, nx, lerna, gulp, grunt, next, nuxt, astro, remix, gatsby, ng, vue, svelte-kit, expo, react-native, eas, electron, tauri, changeset, semantic-release, release-please, hugo, jekyll, mkdocs, sphinx-build, latexmk pdflatex xelatex latex, ffprobe, sox, exiftool, dot graphviz, plantuml, mermaid mmdc, qemu-img, wasm-pack, protoc-gen, manage.py, django-admin, flask, uvicorn, gunicorn, celery, streamlit, jupyter, alembic-run, code2prompt, repomix, claude, codex, gemini, aider, ollama, llm
  -C --directory <cwd>, -f --file --makefile <read>, -j --jobs [text], -n --dry-run --just-print, -B --always-make, -k --keep-going, -s --silent --quiet, -o <write>, -i, -l, -t, -e, -p, -q, -r, -v --verbose, -w, -d, -I <text>, -D [text], -L <text>, -O [text], -W [text], -g, -c, -S, -E, -x <text>, -std <text>, --version, --help, --config <read>, --watch, --output <write>, --outfile <write>, --outdir <output-tree>, --build <text>, --install <text>, --preset <text>, --target <text>, -G <text>
  : <text>...

convert magick, ffmpeg
  ! dashes
  -i <read>, -o <write>, -f <text>, -c <text>, -c:v <text>, -c:a <text>, -codec <text>, -vf <text>, -af <text>, -ss <text>, -t <text>, -to <text>, -r <text>, -s <text>, -b:v <text>, -b:a <text>, -map <text>, -crf <text>, -preset <text>, -vframes <text>, -frames:v <text>, -resize <text>, -quality <text>, -crop <text>, -rotate <text>, -y, -n, -an, -vn, -loglevel <text>, -filter_complex <text>, -pix_fmt <text>, -movflags <text>, -metadata <text>, -density <text>, -background <text>, -format <text>, -threads <text>, -hide_banner
  : <text>... <write>

pandoc
  -o --output <write>, -f --from -r --read <text>, -t --to -w --write <text>, -s --standalone, --template <read>, -V --variable <text>, -M --metadata <text>, --metadata-file <read>, --toc, -c --css <text>, -F --filter <command-name>, -L --lua-filter <read>, --pdf-engine <text>, --extract-media <output-tree>, -H <read>, -A <read>, -B <read>, --bibliography <read>, --csl <read>, -N, --wrap <text>, --columns <text>, --resource-path <text>, -d --defaults <read>
  : <read>...

systemctl service, journalctl, initctl, rc-service, supervisorctl, pm2, forever, loginctl, timedatectl, localectl, update-rc.d, chkconfig, brew-services, monit, s6-svc, sv, runit, busctl, bootctl, coredumpctl, systemd-analyze, caffeinated, log
  -u --unit <text>, -f --follow --force, -n --lines <text>, -q --quiet, -a --all, -l --full, -t --type <text>, -p --property <text>, -S --since <text>, -U --until <text>, -b --boot [text], -e, -x, -r --reverse, -k, -o --output <text>, --user, --system, --now, --no-pager, --state <text>, --failed, -H --host <host>, -g --grep <text>, --no-block, --vacuum-size <text>, --vacuum-time <text>, -w, -c, -v
  : <text>...

launchctl, pmset, defaults, spctl, csrutil, dscl, plutil, diskutil, hdiutil, tmutil, sips, textutil, symbols, screencapture, say, afplay, mdutil, profiles, nvram, ioreg, kextstat, sample, leaks, vmmap, heap, atos, dwarfdump, dyldinfo, PlistBuddy, networksetup, scutil
  ! dashes
  -o <write>, -output <write>, --out <write>
  : <text>...

useradd adduser, userdel deluser, usermod, groupadd, groupdel, passwd, chsh, chfn, visudo, vipw, gpasswd, newusers, faillock, chage
  -m, -r, -g <text>, -G <text>, -s <text>, -d <text>, -u <text>, -a, -c <text>, -e <text>, -p <text>, -f, -L, -U, -l, -o, -M, -N, -k <text>, -x <text>, -n <text>
  : <text>...

sgdisk
  -p --print, -i --info <text>, -v --verify, -b --backup <write>, -Z --zap-all, -z --zap, -o --clear, -n --new <text>, -d --delete <text>, -t --typecode <text>, -c --change-name <text>, -L --list-types, -V --version, -g --mbrtogpt, -G --randomize-guids, -l --load-backup <read>, -P --pretend
  ? --print|--info|--verify|--backup|--list-types|--version|--pretend : <look>...
  : <device>...

mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mke2fs newfs, mkswap, wipefs, cfdisk, partprobe, blkdiscard, badblocks, fsck e2fsck, tune2fs, resize2fs, hdparm, cryptsetup, lvremove, vgremove, pvremove, lvcreate, mdadm, zpool, zfs, btrfs
  -t --type <text>, -L <text>, -F, -f --force, -a --all, -n, -y, -p, -o <text>, -b <text>, -m <text>, -U <text>, -v, -q, -c, -s, -w, -Z --zap-all
  : <device>...

fdisk, parted, gdisk, sfdisk
  -l --list, -s --script, -u, -b <text>, -c, -t <text>, -x, -d --dump, -J --json, -a <text>, -m --machine
  ? --list|--dump|--json : <text>...
  : <device> <text>...

mount, umount, swapon, swapoff, losetup, eject
  -t --types <text>, -o --options <text>, -a --all, -r --read-only, -w, -l --lazy, -f --force, -n, -v, --bind, --rbind, -L <text>, -U <text>, -R --recursive, --move, -d, -P, -s --show
  : <text>...

shutdown, reboot, halt, poweroff, init, telinit, kexec, insmod, rmmod, modprobe, sysrq, setenforce, getenforce, apparmor_parser, auditctl, swapctl, nvidia-smi, dmidecode, lshw, hwclock, chronyc, logger, wall, write, mesg, zellij, byobu, expect-run, setterm, loadkeys, xrandr, xdotool, notify-send, zenity, osqueryi, chvt, usbreset, rfkill
  -h --halt, -r --reboot, -P --poweroff, -c, -k, -f --force, -n, -a, -v, -S, -t <text>, -l, -q, -d
  : <text>...

screen
  ! stops
  -a, -A, -c <read>, -d, -D, -e <text>, -f, -h <text>, -i, -l, -ls -list, -L, -Logfile <write>, -m, -O, -p <text>, -q, -Q, -r [text], -R, -s <sh>, -S <text>, -t <text>, -T <text>, -U, -v, -wipe [text], -x, -dm => -d -m, -dmS <text>, -X
  ? -ls|-wipe|-v|-r|-x|-R : <text>...
  ? -X : <text> <sh-words>...
  : <command>...

tmux
  ! stops
  -L <text>, -S <text>, -f <read>, -d, -m, -c <sh>, -2, -u, -v, -r [text], -x, -ls
  : <text>...
  new-session new, new-window neww, split-window splitw, respawn-pane, popup
    ! stops
    -d, -s <text>, -n <text>, -c <cwd>, -t <text>, -A, -D, -P, -F <text>, -x <text>, -y <text>, -h, -v, -p <text>, -e <text>, -k, -b, -E
    : <sh-words>...
  run-shell run, if-shell
    -b, -t <text>, -d <text>
    : <sh>...
  send-keys send
    -t <text>, -l, -R, -X, -N <text>, -H
    : <typed>...
  kill-session, kill-server, list-sessions ls, list-windows lsw, attach attach-session a at, capture-pane capturep, has-session has, kill-window, select-window, set-option set, show-options, list-panes, source-file, display-message display, rename-session, detach
    -t <text>, -p, -a, -S <text>, -E <text>, -J, -F <text>, -g, -e, -d
    : <text>...
`
