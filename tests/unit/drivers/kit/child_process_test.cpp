#include "drivers/kit/process/child_process.hpp"

#include "tests/support/test_lease.hpp"
#include "tests/unit/drivers/kit/run_alone.hpp"

#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

result<child_result> run_here(child_command x) {
  boost::asio::io_context io;
  return run_alone(io, run_child(std::move(x)));
}

child_command shell(const std::string& script) {
  child_command out{lasting_permit()};
  out.argv = {"/bin/sh", "-c", script};
  out.environment = {{"PATH", "/usr/bin:/bin"}};
  return out;
}

child_result end_of(child_command child_command) {
  auto out = run_here(std::move(child_command));
  BOOST_REQUIRE_MESSAGE(out, (out ? "" : out.error().message));
  return *out;
}

/// Whether this process has no children, including zombies.
bool has_no_children() { return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD; }

size_t open_files() {
  const std::filesystem::directory_iterator all{"/proc/self/fd"};
  return static_cast<size_t>(std::distance(begin(all), end(all)));
}

/// Returns when the process has ended; it need not be a child.
void wait_for_end(pid_t pid) {
  const int process = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (process < 0) return;
  pollfd ended{process, POLLIN, 0};
  while (::poll(&ended, 1, -1) < 0) continue;
  ::close(process);
}

/// The end of a script that prints "ready" before its deadline, even on a slow machine.
child_result end_once_ready(const std::string& script) {
  for (auto deadline = 50ms;; deadline *= 2) {
    auto command = shell(script);
    command.deadline = deadline;
    command.kill_after = 20ms;
    auto out = end_of(std::move(command));
    if (out.out.starts_with("ready\n")) return out;
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(child_processes)

BOOST_AUTO_TEST_CASE(passes_input_and_returns_output_errors_and_status) {
  auto command = shell("cat; echo oops >&2; exit 7");
  command.input = std::string(300'000, 'x') + "end";  // more than the capacity of a pipe
  const auto out = end_of(command);
  BOOST_TEST(out.exit_code == 7);
  BOOST_TEST(out.signal == 0);
  BOOST_TEST(!out.overdue);
  BOOST_TEST(!out.cut);
  BOOST_TEST((out.out == command.input));
  BOOST_TEST(out.err == "oops\n");
}

BOOST_AUTO_TEST_CASE(no_shell_reads_the_arguments) {
  child_command command{lasting_permit()};
  command.argv = {"/bin/echo", "$(id);", "a  b", "*", "'"};
  BOOST_TEST(end_of(command).out == "$(id); a  b * '\n");
}

BOOST_AUTO_TEST_CASE(a_program_has_only_the_given_environment_and_files) {
  const int ours = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC, as libraries do
  child_command command{lasting_permit()};
  command.argv = {"/usr/bin/env"};
  command.environment = {{"A", "b c"}, {"LC_ALL", "C"}};
  BOOST_TEST(end_of(command).out == "A=b c\nLC_ALL=C\n");
  command.argv = {"/bin/ls", "/proc/self/fd"};
  BOOST_TEST(end_of(command).out == "0\n1\n2\n3\n");  // the last one belongs to ls
  ::close(ours);
}

BOOST_AUTO_TEST_CASE(a_program_starts_with_no_signal_blocked_or_ignored) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  sigset_t blocked;
  sigset_t mask;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &mask);
  BOOST_TEST(end_of(shell("kill -USR1 $$; exit 5")).signal == SIGUSR1);
  BOOST_TEST(end_of(shell("kill -HUP $$; exit 5")).signal == SIGHUP);
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  std::signal(SIGHUP, before);
}

BOOST_AUTO_TEST_CASE(a_secret_is_only_in_its_file) {
  auto command = shell(
      "cat /dev/fd/3; cat /dev/fd/3; tr '\\0' ' ' </proc/$$/cmdline; tr '\\0' ' ' "
      "</proc/$$/environ");
  command.secret = "geheim";
  const auto out = end_of(command).out;
  BOOST_TEST(out.starts_with("geheimgeheim/bin/sh"));
  BOOST_TEST(out.find("geheim", 12) == std::string::npos);
  BOOST_TEST(out.find("PATH=") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(truncates_endless_output) {
  auto command = shell("head -c 3000000 /dev/zero; head -c 70000 /dev/zero >&2");
  command.output_bytes_max = 1000;
  const auto out = end_of(command);
  BOOST_TEST(out.exit_code == 0);
  BOOST_TEST(out.cut);
  BOOST_TEST(out.out.size() == 1000U);
  BOOST_TEST(out.err.size() == 1000U);
}

BOOST_AUTO_TEST_CASE(sends_sigterm_at_the_deadline) {
  child_command command{lasting_permit()};
  command.argv = {"/bin/sleep", "1000"};
  command.deadline = 20ms;
  command.kill_after = 1h;
  const auto out = end_of(command);
  BOOST_TEST(out.overdue);
  BOOST_TEST(out.signal == SIGTERM);
  const auto polite = end_once_ready("trap 'echo bye; exit 3' TERM; echo ready; sleep 1000 & wait");
  BOOST_TEST(polite.overdue);
  BOOST_TEST((polite.exit_code == 3 || polite.signal == SIGKILL));
}

BOOST_AUTO_TEST_CASE(kills_a_program_with_its_children_if_it_ignores_sigterm) {
  const auto out = end_once_ready(
      "trap '' TERM; echo ready; sleep 1000 & echo $!; while :; do sleep 1000; done");
  BOOST_TEST(out.overdue);
  BOOST_TEST(out.signal == SIGKILL);
  wait_for_end(std::stoi("0" + out.out.substr(6)));
}

// The sleeping process holds the pipe of the ended program.
BOOST_AUTO_TEST_CASE(ends_leftover_processes_without_waiting) {
  const auto out = end_of(shell("sleep 1000 & echo $!"));
  BOOST_TEST(out.exit_code == 0);
  BOOST_TEST(!out.overdue);
  wait_for_end(std::stoi(out.out));
}

BOOST_AUTO_TEST_CASE(names_a_program_that_cannot_start) {
  child_command command{lasting_permit()};
  command.argv = {"/nonexistent/ipmitool", "geheim"};
  auto out = run_here(command);
  BOOST_REQUIRE(!out);
  BOOST_TEST((out.error().code == error_code::unavailable));
  BOOST_TEST(out.error().message ==
             "The program '/nonexistent/ipmitool' cannot be started: No such file or directory.");
  for (const std::vector<std::string>& argv :
       {std::vector<std::string>{}, {"ipmitool"}, {"/bin/echo", std::string("a\0b", 3)}}) {
    command.argv = argv;
    out = run_here(command);
    BOOST_REQUIRE(!out);
    BOOST_TEST((out.error().code == error_code::invalid));
  }
}

BOOST_AUTO_TEST_CASE(starts_nothing_if_exit_statuses_are_lost) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const auto out = run_here(shell("exit 1"));
  std::signal(SIGCHLD, before);
  BOOST_REQUIRE(!out);
  BOOST_TEST(out.error().message.find("SIGCHLD") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(leaves_neither_zombies_nor_open_files) {
  end_of(shell("exit 0"));
  const auto before = open_files();
  auto killed = shell("sleep 1000");
  killed.deadline = 1ms;
  killed.secret = "geheim";
  end_of(killed);
  end_of(shell("echo a"));
  child_command missing{lasting_permit()};
  missing.argv = {"/nonexistent"};
  run_here(missing);
  BOOST_TEST(open_files() == before);
  BOOST_TEST(has_no_children());
}

BOOST_AUTO_TEST_CASE(ends_a_program_without_a_waiting_caller) {
  {
    boost::asio::io_context io;
    boost::asio::co_spawn(io, run_child(shell("sleep 1000")), [](const auto&, const auto&) {});
    io.poll();
    BOOST_TEST(!has_no_children());
  }
  BOOST_TEST(has_no_children());
}

BOOST_AUTO_TEST_CASE(runs_many_programs_at_once) {
  boost::asio::io_context io;
  int ended = 0;
  for (int i = 0; i < 20; ++i)
    boost::asio::co_spawn(io, run_child(shell("exit " + std::to_string(i))),
                          [&ended, i](const std::exception_ptr&, const result<child_result>& x) {
                            ended += x && x->exit_code == i ? 1 : 0;
                          });
  io.run();
  BOOST_TEST(ended == 20);
  BOOST_TEST(has_no_children());
}

BOOST_AUTO_TEST_SUITE_END()
