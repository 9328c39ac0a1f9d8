// Calls of scripting languages that touch files, processes or the network; arguments by place, as in the table of programs.
// `any`: what it does cannot be told. `none`: harmless, though its family is not. A name that ends with `*` is a family.
export const languages = {
  python: String.raw`
open io.open codecs.open gzip.open bz2.open lzma.open tarfile.open zipfile.ZipFile <open> <mode>
fileinput.input fileinput.FileInput <lines>
logging.basicConfig <filename>
logging.FileHandler logging.handlers.RotatingFileHandler logging.handlers.TimedRotatingFileHandler logging.handlers.WatchedFileHandler logging.handlers.BaseRotatingHandler <write>
logging.handlers.SocketHandler logging.handlers.DatagramHandler logging.handlers.HTTPHandler logging.handlers.SMTPHandler logging.handlers.SysLogHandler <address>
os.remove os.unlink os.rmdir <delete>
os.removedirs shutil.rmtree send2trash.send2trash <delete-tree>
os.rename os.renames os.replace shutil.move <move> <into>
shutil.copy shutil.copy2 shutil.copyfile shutil.copymode shutil.copystat <copy> <into>
shutil.copytree <copy-tree> <into>
shutil.unpack_archive <read> <unpack>
shutil.make_archive <prefix> <text> <tree>
os.mkdir os.makedirs os.mkfifo os.mknod <create>
os.symlink os.link <target> <write>
os.chmod os.chown os.lchown os.truncate os.utime shutil.chown os.chflags <edit>
os.open <both>
os.listdir os.scandir os.walk os.stat os.lstat os.access os.readlink glob.glob glob.iglob <look>
os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput pty.spawn <sh>
subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen <argv>
os.chdir <cwd>
Path pathlib.Path PosixPath pathlib.PosixPath pathlib.PurePath <path>
urllib.request.urlopen urllib.request.Request urllib.urlopen urllib2.urlopen requests.get requests.post requests.put requests.patch requests.delete requests.head httpx.get httpx.post httpx.put <url>
urllib.request.urlretrieve <url> <write>
http.client.HTTPConnection http.client.HTTPSConnection ftplib.FTP ftplib.FTP_TLS smtplib.SMTP smtplib.SMTP_SSL telnetlib.Telnet imaplib.IMAP4 imaplib.IMAP4_SSL poplib.POP3 poplib.POP3_SSL nntplib.NNTP socket.gethostbyname <host>
xmlrpc.client.ServerProxy xmlrpclib.ServerProxy <url>
pandas.read_csv pd.read_csv pandas.read_json pd.read_json numpy.load np.load np.loadtxt json.load-file linecache.getline linecache.getlines dotenv.load_dotenv load_dotenv dotenv_values <read>
os.getcwd os.getenv os.environ* os.path* os.sep os.linesep os.name os.uname os.getpid os.getppid os.cpu_count os.getuid os.getlogin os.get_terminal_size os.umask os.urandom os.fspath os.pathsep os.times os.getloadavg os.devnull os.strerror os.isatty os.PathLike os.curdir os.SEEK_SET os.cpu* os.sched* os.waitpid os.WEXITSTATUS <none>
shutil.which shutil.disk_usage shutil.get_terminal_size subprocess.PIPE subprocess.DEVNULL subprocess.STDOUT subprocess.CalledProcessError subprocess.TimeoutExpired subprocess.list2cmdline subprocess.CompletedProcess <none>
urllib.parse* socket.gethostname socket.getfqdn socket.AF_* socket.SOCK_* socket.SOL_* socket.SO_* socket.inet_* socket.setdefaulttimeout http.HTTPStatus* base64.b64encode base64.urlsafe_b64encode importlib.metadata* importlib.util.find_spec importlib.resources* importlib.version re.compile <none>
socket.socket <socket>
os.exec* os.spawn* os.posix_spawn* os.fork os.forkpty os.kill os.* shutil.* subprocess.* socket.* pty.* ctypes.* cffi.* importlib.* runpy.* pickle.loads pickle.load marshal.* base64.* codecs.decode binascii.unhexlify bytes.fromhex builtins.* __builtins__* code.* codeop.* sys.modules* mmap.* multiprocessing.* paramiko.* fabric.* aiohttp.* asyncio.create_subprocess* urllib.* urllib2.* requests.* httpx.* http.client* ftplib.* smtplib.* telnetlib.* sh.* pexpect.* posix.* nt.* zlib.decompress types.* imp.* <any>
eval exec compile __import__ getattr setattr globals locals vars execfile __dict__ __class__ __subclasses__ __getattribute__ __loader__ breakpoint rot13 <any>
`,
  node: String.raw`
fs.readFile fs.createReadStream fs.openAsBlob Deno.readTextFile Deno.readFile Bun.file <read>
fs.writeFile fs.appendFile Deno.writeTextFile Deno.writeFile Bun.write <write> <adds>
fs.createWriteStream Deno.create <write>
fs.truncate fs.chmod fs.chown fs.utimes fs.lchown fs.lchmod fs.lutimes Deno.chmod Deno.truncate <edit>
fs.open Deno.open <open-flag> <mode>
fs.unlink fs.rmdir <delete>
fs.rm Deno.remove fs.remove fs.emptyDir fsExtra.remove rimraf rimrafSync rimraf.sync <delete-tree>
fs.rename fs.move Deno.rename <move> <into>
fs.copyFile Deno.copyFile <copy> <into>
fs.cp fs.copy <copy-tree> <into>
fs.mkdir fs.mkdtemp fs.ensureDir fs.ensureFile fs.outputFile Deno.mkdir <create>
fs.symlink fs.link Deno.symlink Deno.link <target> <write>
fs.exists fs.stat fs.lstat fs.access fs.readdir fs.readlink fs.realpath fs.watch fs.opendir Deno.stat Deno.readDir fs.statfs fs.glob <look>
fs.readJson fs.readJSON process.loadEnvFile <read>
fs.writeJson fs.writeJSON process.report.writeReport <write>
child_process.exec execa.command execaCommand Bun.$ $ shelljs.exec <sh>
child_process.spawn child_process.execFile execa Deno.run Deno.Command Bun.spawn cross-spawn <program> <list>
child_process.fork <text>
process.chdir <cwd>
fetch http.get http.request https.get https.request axios axios.get axios.post axios.put got undici.fetch undici.request <url>
net.connect net.createConnection tls.connect <any>
fs.constants* fs.Stats fs.close fs.fsync fs.promises Deno.args* Deno.version* Deno.env* Deno.cwd Deno.exit Deno.build* Bun.version* Bun.env* Bun.argv* http.STATUS_CODES* http.METHODS* <none>
fs.* child_process.* Deno.* Bun.* net.* tls.* dgram.* dns.* http.* https.* http2.* vm.* worker_threads.* cluster.* inspector.* repl.* module.* v8.* <any>
eval Function import process.binding process.dlopen process.mainModule* process.kill process.getBuiltinModule process._linkedBinding setTimeout-string atob WebSocket EventSource globalThis global constructor Reflect.* <any>
`,
  ruby: String.raw`
File.read File.readlines File.foreach File.binread IO.read IO.readlines IO.foreach IO.binread YAML.load_file JSON.load_file CSV.read CSV.foreach <read>
File.write IO.write File.binwrite IO.binwrite <write> <adds>
File.open File.new open Kernel.open IO.open <open> <mode>
File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove FileUtils.safe_unlink FileUtils.remove_file <delete>
FileUtils.rm_r FileUtils.rm_rf FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.rmdir <delete-tree>
File.rename FileUtils.mv FileUtils.move <move> <into>
FileUtils.cp FileUtils.copy FileUtils.copy_file FileUtils.install IO.copy_stream <copy> <into>
FileUtils.cp_r FileUtils.copy_entry <copy-tree> <into>
Dir.mkdir FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs <create>
FileUtils.touch <write>
File.symlink File.link FileUtils.ln_s FileUtils.ln_sf FileUtils.ln <target> <write>
File.truncate <edit>
File.chmod File.chown <text> <edit>
FileUtils.chmod FileUtils.chown FileUtils.chmod_R <text> <edit-tree>
system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn IO.popen Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 PTY.spawn <words>
Dir.chdir FileUtils.cd <cwd>
URI.open Net::HTTP.get URI.parse-open <url>
load require_relative <text>
File.exist? File.exists? File.file? File.directory? File.join File.basename File.dirname File.extname File.expand_path File.size File.stat File.mtime File.absolute_path File.readable? File.writable? File.symlink? File::* Dir.pwd Dir.glob Dir.entries Dir.children Dir.exist? Dir.home Dir.tmpdir Process.pid Process.clock_gettime IO.console FileUtils.pwd Marshal.dump Base64.encode64 Base64.strict_encode64 <none>
File.* IO.* FileUtils.* Dir.* Open3.* PTY.* Process.* Net::* TCPSocket* UDPSocket* Socket* OpenSSL::SSL* Fiddle* Marshal.* Base64.* ObjectSpace.* Kernel.* Pathname.* <any>
eval instance_eval class_eval module_eval send __send__ public_send method const_get binding syscall fork trap instance_variable_get unpack unpack1 <any>
`,
  perl: String.raw`
open <perl-mode> <perl-open>
unlink <delete>
rmdir <delete>
rmtree remove_tree File::Path::rmtree File::Path::remove_tree <delete-tree>
rename move mv File::Copy::move <move> <into>
copy cp File::Copy::copy <copy> <into>
mkdir mkpath make_path File::Path::make_path File::Path::mkpath <create>
symlink link <target> <write>
truncate <edit>
chmod utime <text> <edit>
chown <text> <text> <edit>
system exec <words>
do require <none>
readpipe <sh>
sysopen syscall socket connect fork eval-string LWP::* HTTP::* IO::Socket* Net::* IO::File* IPC::* MIME::Base64* DynaLoader* Socket* unpack decode_base64 path Path::Tiny* read_file write_file slurp spew glob-code eval <any>
`,
  php: String.raw`
file_get_contents readfile file parse_ini_file highlight_file show_source php_strip_whitespace simplexml_load_file hash_file md5_file sha1_file include include_once require require_once <read>
file_put_contents <write> <adds>
fopen SplFileObject <open> <mode>
unlink rmdir <delete>
rename <move> <into>
copy move_uploaded_file <copy> <into>
mkdir tempnam <create>
touch <write>
symlink link <target> <write>
chmod chown chgrp <edit>
exec shell_exec system passthru popen proc_open <sh>
chdir <cwd>
pcntl_exec eval assert create_function call_user_func call_user_func_array dl ffi curl_init curl_exec fsockopen pfsockopen stream_socket_client socket_create base64_decode gzinflate gzuncompress str_rot13 hex2bin unserialize extract preg_replace_callback-e ReflectionFunction <any>
`,
} as const
