#include "drivers/kit/process/spawn.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace ironbus {

namespace {

/// File descriptors of the child.
constexpr int secret_fd = 3;

bool holds_nul(const std::string& command) { return command.find('\0') != std::string::npos; }

std::string wrong_command(const child_command& command) {
  if (command.argv.empty() || !command.argv[0].starts_with('/'))
    return "The path of a program must be absolute.";
  const bool nul =
      std::any_of(command.argv.begin(), command.argv.end(), holds_nul) ||
      std::any_of(command.environment.begin(), command.environment.end(),
                  [](const auto& row) { return holds_nul(row.first) || holds_nul(row.second); });
  return nul ? "An argument of " + command.argv[0].substr(0, command.argv[0].find('\0')) +
                   " contains a NUL byte."
             : std::string{};
}

/// Moves a descriptor above those of the child, so that none is overwritten before it is in place.
owned_fd above_ours(owned_fd file) {
  if (!file || file.get() > secret_fd) return file;
  return owned_fd{::fcntl(file.get(), F_DUPFD_CLOEXEC, secret_fd + 1)};
}

/// A file in memory with the text. Unlike a pipe it needs no writer.
owned_fd memory_file(const std::string& text) {
  owned_fd out{::memfd_create("input", MFD_CLOEXEC)};
  for (size_t written = 0; out && written < text.size();) {
    const auto count = ::write(out.get(), text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return owned_fd{};
    written += static_cast<size_t>(count);
  }
  if (out) ::lseek(out.get(), 0, SEEK_SET);
  return above_ours(std::move(out));
}

struct pipe_ends {
  owned_fd ours{};
  owned_fd child_result{};
};

pipe_ends make_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  pipe_ends out{owned_fd{ends[0]}, above_ours(owned_fd{ends[1]})};
  ::fcntl(out.ours.get(), F_SETFL, O_NONBLOCK);
  return out;
}

/// Starts a new session, and so a new process group without a terminal, from which ipmitool would
/// read a password. No signal is blocked or ignored.
struct spawn_attributes {
  spawn_attributes() {
    ::posix_spawnattr_init(&value);
    sigset_t all;
    sigset_t none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&value, &all);
    ::posix_spawnattr_setsigmask(&value, &none);
    ::posix_spawnattr_setflags(&value,
                               POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  }
  ~spawn_attributes() { ::posix_spawnattr_destroy(&value); }
  spawn_attributes(const spawn_attributes&) = delete;
  spawn_attributes& operator=(const spawn_attributes&) = delete;

  posix_spawnattr_t value{};
};

/// The files that become descriptors 0, 1, … of the child. It gets no others.
struct spawn_files {
  explicit spawn_files(const std::vector<int>& by_number) {
    ::posix_spawn_file_actions_init(&value);
    for (size_t i = 0; i < by_number.size(); ++i)
      ::posix_spawn_file_actions_adddup2(&value, by_number[i], static_cast<int>(i));
    ::posix_spawn_file_actions_addclosefrom_np(&value, static_cast<int>(by_number.size()));
  }
  ~spawn_files() { ::posix_spawn_file_actions_destroy(&value); }
  spawn_files(const spawn_files&) = delete;
  spawn_files& operator=(const spawn_files&) = delete;

  posix_spawn_file_actions_t value{};
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (auto& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

/// The error number; 0: it runs.
int start(const child_command& command, const std::vector<int>& by_number, pid_t& pid) {
  auto arguments = command.argv;
  std::vector<std::string> settings;
  for (const auto& [name, value] : command.environment) settings.push_back(name + "=" + value);
  const spawn_files files{by_number};
  const spawn_attributes attributes;
  return ::posix_spawn(&pid, command.argv[0].c_str(), &files.value, &attributes.value,
                       pointers(arguments).data(), pointers(settings).data());
}

/// The header of glibc 2.36 declares the function for C only.
int open_pidfd(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }

/// If so, the kernel discards the exit status of children, and a failure would look like success.
bool ends_are_lost() {
  struct sigaction now {};
  ::sigaction(SIGCHLD, nullptr, &now);
  return now.sa_handler == SIG_IGN || (now.sa_flags & SA_NOCLDWAIT) != 0;
}

tl::unexpected<failure> not_started(const child_command& command, int why) {
  return fail(error_code::unavailable, "The program '" + command.argv[0] +
                                           "' cannot be started: " + std::strerror(why) + ".");
}

}  // namespace

owned_fd::~owned_fd() {
  if (fd_ >= 0) ::close(fd_);
}

result<spawned_child> spawn_child(const child_command& command) {
  if (auto wrong = wrong_command(command); !wrong.empty())
    return fail(error_code::invalid, std::move(wrong));
  if (ends_are_lost())
    return fail(error_code::unavailable, "The program '" + command.argv[0] +
                                             "' cannot be started: this process ignores SIGCHLD.");
  const auto input = memory_file(command.input);
  const auto secret = command.secret.empty() ? owned_fd{} : memory_file(command.secret);
  auto out = make_pipe();
  auto err = make_pipe();
  if (!input || (!secret && !command.secret.empty()) || !out.child_result || !err.child_result)
    return not_started(command, errno);
  std::vector<int> by_number{input.get(), out.child_result.get(), err.child_result.get()};
  if (secret) by_number.push_back(secret.get());
  spawned_child child;
  if (const int why = start(command, by_number, child.pid); why != 0)
    return not_started(command, why);
  child.process = owned_fd{open_pidfd(child.pid)};
  child.out = std::move(out.ours);
  child.err = std::move(err.ours);
  if (child.process) return child;
  const int why = errno;
  ::kill(-child.pid, SIGKILL);
  ::waitpid(child.pid, nullptr, 0);
  return not_started(command, why);
}

}  // namespace ironbus
