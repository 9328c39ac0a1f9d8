// Variables through which a program runs something else.
//
//   sh git: GIT_PAGER            what the value is, the programs that look at it (none: all), the variables
//
// sh: a command · source: a shell script · programs: directories with programs of its own · code: code of another file
// libraries: directories with code · options: options, of which some load code · config: a file of settings
export const environment = String.raw`
code: LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES
libraries: LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH GCONV_PATH
programs: PATH
programs git: GIT_EXEC_PATH
source bash sh zsh: BASH_ENV
source sh dash ksh ash mksh: ENV
sh bash sh zsh: PROMPT_COMMAND PS4
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
`
