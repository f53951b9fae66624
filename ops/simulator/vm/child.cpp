#include "ops/simulator/vm/child.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace ironbus::simulator {

namespace {

constexpr int first_file = 3;
constexpr int cannot_run = 127;

/// Everything that the child needs after fork, where it must not allocate memory.
struct preparation {
  std::vector<std::string> texts;
  std::vector<char*> argv;
  std::vector<owned_fd> files;  ///< Numbers above all descriptors of the child.
  owned_fd nothing;
  owned_fd log;
  const char* folder = nullptr;
  pid_t parent = ::getpid();
};

owned_fd above(int file, size_t count) {
  return owned_fd{::fcntl(file, F_DUPFD_CLOEXEC, first_file + static_cast<int>(count))};
}

preparation prepare(const program& what) {
  preparation out;
  out.texts = what.argv;
  for (auto& text : out.texts) out.argv.push_back(text.data());
  out.argv.push_back(nullptr);
  for (const auto file : what.files) out.files.push_back(above(file, what.files.size()));
  const owned_fd nothing{::open("/dev/null", O_RDWR | O_CLOEXEC)};
  const owned_fd log{
      ::open(what.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR)};
  out.nothing = above(nothing.get(), what.files.size());
  out.log = above(log ? log.get() : nothing.get(), what.files.size());
  out.folder = what.folder.c_str();
  return out;
}

// Runs in the child of a process with threads: only system calls are allowed.
[[noreturn]] void become(const preparation& ready) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != ready.parent) ::_exit(cannot_run);  // the parent died before the prctl
  ::setpgid(0, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(ready.nothing.get(), STDIN_FILENO);
  ::dup2(ready.log.get(), STDOUT_FILENO);
  ::dup2(ready.log.get(), STDERR_FILENO);
  int next = first_file;
  for (const auto& file : ready.files) ::dup2(file.get(), next++);
  ::syscall(SYS_close_range, static_cast<unsigned>(next), ~0U, 0U);
  if (::chdir(ready.folder) == 0) ::execv(ready.argv[0], ready.argv.data());
  ::_exit(cannot_run);
}

/// Waits until the child has closed its end. From then on it ends together with this thread; before
/// that it could survive it.
void wait_until_bound(const owned_fd& child_result) {
  char nothing = 0;
  while (::read(child_result.get(), &nothing, 1) < 0 && errno == EINTR) {
  }
}

}  // namespace

result<child> child::start(const program& what) {
  if (::access(what.argv.at(0).c_str(), X_OK) != 0)
    return fail(error_code::unavailable,
                "cannot run the program " + what.argv[0] + ": " + std::strerror(errno));
  auto bound = make_socket_pair();
  if (!bound) return tl::unexpected(std::move(bound.error()));
  const auto ready = prepare(what);
  const pid_t pid = ::fork();
  if (pid == 0) become(ready);
  if (pid < 0)
    return fail(error_code::unavailable,
                "cannot start the program " + what.argv[0] + ": " + std::strerror(errno));
  bound->second = owned_fd{};
  wait_until_bound(bound->first);
  ::setpgid(pid, pid);  // also done by the child: the group must exist before kill() uses it
  return child{pid, owned_fd{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))}};
}

child& child::operator=(child&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(process_, other.process_);
  return *this;
}

child::~child() { kill(); }

void child::kill() {
  if (!process_) return;
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = owned_fd{};
}

result<std::pair<owned_fd, owned_fd>> make_socket_pair() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail(error_code::unavailable,
                std::string{"cannot create a socket: "} + std::strerror(errno));
  return std::pair{owned_fd{ends[0]}, owned_fd{ends[1]}};
}

}  // namespace ironbus::simulator
