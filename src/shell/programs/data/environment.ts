// Variables through which a program runs, reads or contacts something else.
//
//   sh git: GIT_PAGER            what the value is, the programs that look at it (none: all), the variables
//
// sh: a command · prompts: a command before each prompt · prompt: a text with substitutions · vim: what an editor is told
// source: a shell script · home: a directory with scripts that a shell starts with · programs: directories with programs of its own · library: code that is loaded into any program
// code: code of another file · libraries: directories with code · config: a file of settings
// options: options of the first of these programs · url: a host that is contacted · proxy: a host on the way to any other
// write, write-tree: what is written · trace: a file that is written, when it is an absolute path
export const environment = String.raw`
library: LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES
libraries: LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH GCONV_PATH
programs: PATH
programs git: GIT_EXEC_PATH
source bash sh zsh: BASH_ENV
source sh dash ksh ash mksh: ENV
prompt bash sh zsh dash ksh: PS0 PS1 PS2 PS4
prompts bash sh zsh: PROMPT_COMMAND
home zsh: ZDOTDIR
home bash sh dash ksh ash mksh zsh: HOME
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
vim vim vi nvim ex: VIMINIT EXINIT
options node npm npx pnpm yarn bun tsx ts-node jest vitest mocha: NODE_OPTIONS
options perl: PERL5OPT PERL5DB
options ruby bundle rake rails rspec: RUBYOPT
options java javac mvn gradle sbt kotlin scala: JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS
options make gmake: MAKEFLAGS GNUMAKEFLAGS
options go: GOFLAGS
options tar: TAR_OPTIONS
--git-dir git: GIT_DIR
--work-tree git: GIT_WORK_TREE
options zip: ZIPOPT
options less man git: LESS
options man: MANOPT
options grep: GREP_OPTIONS
options xz: XZ_OPT XZ_DEFAULTS
url docker docker-compose podman nerdctl: DOCKER_HOST CONTAINER_HOST
url npm npx pnpm yarn bun: npm_config_registry NPM_CONFIG_REGISTRY YARN_REGISTRY YARN_NPM_REGISTRY_SERVER BUN_CONFIG_REGISTRY
url pip pipx pipenv poetry pdm uv uvx: PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS UV_INDEX UV_INDEX_URL UV_DEFAULT_INDEX UV_EXTRA_INDEX_URL
url go: GOPROXY
url brew: HOMEBREW_API_DOMAIN HOMEBREW_BOTTLE_DOMAIN HOMEBREW_ARTIFACT_DOMAIN
url psql pg_dump pg_dumpall pg_restore createdb dropdb pg_isready: PGHOST PGHOSTADDR
url mysql mysqldump mysqladmin mariadb: MYSQL_HOST
url prisma rails rake alembic knex sequelize dbmate sqlx diesel drizzle-kit typeorm flask mix: DATABASE_URL
url aws: AWS_ENDPOINT_URL AWS_ENDPOINT_URL_S3
url gh: GH_HOST
url glab: GITLAB_HOST
url kubectl helm: KUBERNETES_MASTER
url vault: VAULT_ADDR
url consul: CONSUL_HTTP_ADDR
url nomad: NOMAD_ADDR
url etcdctl: ETCDCTL_ENDPOINTS
url bundle gem: RUBYGEMS_HOST
proxy: http_proxy https_proxy all_proxy ftp_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY npm_config_proxy npm_config_https_proxy npm_config_http_proxy PIP_PROXY CARGO_HTTP_PROXY RSYNC_PROXY
trace git: GIT_TRACE GIT_TRACE_PACKET GIT_TRACE_PERFORMANCE GIT_TRACE_SETUP GIT_TRACE_CURL GIT_TRACE_REFS GIT_TRACE_SHALLOW GIT_TRACE_PACK_ACCESS GIT_TRACE2 GIT_TRACE2_EVENT GIT_TRACE2_PERF
write node npm npx: NODE_REPL_HISTORY NODE_REDIRECT_WARNINGS
write-tree node npm npx: NODE_V8_COVERAGE NODE_COMPILE_CACHE
write-tree python: PYTHONPYCACHEPREFIX
write python pytest coverage: COVERAGE_FILE
write bash sh zsh: HISTFILE
write less man git: LESSHISTFILE
write curl wget node python: SSLKEYLOGFILE
config npm npx: npm_config_userconfig NPM_CONFIG_USERCONFIG npm_config_globalconfig
config curl: CURL_HOME
config wget: WGETRC
config pip: PIP_CONFIG_FILE
config rg: RIPGREP_CONFIG_PATH
config bash: INPUTRC
options pytest python: PYTEST_ADDOPTS PYTEST_PLUGINS
`
