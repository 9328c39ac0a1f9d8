// Containers, clusters and clouds: known as commands, what they run inside is not of this machine.
export const containers = String.raw`
docker podman nerdctl
  --config <text>, -c --context <text>, -D --debug, -H --host <url>, -l --log-level <text>, --tls, --tlscacert <look>, --tlscert <look>, --tlskey <look>, --tlsverify, -v --version
  : <text>...
  run, create
    ! stops remote
    -a --attach <text>, --add-host <text>, --annotation <text>, --blkio-weight <text>, --cap-add <text>, --cap-drop <text>, --cgroup-parent <text>, --cgroupns <text>, --cidfile <write>, --cpu-shares -c <text>, --cpus <text>, --cpuset-cpus <text>, -d --detach, --detach-keys <text>, --device <text>, --disable-content-trust
    --dns <text>, --dns-search <text>, --domainname <text>, --entrypoint <text>, -e --env <text>, --env-file <read>, --expose <text>, --gpus <text>, --group-add <text>, --health-cmd <text>, --health-interval <text>, -h --hostname <text>, --init, -i --interactive, --ip <text>, --ipc <text>, --isolation <text>, -l --label <text>, --label-file <read>
    --link <text>, --log-driver <text>, --log-opt <text>, --mac-address <text>, -m --memory <text>, --memory-swap <text>, --mount <mount>, --name <text>, --network --net <text>, --network-alias <text>, --no-healthcheck, --oom-kill-disable, --pid <text>, --pids-limit <text>, --platform <text>, --privileged, -p --publish <text>, -P --publish-all
    --pull <text>, -q --quiet, --read-only, --restart <text>, --rm, --runtime <text>, --security-opt <text>, --shm-size <text>, --sig-proxy [text], --stop-signal <text>, --stop-timeout <text>, --storage-opt <text>, --sysctl <text>, --tmpfs <text>, -t --tty, --ulimit <text>, -u --user <text>, --userns <text>, --uts <text>, -v --volume <mount>, --volumes-from <text>, -w --workdir <text>, -it => --interactive --tty
    : <image> <command>...
  exec
    ! stops remote
    -d --detach, --detach-keys <text>, -e --env <text>, --env-file <read>, -i --interactive, --privileged, -t --tty, -u --user <text>, -w --workdir <text>, -it => --interactive --tty
    : <text> <command>...
  ps
    -a --all, -f --filter <text>, --format <text>, -n --last <text>, -l --latest, --no-trunc, -q --quiet, -s --size
  images
    -a --all, --digests, -f --filter <text>, --format <text>, --no-trunc, -q --quiet
    : <text>
  pull, push
    -a --all-tags, --platform <text>, -q --quiet, --disable-content-trust
    : <image>...
  build
    -t --tag <text>, -f --file <read>, --build-arg <text>, --cache-from <text>, --cache-to <text>, --iidfile <write>, -o --output <text>, --label <text>, --network <text>, --no-cache, --platform <text>, --progress <text>, --pull, --push, --load, -q --quiet, --rm, --force-rm, --secret <text>, --ssh <text>, --squash, --target <text>, --add-host <text>, --metadata-file <write>, -m <text>, --build-context <text>, --builder <text>, --compress
    @ registry:docker
    : <text>
  rm
    -f --force, -l --link, -v --volumes
    : <text>...
  rmi
    -f --force, --no-prune
    : <text>...
  cp
    -a --archive, -L --follow-link, -q --quiet
    : <docker-cp-from> <docker-cp-to>
  logs, inspect, top, stats, port, diff, history, events, version, info, search, start, stop, restart, kill, pause, unpause, rename, update, wait, attach, commit, tag, logout
    -a --all, --no-stream, --no-trunc, -f --follow --force --format <text>, --since <text>, --until <text>, -n --tail <text>, -t --timestamps --time <text>, -s --size --signal <text>, --type <text>, --filter <text>, -u --username <text>, -i --interactive, -q --quiet, -m --message <text>, --restart <text>, --limit <text>
    : <text>...
  login
    -u --username <text>, -p --password <secret>, --password-stdin
    ? --password-stdin : <text> {secret -}
    : <text>
  logs
    -f --follow, --since <text>, --until <text>, -n --tail <text>, -t --timestamps, --details
    : <text>
  save, export
    -o --output <write>
    : <text>...
  load, import
    -i --input <read>, -q --quiet, -c --change <text>, -m --message <text>
    : <text>...
  container
    ls list ps => ps
    rm remove => rm
    run => run
    create => create
    exec => exec
    cp => cp
    logs => logs
    inspect, top, stats, port, diff, start, stop, restart, kill, pause, unpause, rename, update, wait, attach, commit, export, prune
      -f --force, --filter <text>, -s --size, --format <text>, -t --time <text>, --signal <text>
      : <text>...
  image
    ls list => images
    rm remove => rmi
    pull => pull
    push => push
    build => build
    save => save
    load => load
    history, inspect, tag, import, prune
      -a --all, -f --force, --filter <text>, --format <text>, -q --quiet, --no-trunc
      : <text>...
  system, volume, network, buildx, builder, context, plugin, secret, service, stack, swarm, node, config, manifest, trust, checkpoint, scout, sbom, model, machine, pod, generate, play, kube, healthcheck, unshare
    : <text>...
    ls list, rm remove, inspect, create, prune, df, info, events, connect, disconnect, build, bake, use, du, show, export, import, update, up, stop, init, join, leave, ps, logs, scale, deploy, rollback, promote, demote, imagetools, version, cves, quickview, start, annotate, push, generate
      -a --all, -f --force --filter <text>, --volumes, --format <text>, -q --quiet, -d --driver <text>, --name <text>, -c --compose-file <read>, --opt -o <text>, --label <text>
      : <text>...
  system, volume, network, builder
    prune
      -a --all, -f --force, --filter <text>, --volumes, --keep-storage <text>
      : <text>...
    rm remove
      -f --force
      : <text>...
    ls list, inspect, create, df, info, events, connect, disconnect, build
      -q --quiet, -f --filter <text>, --format <text>, -d --driver <text>, -v --verbose, --label <text>, --name <text>, -o --opt <text>, --subnet <text>, --gateway <text>, --since <text>, --until <text>, --ip <text>, --alias <text>
      : <text>...
  compose
    -f --file <read>, -p --project-name <text>, --project-directory <cwd>, --profile <text>, --env-file <read>, --ansi <text>, --progress <text>, --parallel <text>, --compatibility, --dry-run, --all-resources
    : <text>...
    exec, run
      ! stops remote
      -d --detach, -e --env <text>, --index <text>, -T --no-TTY, --privileged, -u --user <text>, -w --workdir <text>, --rm, --no-deps, --entrypoint <text>, -v --volume <mount>, -p --publish <text>, --name <text>, --service-ports, -i --interactive, --build, --use-aliases, -l --label <text>, -P, -q --quiet
      : <text> <command>...
    down
      -v --volumes, --rmi <text>, --remove-orphans, -t --timeout <text>
      : <text>...
    rm
      -f --force, -s --stop, -v --volumes
      : <text>...
    up, build, ps, logs, start, stop, restart, kill, pull, push, config convert, images, top, port, pause, unpause, events, ls, cp, create, version, watch, attach, export, stats, wait, volumes, scale, alpha, publish
      -d --detach, --build, --force-recreate, --no-deps, --no-build, --remove-orphans, --scale <text>, -V --renew-anon-volumes, --wait, -f --follow, --tail -n <text>, -t --timeout --timestamps, --since <text>, --until <text>, --no-cache, --pull [text], --build-arg <text>, -a --all, -q --quiet, --format <text>, --services, --filter <text>, --status <text>, -s --signal <text>, --abort-on-container-exit, --exit-code-from <text>, --no-color, --no-log-prefix, --profiles, --volumes, --hash <text>, -o --output <write>
      : <text>...

docker-compose podman-compose
  -f --file <read>, -H --host <host>, -p --project-name <text>, --project-directory <cwd>, --profile <text>, --env-file <read>, --ansi <text>, -v --version, --verbose
  : <text>...
  exec, run
    ! stops remote
    -d --detach, -e --env <text>, --index <text>, -T, --privileged, -u --user <text>, -w --workdir <text>, --rm, --no-deps, --entrypoint <text>, -v --volume <mount>, -p --publish <text>, --name <text>, --service-ports
    : <text> <command>...
  down, rm, up, build, ps, logs, start, stop, restart, kill, pull, push, config, images, top, port, pause, unpause, events, create, version
    -v --volumes, --rmi <text>, --remove-orphans, -t --timeout <text>, -d --detach, --build, -f --follow --force, --tail <text>, --no-deps, -q --quiet, --scale <text>, --force-recreate, -s --stop, --no-cache, --services
    : <text>...

kubectl k oc
  ! global
  -n --namespace <text>, --context <text>, --cluster <text>, --kubeconfig <look>, -s --server <host>, --token <text>, --user <text>, --as <text>, --as-group <text>, --request-timeout <text>, -v --v <text>, --certificate-authority <look>, --client-certificate <look>, --client-key <look>, --insecure-skip-tls-verify, --cache-dir <text>, --username <text>, --password <text>, --tls-server-name <text>, --match-server-version, --warnings-as-errors, --log-flush-frequency <text>, --profile <text>
  -o --output <text>, -l --selector <text>, -A --all-namespaces, -f --filename <kube-file>, -k --kustomize <tree>, -R --recursive, -w --watch, --watch-only, --dry-run [text], --field-selector <text>, --template <text>, --show-labels, --sort-by <text>, --no-headers, --chunk-size <text>, --all, --force, --grace-period <text>, --timeout <text>, --wait [text], --now, --cascade [text], --ignore-not-found
  --field-manager <text>, --overwrite, --prune, --server-side, --force-conflicts, --validate [text], --type <text>, -p --patch <text>, --patch-file <read>, --replicas <text>, --current-replicas <text>, --resource-version <text>, --image <text>, --from-literal <text>, --from-file <read>, --from-env-file <read>, --record, --revision <text>, --to-revision <text>, --for <text>, --subresource <text>, --save-config, --edit, --port <text>, --target-port <text>, --name <text>, --raw <text>, -L --label-columns <text>, --ignore-daemonsets, --delete-emptydir-data, --disable-eviction, --pod-selector <text>, -i --stdin, -t --tty, -q --quiet, --rm, --restart <text>, --env <text>, --labels <text>, --overrides <text>, --command, -c --container <text>, --attach, --expose, --privileged
  : <text>...
  exec
    ! remote
    -i --stdin, -t --tty, -c --container <text>, -q --quiet, --pod-running-timeout <text>, -it => --stdin --tty
    : <text> <command>...
  logs
    -f --follow, -p --previous, --tail <text>, --since <text>, --since-time <text>, --timestamps, -c --container <text>, --all-containers, --max-log-requests <text>, --limit-bytes <text>, --prefix, --ignore-errors
    : <text>...
  cp
    -c --container <text>, --no-preserve, --retries <text>
    : <docker-cp-from> <docker-cp-to>
  rollout
    status, history, undo, restart, pause, resume
      : <text>...
  config
    view, get-contexts, current-context, use-context, set-context, delete-context, get-clusters, set-cluster, delete-cluster, set-credentials, get-users, delete-user, rename-context, set, unset
      --raw, --minify, --flatten, --current
      : <text>...
  auth
    can-i, whoami, reconcile
      --list
      : <text>...
  get, describe, delete, apply, create, edit, patch, scale, expose, label, annotate, set, replace, run, drain, cordon, uncordon, taint, port-forward, proxy, top, explain, api-resources, api-versions, version, cluster-info, wait, diff, autoscale, attach, certificate, completion, debug, kustomize, plugin, options, events, krew, neat, ctx, ns, login, project, new-app, adm, process
    : <text>...
    view-last-applied, set-last-applied, edit-last-applied, image, env, resources, node nodes no, pod pods po, approve, deny, dump, secret, configmap, namespace, deployment, service, job, cronjob, role, rolebinding, clusterrole, clusterrolebinding, serviceaccount, ingress, quota, token
      : <text>...
  get, describe, delete, edit, patch, label, annotate, scale, explain
    : <text>...
  create
    : <text>...
    secret
      --from-literal <secret-after-equals>, --docker-username <text>, --docker-password <secret>, --docker-server <text>, --docker-email <text>, --cert <read>, --key <read>
      : <text>...
    token, configmap, namespace, deployment, service, job, cronjob, role, rolebinding, clusterrole, clusterrolebinding, serviceaccount, ingress, quota
      : <text>...

helm
  ! global
  -n --namespace <text>, --kube-context <text>, --kubeconfig <look>, --debug, --registry-config <text>, --repository-cache <text>, --repository-config <text>, -o --output <text>, -f --values <read>, --set <text>, --set-string <text>, --set-file <text>, --set-json <text>, --version <text>, --timeout <text>, --wait, --atomic, --dry-run [text], -i --install, --create-namespace, --repo <url>, --force, --reuse-values, --reset-values, --description <text>, -a --all --all-namespaces -A, --revision <text>, --keep-history, --no-hooks, -d --destination <output-tree>, --untardir <write-tree>, --untar, -l --selector <text>, --username <text>, --password <secret>, --max <text>, --devel, --skip-crds, --output-dir <output-tree>, -s --show-only <text>, -g --generate-name, --history-max <text>, --cleanup-on-fail, --devel
  : <text>...
  repo, get, show inspect, dependency dep, plugin, search
    add, list ls, remove rm, update up, index, all, values, manifest, notes, hooks, metadata, chart, readme, crds, build, login, logout, install, uninstall, hub, repo
      : <package-link>...
  registry
    : <text>...
    login
      -u --username <text>, -p --password <secret>, --password-stdin, --insecure, --ca-file <look>, --cert-file <look>, --key-file <look>
      ? --password-stdin : <text> {secret -}
      : <text>
    logout
      : <text>
  install, upgrade, uninstall delete del un, rollback, list ls, status, history hist, template, lint, test, create, pull fetch, push, package, verify, version, env, completion, diff
    : <package-link>...

terraform tofu terragrunt
  ! dashes global
  -chdir <cwd>, -auto-approve --auto-approve --terragrunt-non-interactive, -var <text>, -var-file <read>, -target <text>, -replace <text>, -out <write>, -state <text>, -state-out <write>, -backup <text>, -backend-config <text>, -backend, -input, -lock, -lock-timeout <text>, -parallelism <text>, -refresh, -refresh-only, -destroy, -json, -no-color, -compact-warnings, -detailed-exitcode, -upgrade, -reconfigure, -migrate-state, -get, -plugin-dir <text>, -lockfile <text>, -force, -allow-missing, -generate-config-out <write>, -from-module <text>, -force-copy, -help, -version, -raw, -id <text>, -type <text>, -filter <text>, -verbose, -or-create, -dry-run
  : <text>...
  fmt
    -list, -write, -diff, -check, -recursive
    ? -check : <text>...
    : <edit-tf=.>...
  state, workspace, providers, metadata
    : <text>...
    list, show, mv, rm, pull, push, replace-provider, select, new, delete, lock, mirror, schema, functions
      : <text>...
  init, plan, apply, destroy, validate, output, show, import, refresh, graph, taint, untaint, console, login, logout, get, version, test, force-unlock, modules, run-all, query, stacks
    : <text>...

bq, doctl, heroku, fly flyctl, vercel, netlify, wrangler, firebase, ibmcloud, oci, linode-cli, hcloud, eksctl, kops, minikube, kind, k3d, k3s, kustomize, skaffold, tilt, argocd, flux, istioctl, velero, stern, k9s, kubectx, kubens, kubeadm, crictl, ctr, skopeo, buildah, cosign, trivy, grype, syft, consul, nomad, packer, vagrant, pulumi, cdk, sam, serverless sls, copilot, eb, ansible-playbook, ansible-vault, ansible-galaxy, ansible-doc, ansible-inventory, ansible-lint, chef, knife, puppet, salt, railway, render, supabase, planetscale pscale, neonctl, turso, auth0, okta, stripe, twilio, sentry-cli, snyk, circleci, jira, linear, glab, hub, act, bw, pass, doppler-run, cf, tkn, cloudflared, ngrok, databricks, snowsql, dbt, prefect, airflow
  ! takes global
  -q --quiet, -y --yes, -h --help, -v --verbose, --version, --debug, -f --force, -a --all, --no-wait, --dry-run, --async, --no-async, --recursive -r, --no-user-output-enabled, --preview, --skip-preview, --stack <text>, --json, --only-show-errors, --no-color, --prod, --watch -w, --check, --diff, --hidden, --follow, --remote, --auto-approve, --exclusively, --require-approval <text>, --all-namespaces -A, -n <text>, -o <text>, -l <text>, -p <text>, -e <text>, -s <text>, -t <text>, -c <text>, -u <text>, -i <text>, -m <text>, -g <text>, -d <text>
  : <text>...

gsutil
  -m, -q, -o <text>, -h <text>, -D, -d, -u <text>
  : <text>...
  cp
    -r -R --recursive, -n, -p, -c, -z <text>, -a <text>, -e, -I, -L <write>, -P, -U, -v, -Z
    : <s3-from> <s3-to>
  mv
    -n, -c, -p
    : <s3-move> <s3-to>
  rsync
    -r -R --recursive, -d --delete, -n --dry-run, -c, -e, -x <text>, -C, -U, -u, -p, -a <text>
    : <s3-from> <s3-to>
  ls, rm, mb, rb, du, stat, cat, acl, iam, lifecycle, cors, versioning, logging, web, hash, signurl, config, version, help, label, defacl, kms, notification, test, perfdiag, setmeta, rewrite, compose, update, retention, bucketpolicyonly, ubla, pap, requesterpays, autoclass, rpo, defstorageclass
    -r -R --recursive, -a, -l, -L, -h, -f --force, -d <text>, -b, -p <text>, -c <text>, -s, -m, -e
    : <text>...
    get, set, ch, list, create, delete
      : <text>...

gh
  ! global
  -R --repo <text>, --hostname <host>, --json <text>, -q --jq <text>, -t --template <text>, -w --web, -L --limit <text>, --help, --version, -h
  : <text>...
  api
    -X --method <text>, -f --raw-field <send-text>, -F --field <send-field>, -H --header <text>, --input <send-file>, -i --include, --paginate, --silent, --slurp, -p --preview <text>, --cache <text>, -q --jq <text>, -t --template <text>, --verbose
    @ api.github.com
    : <text>
  pr, issue, repo, release, run, workflow, gist, secret, variable, label, project, cache, ruleset, search, codespace cs, auth, config, alias, extension ext, ssh-key, gpg-key, org, attestation, accessibility, agent-task, copilot, models
    : <text>...
    clone
      -u --upstream-remote-name <text>
      @ github.com
      : <text> <create-tree> <text>...
    download
      -D --dir <write-tree>, -n --name <text>, -p --pattern <text>, -A --archive <text>, -O --output <write>, --clobber, --skip-existing
      @ github.com
      : <text>...
    checkout co
      -b --branch <text>, -f --force, --detach, --recurse-submodules
      @ github.com
      : <text>...
    delete rm remove
      -y --yes, --cleanup-tag, -e --env <text>, -o --org <text>, --confirm, -a --app <text>, --all, -u --user <text>
      @ github.com
      : <text>...
    merge
      -m --merge, -r --rebase, -s --squash, -d --delete-branch, --auto, --disable-auto, --admin, -b --body <text>, -F --body-file <send-file>, --subject <text>, --match-head-commit <text>, -A --author-email <text>
      @ github.com
      : <text>...
    close
      -d --delete-branch, -c --comment <text>, -r --reason <text>, --duplicate-of <text>
      @ github.com
      : <text>...
    list ls, view, create new, edit, reopen, comment, diff, checks, ready, review, lock, unlock, pin, unpin, transfer, status, upload, watch, rerun, cancel, enable, disable, run, set, get, install, upgrade, search, exec, browse, login, logout, refresh, token, setup-git, switch, add, fork, sync, archive, unarchive, rename, develop, update-branch, verify, check, item-list, item-add, item-edit, item-create, item-delete, item-archive, field-list, field-create, field-delete, copy, link, unlink, mark-template, import, repos, issues, prs, commits, code, stop, ssh, cp, jupyter, logs, ports, rebuild, autolink, deploy-key, set-default, gitignore, license, delete-asset, credits, clear-cache, trusted-root, revert
      -t --title <text>, -b --body <text>, -F --body-file --notes-file <send-file>, -B --base <text>, -H --head <text>, -a --assignee <text>, -l --label <text>, -m --milestone --message <text>, -p --project <text>, -r --reviewer --reason <text>, -d --draft --desc --description <text>, -f --fill --force --raw-field <text>, -s --state <text>, -A --author <text>, -S --search <text>, -n --notes <text>, -c --comments --comment <text>, --log, --log-failed, --exit-status, -j --job <text>, --add-label <text>, --remove-label <text>, --add-assignee <text>, --remove-assignee <text>, --add-reviewer <text>, --add-project <text>, --prerelease, --latest, --target <text>, --generate-notes, --notes-from-tag, --verify-tag, --patch, --name-only, --color <text>, --required, --watch, --interval <text>, --fail-fast, --approve, --request-changes, --public, --private, --internal, --clone, --source <text>, --push, --remote <text>, --env -e <text>, --org -o <text>, --visibility -v <text>, --repos <text>, --env-file <read>, --app <text>, --no-maintainer, --owner <text>, --format <text>, -u --user <text>, --attempt <text>, --verbose, --branch <text>, --event <text>, --status <text>, --workflow <text>, --commit <text>, --ref <text>, --debug, --failed, --scopes <text>, --with-token, --git-protocol <text>, -T <text>, --yaml -y, --all, --recover <text>, --edit-last, --sort <text>, --order <text>, --language <text>, --active, --homepage <text>, --topic <text>, --fork, --archived, --add-topic <text>, --default-branch <text>, --enable-issues, --delete-branch-on-merge, --accept-visibility-change-consequences
      @ github.com
      : <text>...
  gist
    : <text>...
    create new
      -d --desc <text>, -f --filename <text>, -p --public, -w --web
      @ gist.github.com
      : <send-file>... {send-input}
    edit
      -a --add <send-file>, -d --desc <text>, -f --filename <text>, -r --remove <text>
      @ gist.github.com
      : <text>...
    clone
      @ gist.github.com
      : <text> <create-tree> <text>...
    delete, list ls, rename, view
      -f --filename <text>, --files, -r --raw, --public, --secret, --include-content, --filter <text>, --yes
      @ gist.github.com
      : <text>...
  auth
    : <text>...
    login
      -p --git-protocol <text>, -s --scopes <text>, -w --web, -c --clipboard, --with-token, --insecure-storage, --skip-ssh-key
      @ github.com
      ? --with-token : <text>... {secret -}
      : <text>...
    logout, refresh, setup-git, status, switch, token
      -u --user <text>, -s --scopes <text>, -r --remove-scopes <text>, -t --show-token, -a --active, -f --force, -c --clipboard, --insecure-storage, --reset-scopes
      @ github.com
      : <text>...
  status, browse, completion, help, version
    -e --exclude <text>, -o --org <text>, -b --branch <text>, -c --commit, -n --no-browser
    : <text>...

mysql mariadb, mysqldump, mysqlimport, mysqlcheck
  -h --host <host>, -P --port <text>, -u --user <text>, -p --password [secret], -D --database <text>, -e --execute <sql>, -A --no-auto-rehash, -B --batch, -s --silent, -N --skip-column-names, -t --table, -r --raw, -H --html, -X --xml, -E --vertical, -f --force, -v --verbose, -w --wait, -C --compress, -q --quick, -n --unbuffered, -G --named-commands, -S --socket <text>, -V --version, --databases, --all-databases, --single-transaction, --no-data, --no-create-info, --result-file <write>, --local, --ignore-table <text>, --where <text>, --fields-terminated-by <text>
  --defaults-file <read>, --defaults-extra-file <read>, --init-command <sql>, --tee <write>, --pager <sh>, --ssl-ca <text>, --ssl-mode <text>, --protocol <text>, --default-character-set <text>, --connect-timeout <text>, --column-names, --no-beep
  : <text>... {given -}

mongosh mongo, mongodump, mongorestore, mongoexport, mongoimport
  -h --host <host>, --port <text>, -u --username <text>, -p --password <secret>, -d --db <text>, -c --collection <text>, -f --file <read>, -o --out <write>, --eval <text>, --uri <url>, --authenticationDatabase <text>, -q --query <text>, --quiet, --drop, --gzip, --archive [text]
  : <database-address>... {given -}

pg_restore, clickhouse-client clickhouse, cqlsh, influx, duckdb, pgcli, mycli, createdb, dropdb, createuser, pg_isready, prisma, alembic, flyway, liquibase, knex, typeorm, sequelize
  -h --host <host>, -p --port [text], -U --username <text>, -u --user [text], -d --dbname --database <database-address>, -c --command <text>, -f --file <read>, -o --output <write>, -e --execute <text>, -t --tuples-only --table <text>, -A --no-align, -F --format <text>, -W --password, -w, -q --quiet, -v --set <text>, -x --expanded, -l --list, -X --no-psqlrc, -1 --single-transaction, -n --schema <text>, -s --schema-only, -a --data-only, -C --create, -j --jobs <text>, -i, -r --raw, -N, -B, -L --log-file <write>, -P --pset <text>, --json, --csv, -Z <text>, --eval <text>, --uri <url>, --force
  : <database-address>... {given -}

psql
  -h --host <host>, -p --port <text>, -U --username <text>, -d --dbname <database-address>, -c --command <sql>, -f --file <sql-file>, -o --output <write>, -t --tuples-only, -A --no-align, -F --field-separator <text>, -W --password, -w --no-password, -q --quiet, -v --set --variable <text>, -x --expanded, -l --list, -X --no-psqlrc, -1 --single-transaction, -L --log-file <write>, -P --pset <text>, --csv, -a --echo-all, -b, -e --echo-queries, -E, -H --html, -n, -R <text>, -s, -S, -T <text>, -V --version, -z, -0
  : <database-address>... {given -}

pg_dump, pg_dumpall
  -h --host <host>, -p --port <text>, -U --username <text>, -d --dbname <database-address>, -f --file <write>, -F --format <text>, -n --schema <text>, -N <text>, -t --table <text>, -T <text>, -s --schema-only, -a --data-only, -c --clean, -C --create, -j --jobs <text>, -v --verbose, -w, -W, -x, -Z <text>, -O --no-owner, --if-exists, --inserts, -b, -E <text>
  : <database-address>...

sql
  : <sql>...

sqlite3 sqlite
  ! dashes
  -batch, -bail, -csv, -json, -header, -noheader, -line, -list, -column, -html, -readonly, -separator <text>, -init <sql-file>, -cmd <sql>, -echo, -box, -table, -markdown, -quote, -tabs, -nullvalue <text>, -version, -help
  ? -readonly : <read> <sql>...
  : <database> <sql>... {given -}
`
