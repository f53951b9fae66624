#include "drivers/ramdisk/base/subprocess.hpp"

#include "drivers/ramdisk/base/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

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
  const int error = ::posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
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
      ::kill(process, SIGKILL);
      output += "\nkilled: it took too long";
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
  collect(source.get(), process, clock::now() + time_max, out.output);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  out.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return out;
}

}  // namespace ironbus::ramdisk
