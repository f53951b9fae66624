#include "drivers/ramdisk/base/subprocess.hpp"

#include "drivers/ramdisk/base/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <thread>

extern char** environ;

namespace ironbus::ramdisk {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t output_max = 1 << 20;

/// A file in memory with the text, positioned at its start.
descriptor input_file(const std::string& text) {
  descriptor out{::memfd_create("input", MFD_CLOEXEC)};
  if (out) write_all(out.get(), text.data(), text.size(), 0);
  return out;
}

int start(const std::vector<std::string>& arguments, int input, int output, pid_t& process) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, 0);
  ::posix_spawn_file_actions_adddup2(&actions, output, 1);
  ::posix_spawn_file_actions_adddup2(&actions, output, 2);
  // In a group of its own, so that its child processes can be killed with it.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error = ::posix_spawnp(&process, argv[0], &actions, &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

constexpr int unseen_end = 127;
constexpr std::chrono::seconds kill_time{5};
constexpr std::chrono::milliseconds longest_look{50};

void kill_group(pid_t process, std::string& output) {
  ::kill(-process, SIGKILL);
  output += "\nkilled: it took too long";
}

/// Its exit code. A program may close its output and keep running. One that does not even end when
/// it is killed, or whose end the kernel does not report, has failed.
int end_of(pid_t process, clock::time_point deadline, std::string& output) {
  bool killed = false;
  for (std::chrono::milliseconds look{1};; look = std::min(look * 2, longest_look)) {
    int status = 0;
    const auto ended = ::waitpid(process, &status, WNOHANG);
    if (ended == process) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (ended < 0 && errno != EINTR) {
      output += "\nits end cannot be seen: " + last_error();
      return unseen_end;
    }
    if (clock::now() >= deadline) {
      if (killed) {
        output += "\nit does not end";
        return unseen_end;
      }
      kill_group(process, output);
      killed = true;
      deadline = clock::now() + kill_time;
    }
    std::this_thread::sleep_for(look);
  }
}

/// Reads the program's output to its end, or kills the program.
void collect(int source, pid_t process, clock::time_point deadline, std::string& output) {
  std::array<char, 16384> block{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock::now());
    pollfd waited{.fd = source, .events = POLLIN, .revents = 0};
    const int ready = left.count() > 0 ? ::poll(&waited, 1, static_cast<int>(left.count())) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      kill_group(process, output);
      return;
    }
    const auto count = ::read(source, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    if (output.size() < output_max) output.append(block.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

program_result run_program(const std::vector<std::string>& arguments, const std::string& input,
                           std::chrono::seconds time_max) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {127, "no pipe: " + last_error()};
  descriptor source{ends[0]};
  descriptor target{ends[1]};
  const auto text = input_file(input);
  pid_t process = 0;
  if (const int error = start(arguments, text.get(), target.get(), process); error != 0)
    return {127, arguments.front() + ": " + std::generic_category().message(error)};
  target = descriptor{};
  program_result out;
  const auto deadline = clock::now() + time_max;
  collect(source.get(), process, deadline, out.output);
  out.code = end_of(process, std::max(deadline, clock::now() + kill_time), out.output);
  return out;
}

}  // namespace ironbus::ramdisk
