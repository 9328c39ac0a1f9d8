// Variables through which a program runs something else.
//
//   sh git: GIT_PAGER            what the value is, the programs that look at it (none: all), the variables
//
// sh: a command · prompts: a command before each prompt · prompt: a text with substitutions · source: a shell script · programs: directories with programs of its own · code: code of another file
// libraries: directories with code · options: options, of which some load code · config: a file of settings
// host: an address, or several, that the program contacts
export const environment = String.raw`
code: LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES
libraries: LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH GCONV_PATH
programs: PATH
programs git: GIT_EXEC_PATH
source bash sh zsh: BASH_ENV
source sh dash ksh ash mksh: ENV
prompt bash sh zsh dash ksh: PS0 PS1 PS2 PS4
prompts bash sh zsh: PROMPT_COMMAND
programs zsh: ZDOTDIR
sh git: GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_ASKPASS
sh git ssh scp sftp rsync: SSH_ASKPASS
sh git crontab visudo kubectl sudoedit less man psql mysql sudo fc svn hg: EDITOR VISUAL
sh git man psql mysql systemctl journalctl less aws gh bat hg: PAGER
sh man: MANPAGER
sh bat delta: BAT_PAGER
sh psql: PSQL_EDITOR PSQL_PAGER
sh kubectl: KUBE_EDITOR
sh gh: GH_PAGER GH_EDITOR
sh less: LESSOPEN LESSCLOSE
sh rsync: RSYNC_RSH RSYNC_CONNECT_PROG
sh cvs svn: CVS_RSH SVN_SSH
sh sudo: SUDO_ASKPASS SUDO_EDITOR
sh cargo: RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC_WRAPPER
sh fzf: FZF_DEFAULT_COMMAND
sh npm npx pnpm yarn: npm_config_script_shell NPM_CONFIG_SCRIPT_SHELL npm_config_git
config git: GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG GIT_CONFIG_PARAMETERS
libraries git: GIT_TEMPLATE_DIR
code python: PYTHONSTARTUP
libraries python pip pytest: PYTHONPATH PYTHONHOME
libraries perl: PERL5LIB
libraries ruby bundle gem rake: RUBYLIB
libraries node npm npx pnpm yarn: NODE_PATH
libraries java javac: CLASSPATH
options node npm npx pnpm yarn bun tsx ts-node jest vitest mocha: NODE_OPTIONS
options perl: PERL5OPT PERL5DB
options ruby bundle rake rails rspec: RUBYOPT
options java javac mvn gradle sbt kotlin scala: JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS
options make gmake: MAKEFLAGS GNUMAKEFLAGS
options go: GOFLAGS
options tar: TAR_OPTIONS
options pytest python: PYTEST_ADDOPTS PYTEST_PLUGINS
host curl wget wget2 aria2c http https xh lynx w3m git gh glab npm npx pnpm yarn bun node deno python pip uv uvx poetry pipx ruby gem bundle perl php composer java mvn gradle go cargo rustup brew apt apt-get dnf yum apk docker podman helm kubectl terraform aws gcloud az hg svn: http_proxy https_proxy ftp_proxy all_proxy HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY
host npm npx pnpm yarn bun: npm_config_registry NPM_CONFIG_REGISTRY npm_config_proxy npm_config_https_proxy npm_config_http_proxy YARN_REGISTRY YARN_NPM_REGISTRY_SERVER BUN_CONFIG_REGISTRY
host pip pipenv uv uvx pipx poetry pdm: PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_PROXY UV_INDEX UV_INDEX_URL UV_DEFAULT_INDEX UV_EXTRA_INDEX_URL
host go: GOPROXY
host cargo: CARGO_HTTP_PROXY
host gem bundle: RUBYGEMS_HOST
host brew: HOMEBREW_API_DOMAIN HOMEBREW_BOTTLE_DOMAIN HOMEBREW_ARTIFACT_DOMAIN
host docker docker-compose podman nerdctl: DOCKER_HOST CONTAINER_HOST
host psql pg_dump pg_dumpall pg_restore createdb dropdb pg_isready: PGHOST PGHOSTADDR
host mysql mysqldump mysqladmin mariadb: MYSQL_HOST
host gh: GH_HOST
host glab: GITLAB_HOST
host aws: AWS_ENDPOINT_URL
host vault: VAULT_ADDR
host consul: CONSUL_HTTP_ADDR
host nomad: NOMAD_ADDR
host etcdctl: ETCDCTL_ENDPOINTS
host rsync: RSYNC_PROXY
host prisma rails rake alembic knex sequelize dbmate sqlx diesel drizzle-kit typeorm flask mix: DATABASE_URL
`
