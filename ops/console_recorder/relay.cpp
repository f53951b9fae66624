#include "ops/console_recorder/relay.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>

namespace ironbus::console_recorder {

namespace {

constexpr int not_run = 127;
constexpr useconds_t look_every = 20'000;
constexpr int looks_without_signal = 100;  ///< 2 s to close the session with the BMC.
constexpr int looks_after_signal = 25;

struct terminal {
  int ours = -1;
  int programs = -1;
};

/// Opens a pseudo-terminal with the settings of stdin's terminal. Switches stdin to raw mode,
/// because the program's terminal does the line editing.
std::optional<terminal> open_terminal() {
  termios before{};
  const bool known = ::tcgetattr(STDIN_FILENO, &before) == 0;
  terminal out;
  if (::openpty(&out.ours, &out.programs, nullptr, known ? &before : nullptr, nullptr) != 0)
    return std::nullopt;
  ::fcntl(out.ours, F_SETFL, O_NONBLOCK);
  if (known) {
    ::cfmakeraw(&before);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &before);
  }
  return out;
}

/// Starts the program in this process group, so that a signal to the group ends it too.
pid_t start(char** argv, const terminal& both) {
  const auto pid = ::fork();
  if (pid != 0) return pid;
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::dup2(both.programs, number);
  ::close(both.ours);
  ::close(both.programs);
  ::execv(argv[0], argv);
  ::_exit(not_run);
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

/// Copies data between stdin/stdout and the program.
class line {
public:
  line(int program, console_log_writer& log) : program_{program}, log_{log} {}

  /// Waits for data and copies it. Returns false if one side has closed.
  bool pass_on() {
    const short type = typed_.empty() ? POLLIN : 0;
    const short take = typed_.empty() ? 0 : POLLOUT;
    std::array<pollfd, 2> waits{pollfd{STDIN_FILENO, type, 0},
                                pollfd{program_, static_cast<short>(POLLIN | take), 0}};
    if (::poll(waits.data(), waits.size(), -1) < 0) return errno == EINTR;
    // The program first: its last output arrives together with its end.
    return read_program(waits[1].revents) && write_typed(waits[1].revents) &&
           read_input(waits[0].revents);
  }

private:
  bool read_program(short events) {
    if ((events & POLLIN) == 0) return (events & (POLLHUP | POLLERR)) == 0;
    const auto count = ::read(program_, buffer_.data(), buffer_.size());
    if (count <= 0) return count < 0 && (errno == EINTR || errno == EAGAIN);
    const std::string_view said{buffer_.data(), static_cast<size_t>(count)};
    log_.append(said);
    return write_all(STDOUT_FILENO, said);
  }

  bool write_typed(short events) {
    if ((events & POLLOUT) == 0 || typed_.empty()) return true;
    const auto count = ::write(program_, typed_.data(), typed_.size());
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    typed_.erase(0, static_cast<size_t>(count));
    return true;
  }

  bool read_input(short events) {
    if ((events & POLLIN) == 0) return (events & (POLLHUP | POLLERR | POLLNVAL)) == 0;
    const auto count = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
    if (count <= 0) return count < 0 && errno == EINTR;
    typed_.assign(buffer_.data(), static_cast<size_t>(count));
    return true;
  }

  const int program_;
  console_log_writer& log_;
  std::array<char, 4096> buffer_{};
  std::string typed_;  ///< Input that the program has not read yet.
};

std::optional<int> await_end(pid_t pid, int looks) {
  for (int status = 0; looks-- > 0; ::usleep(look_every))
    if (::waitpid(pid, &status, WNOHANG) == pid)
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return std::nullopt;
}

/// Waits for the program, whose terminal is closed. Kills it if it does not end by itself. Returns
/// its exit code.
int end_of(pid_t pid) {
  if (const auto code = await_end(pid, looks_without_signal)) return *code;
  for (const int signal : {SIGTERM, SIGKILL}) {
    ::kill(pid, signal);
    if (const auto code = await_end(pid, looks_after_signal)) return *code;
  }
  return 128 + SIGKILL;
}

// SIGTERM sets it.
volatile std::sig_atomic_t is_ended = 0;

void end_by_signal(int) { is_ended = 1; }

/// Redirects stdin, stdout and stderr to /dev/null, so that the caller need not wait for this
/// process.
void detach_from_caller() {
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, number);
}

/// Waits at most a second for output of the program and appends it to the log. Returns false if it
/// has ended.
bool write_down(int program, console_log_writer& log) {
  constexpr int look_again = 1000;
  pollfd wait{program, POLLIN, 0};
  const auto found = ::poll(&wait, 1, look_again);
  if (found <= 0) return found == 0 || errno == EINTR;
  std::array<char, 4096> buffer;
  const auto count = ::read(program, buffer.data(), buffer.size());
  if (count > 0) log.append({buffer.data(), static_cast<size_t>(count)});
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace

int relay(char** argv, console_log_writer& log) {
  const auto both = open_terminal();
  const auto pid = both ? start(argv, *both) : -1;
  if (pid < 0) return not_run;
  ::close(both->programs);
  for (line between{both->ours, log}; between.pass_on();) continue;
  ::close(both->ours);
  return end_of(pid);
}

int record(char** argv, console_log_writer& log, std::chrono::seconds limit) {
  using clock = std::chrono::steady_clock;
  const auto until = clock::now() + limit;
  std::signal(SIGTERM, end_by_signal);
  detach_from_caller();
  const auto both = open_terminal();
  const auto pid = both ? start(argv, *both) : -1;
  if (pid < 0) return not_run;
  ::close(both->programs);
  while (is_ended == 0 && clock::now() < until && write_down(both->ours, log)) continue;
  ::close(both->ours);
  return end_of(pid);
}

}  // namespace ironbus::console_recorder
