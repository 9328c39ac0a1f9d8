// The caller: reads an agent's payload, asks the engine that stays, and prints its answer. Whatever is wrong ends in the
// cold run, with the payload as its stdin: an engine can only make a call faster, never let it pass. src/serve/ has the
// other side, docs/files.md the table of what may go wrong. Two start it:
//   dist/start.sh: `caller NODE BIN run --agent NAME … --engine=ask --end`; the cold run, `NODE BIN …`, takes its place.
//   an agent without a shell: `caller -c SCRIPT SHIM AGENT EVENT [OWN]`; the cold run is `sh` with the same arguments,
//   which the caller waits for.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
  STDIN_MS = 10000,           // as src/run/stdio.ts
  STDIN_BYTES = 32 << 20,
  ANSWER_BYTES = 64 << 20,    // as src/serve/protocol.ts
  ACKNOWLEDGED_MS = 3000,     // the engine has the whole call
  SILENCE_MS = 5000,          // it beats every second while it judges
  MAX_BEATS = 600,            // no agent waits for longer
  CHUNK = 65536,
  END_MARK = 4,               // as src/model/start-contract.ts
};

struct text {
  char *at;
  size_t size, room;
};

static void append(struct text *to, const char *from, size_t size) {
  if (to->size + size > to->room) {
    to->room = (to->size + size) * 2 + CHUNK;
    to->at = realloc(to->at, to->room);
    if (to->at == NULL) _exit(2);
  }
  if (size > 0) memcpy(to->at + to->size, from, size);
  to->size += size;
}

static void append_word(struct text *to, const char *word) { append(to, word, strlen(word) + 1); }

static long long now_ms(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000LL + at.tv_nsec / 1000000;
}

// Whoever reads our answer may go: then the engine, too, ends what it does for us.
static int is_ready(int fd, short events, long long end) {
  struct pollfd both[] = {{fd, events, 0}, {1, 0, 0}};
  for (;;) {
    long long left = end - now_ms();
    int ready = poll(both, 2, left > 0 ? (int)left : 0);
    if (ready < 0 && errno == EINTR) continue;
    if (ready > 0 && both[1].revents != 0) _exit(2);
    return ready > 0;
  }
}

// Files that others opened may be non-blocking.
static int write_all(int fd, const char *from, size_t size, long long end) {
  while (size > 0) {
    ssize_t written = write(fd, from, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN && is_ready(fd, POLLOUT, end)) continue;
    if (written <= 0) return -1;
    from += written;
    size -= (size_t)written;
  }
  return 0;
}

// ---- the payload

static struct text payload;

// One JSON object is whole before its sender closes its end.
struct object {
  size_t seen;
  int depth, in_text, escaped;
};

static int is_whole(struct object *of) {
  for (; of->seen < payload.size; of->seen++) {
    char c = payload.at[of->seen];
    if (of->in_text) {
      if (of->escaped) of->escaped = 0;
      else if (c == '\\') of->escaped = 1;
      else if (c == '"') of->in_text = 0;
    } else if (c == '"') of->in_text = 1;
    else if (c == '{' || c == '[') of->depth++;
    else if ((c == '}' || c == ']') && --of->depth <= 0) {
      of->seen++;
      return 1;
    }
  }
  return 0;
}

// Whether it is whole. What does not come in time, or is too much, is left to the cold run, which says so.
static int read_payload(void) {
  long long end = now_ms() + STDIN_MS;
  struct object object = {0};
  char chunk[CHUNK];
  while (payload.size <= STDIN_BYTES) {
    if (is_whole(&object)) return 1;
    if (!is_ready(0, POLLIN, end)) return 0;
    ssize_t size = read(0, chunk, sizeof chunk);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (size <= 0) return 0;
    append(&payload, chunk, (size_t)size);
  }
  return 0;
}

// ---- the cold run

static char **cold_argv;
static char *engine_option; // in cold_argv, as in ours
static char **shell_argv;   // ours, where no shell waits for us

static _Noreturn void refuse(const char *why) {
  fprintf(stderr, "hooks could not check this call, so it is refused: %s. Try: npx hooks-yaml doctor\n", why);
  _exit(2);
}

// A file without a name, as that is the cheapest stdin for Node.
static int payload_file(void) {
#ifdef __linux__
  int fd = memfd_create("payload", 0);
  if (fd >= 0) return fd;
#endif
  char name[] = "/tmp/hooks-payload-XXXXXX";
  int file = mkstemp(name);
  if (file >= 0) unlink(name);
  return file;
}

// What it is told: that there is no engine, that it gave no answer, or none in time.
static const char *const NONE = "--engine=none", *const MUTE = "--engine=mute", *const HUNG = "--engine=hung";

// Its answer is printed by then. Any other end of it is a refusal.
static _Noreturn void run_shell(const char *option) {
  char *own = shell_argv[5] == NULL ? "" : shell_argv[5], *known = (char *)strchr(option, '=') + 1;
  char *argv[] = {"sh", shell_argv[0], shell_argv[1], shell_argv[2], shell_argv[3], shell_argv[4], own, known, NULL};
  pid_t caller = getpid(), shell = fork();
  if (shell == 0) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); // whoever ends us ends what runs for us
#endif
    if (getppid() != caller) _exit(2);
    signal(SIGPIPE, SIG_DFL);
    execv("/bin/sh", argv);
    _exit(127);
  }
  int status = 0;
  pid_t ended = -1;
  while (shell > 0 && (ended = waitpid(shell, &status, 0)) < 0 && errno == EINTR) continue;
  if (ended < 0) refuse(strerror(errno));
  int is_killed = WIFSIGNALED(status), number = is_killed ? WTERMSIG(status) : WEXITSTATUS(status);
  if (!is_killed && (number == 0 || number == 2)) _exit(number);
  char why[80];
  snprintf(why, sizeof why, "its process ended before it could answer (%s %d)", is_killed ? "signal" : "exit", number);
  refuse(why);
}

static _Noreturn void run_cold(const char *option) {
  int fd = payload_file();
  if (fd >= 0 && write_all(fd, payload.at, payload.size, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0 && dup2(fd, 0) == 0) {
    if (fd > 0) close(fd);
    if (shell_argv != NULL) run_shell(option);
    for (char **each = cold_argv; *each != NULL; each++)
      if (*each == engine_option) *each = (char *)option;
    signal(SIGPIPE, SIG_DFL);
    execv(cold_argv[0], cold_argv);
  }
  if (shell_argv != NULL) refuse(strerror(errno));
  fprintf(stderr, "hooks: %s cannot be started (%s)\n", cold_argv[0], strerror(errno));
  _exit(2); // without the mark behind an answer: who waits for us refuses
}

// ---- where the engine is

static struct text identity;

// The same text as src/serve/place.ts makes: another program, Node or sandbox has another engine.
static int add_file(const char *file) {
  struct stat at;
  if (stat(file, &at) != 0) return -1;
#ifdef __APPLE__
  struct timespec changed = at.st_mtimespec;
#else
  struct timespec changed = at.st_mtim;
#endif
  char line[160];
  long long ns = changed.tv_sec * 1000000000LL + changed.tv_nsec;
  int size = snprintf(line, sizeof line, "%llu %llu %llu %lld\n", (unsigned long long)at.st_dev,
                      (unsigned long long)at.st_ino, (unsigned long long)at.st_size, ns);
  append(&identity, line, (size_t)size);
  return 0;
}

static ssize_t read_file(const char *file, char *into, size_t room) {
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  size_t size = 0;
  for (ssize_t got; size < room - 1 && (got = read(fd, into + size, room - 1 - size)) > 0;) size += (size_t)got;
  close(fd);
  into[size] = 0;
  return (ssize_t)size;
}

// What a process may do, as the kernel tells it: its namespaces, root, groups and sandbox.
#ifdef __linux__
static int add_world(struct text *to, const char *process) {
  static const char *const namespaces[] = {"mnt", "net", "pid", "user"};
  for (size_t at = 0; at < sizeof namespaces / sizeof *namespaces; at++) {
    char file[64], link[64];
    snprintf(file, sizeof file, "/proc/%s/ns/%s", process, namespaces[at]);
    ssize_t size = readlink(file, link, sizeof link);
    if (size <= 0) return -1;
    append(to, link, (size_t)size);
    append(to, "\n", 1);
  }
  char file[64], status[8192];
  struct stat root;
  snprintf(file, sizeof file, "/proc/%s/root", process);
  if (stat(file, &root) != 0) return -1;
  int size = snprintf(status, sizeof status, "%llu %llu\n", (unsigned long long)root.st_dev, (unsigned long long)root.st_ino);
  append(to, status, (size_t)size);
  snprintf(file, sizeof file, "/proc/%s/status", process);
  if (read_file(file, status, sizeof status) <= 0) return -1;
  static const char *const fields[] = {"\nUmask:", "\nGid:", "\nGroups:", "\nCapEff:", "\nNoNewPrivs:", "\nSeccomp:"};
  for (size_t at = 0; at < sizeof fields / sizeof *fields; at++) {
    char *field = strstr(status, fields[at]);
    if (field == NULL) return -1;
    append(to, field + 1, strcspn(field + 1, "\n") + 1);
  }
  return 0;
}
#else
static int add_world(struct text *to, const char *process) {
  (void)process;
  char line[16];
  mode_t mask = umask(0);
  umask(mask);
  append(to, line, (size_t)snprintf(line, sizeof line, "%o\n", (unsigned)mask));
  return 0;
}
#endif

static int socket_path(char *into, size_t room, const char *dir) {
  if (add_file(cold_argv[1]) != 0 || add_file(cold_argv[0]) != 0 || add_world(&identity, "self") != 0) return -1;
  uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
  for (size_t at = 0; at < identity.size; at++) hash = (hash ^ (unsigned char)identity.at[at]) * 0x100000001b3u;
  char standard[64];
  struct stat at;
  if (dir == NULL) {
    snprintf(standard, sizeof standard, "/run/user/%u", (unsigned)getuid());
    int has_own = lstat(standard, &at) == 0 && S_ISDIR(at.st_mode) && at.st_uid == getuid();
    snprintf(standard, sizeof standard, has_own ? "/run/user/%u/hooks" : "/tmp/hooks-%u", (unsigned)getuid());
    dir = standard;
  }
  if (lstat(dir, &at) != 0) return errno == ENOENT ? 1 : -1;
  if (!S_ISDIR(at.st_mode) || at.st_uid != getuid() || (at.st_mode & 077) != 0) return -1;
  return (size_t)snprintf(into, room, "%s/%016llx", dir, (unsigned long long)hash) < room ? 0 : -1;
}

// ---- the engine

// Is it the same user, with the same view of the machine?
static int is_ours(int engine) {
#ifdef __linux__
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(engine, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != getuid() || peer.pid <= 0) return 0;
  char process[16];
  snprintf(process, sizeof process, "%d", (int)peer.pid);
  struct text own = {0}, other = {0};
  return add_world(&own, "self") == 0 && add_world(&other, process) == 0 && own.size == other.size &&
         memcmp(own.at, other.at, own.size) == 0;
#else
  uid_t uid;
  gid_t gid;
  return getpeereid(engine, &uid, &gid) == 0 && uid == getuid();
#endif
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) run_cold(MUTE);
  strcpy(address.sun_path, path);
  int engine = socket(AF_UNIX, SOCK_STREAM, 0);
  if (engine < 0) run_cold(MUTE);
  fcntl(engine, F_SETFD, FD_CLOEXEC);
  fcntl(engine, F_SETFL, O_NONBLOCK); // it may neither accept nor read
  if (connect(engine, (struct sockaddr *)&address, sizeof address) != 0)
    run_cold(errno == ENOENT || errno == ECONNREFUSED ? NONE : MUTE);
  return engine;
}

// The head tells the sizes of the words, each ending in NUL (cwd, arguments, an empty one, environment), and of the payload.
static void send_call(int engine, long long end) {
  char cwd[PATH_MAX], head[96];
  if (getcwd(cwd, sizeof cwd) == NULL) run_cold(MUTE);
  struct text words = {0};
  append_word(&words, cwd);
  for (char **each = cold_argv + 2; *each != NULL; each++) append_word(&words, *each);
  append_word(&words, "");
  for (char **each = environ; *each != NULL; each++) append_word(&words, *each);
  int size = snprintf(head, sizeof head, "call %d %zu %zu\n", (int)getppid(), words.size, payload.size);
  if (write_all(engine, head, (size_t)size, end) != 0 || write_all(engine, words.at, words.size, end) != 0 ||
      write_all(engine, payload.at, payload.size, end) != 0)
    run_cold(now_ms() < end ? MUTE : HUNG);
}

// A whole number before this character; below 0: there is none.
static long take_number(const char **at, char before) {
  const char *from = *at;
  long number = 0;
  for (; **at >= '0' && **at <= '9' && *at - from < 8; (*at)++) number = number * 10 + (**at - '0');
  return *at > from && *(*at)++ == before ? number : -1;
}

// `.` each second, then at once `EXIT OUT ERR` with the sizes of what to print, and that. Anything else is no answer.
static int print_answer(int engine, long long end, int is_marked) {
  struct text answer = {0};
  char chunk[CHUNK];
  for (int beats = 0;;) {
    if (!is_ready(engine, POLLIN, end)) run_cold(HUNG);
    ssize_t size = read(engine, chunk, sizeof chunk), from = 0;
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (size <= 0) run_cold(MUTE);
    if (answer.size == 0) {
      while (from < size && chunk[from] == '.') from++;
      if ((beats += (int)from) > MAX_BEATS) run_cold(MUTE);
      end = now_ms() + SILENCE_MS;
    }
    if (from == size) continue;
    append(&answer, chunk + from, (size_t)(size - from));
    const char *at = answer.at;
    if (memchr(at, '\n', answer.size) == NULL) {
      if (answer.size > 64) run_cold(MUTE);
      continue;
    }
    long code = take_number(&at, ' ');
    long out = code < 0 ? -1 : take_number(&at, ' ');
    long err = out < 0 ? -1 : take_number(&at, '\n');
    if (err < 0 || code > 255 || out + err > ANSWER_BYTES) run_cold(MUTE);
    size_t got = answer.size - (size_t)(at - answer.at), all = (size_t)(out + err);
    if (got < all) continue;
    if (got > all || (is_marked && (out == 0 || at[out - 1] != END_MARK))) run_cold(MUTE);
    end = now_ms() + MAX_BEATS * 1000;
    if (write_all(1, at, (size_t)(shell_argv == NULL ? out : out - 1), end) != 0) _exit(2); // the mark is for a shell
    write_all(2, at + out, (size_t)err, end);
    return (int)code;
  }
}

// Else a file of ours would get its number, and an answer would go there; not to be written to, as nobody hears it.
static void open_standard(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 1 ? O_RDONLY : O_RDWR) != fd) _exit(2);
}

static int starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

// ---- without a shell before us

// A word of sh, as src/agents/shared/shim.ts quotes it, up to the end of its line. Takes the quotes away in its place.
static char *unquote(char *word) {
  char *to = word, *from = word;
  for (int quoted = 0; *from != 0 && *from != '\n'; from++) {
    if (*from == '\'') quoted = !quoted;
    else if (*from == '\\' && !quoted && from[1] != 0) *to++ = *++from;
    else *to++ = *from;
  }
  *to = 0;
  return word;
}

static int is_file(const char *path) {
  struct stat at;
  return path[0] == '/' && stat(path, &at) == 0 && S_ISREG(at.st_mode);
}

// Whether the shim's Node is there, and a program: the project's own, or the first that is left of the shim's.
static int find_programs(char *into[2], char *own) {
  static char shim[65536];
  if (read_file(shell_argv[2], shim, sizeof shim) <= 0) return 0;
  into[0] = NULL;
  into[1] = own != NULL && is_file(own) ? own : NULL;
  for (char *line = shim, *next; line != NULL; line = next) {
    static const char *const bins[] = {"bin=", "[ -f \"$bin\" ] || bin="};
    next = strchr(line, '\n');
    if (next != NULL) next++;
    if (into[0] == NULL && starts_with(line, "node=")) into[0] = unquote(line + strlen("node="));
    for (int at = 0; at < 2 && into[1] == NULL; at++)
      if (starts_with(line, bins[at]) && is_file(unquote(line + strlen(bins[at])))) into[1] = line + strlen(bins[at]);
  }
  return into[0] != NULL && into[1] != NULL && access(into[0], X_OK) == 0;
}

static char *joined(const char *start, const char *rest) {
  struct text word = {0};
  append(&word, start, strlen(start));
  append_word(&word, rest);
  return word.at;
}

// What dist/start.sh would start us with; the engine, as that does, keeps loader variables from its own programs.
static void make_argv(void) {
  static char *argv[10];
  char *own = shell_argv[5];
  if (!find_programs(argv, own)) run_cold(NONE);
  engine_option = "--engine=raw";
  char *words[] = {"run", "--agent", shell_argv[3], joined("--event=", shell_argv[4]),
                   joined("--entry=", own == NULL ? "" : own), engine_option, "--end"};
  memcpy(argv + 2, words, sizeof words);
  cold_argv = argv;
}

int main(int argc, char **argv) {
  open_standard();
  signal(SIGPIPE, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
  if (argc > 5 && strcmp(argv[1], "-c") == 0) shell_argv = argv + 1;
  else if (argc < 4) refuse("the agent started this program without its arguments. npx hooks-yaml install writes a line without any");
  const char *dir = NULL;
  for (char **each = argv + 1; *each != NULL; each++) {
    if (strcmp(*each, "--engine=ask") == 0) engine_option = *each;
    else if (starts_with(*each, "--engine-dir=")) dir = *each + strlen("--engine-dir=");
  }
  cold_argv = argv + 1;
  int is_payload = read_payload();
  if (is_payload && shell_argv != NULL) make_argv();
  if (!is_payload || engine_option == NULL) run_cold(MUTE); // where a session begins, the engine is not asked
  char path[256];
  int placed = socket_path(path, sizeof path, dir);
  if (placed != 0) run_cold(placed > 0 ? NONE : MUTE);
  int engine = connect_to(path);
  if (!is_ours(engine)) run_cold(MUTE);
  long long end = now_ms() + ACKNOWLEDGED_MS;
  send_call(engine, end);
  return print_answer(engine, end, shell_argv != NULL || strcmp(argv[argc - 1], "--end") == 0);
}
