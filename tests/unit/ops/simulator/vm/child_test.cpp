#include "ops/simulator/vm/child.hpp"

#include <boost/test/unit_test.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <optional>
#include <string>
#include <thread>

namespace ironbus::test {

using namespace simulator;

namespace {

program shell(const std::string& script, std::vector<int> files = {}) {
  return {{"/bin/sh", "-c", script}, "/", std::move(files), "/dev/null"};
}

bool runs(pid_t pid) { return ::kill(pid, 0) == 0; }

bool ends(const child& one, int milliseconds) {
  pollfd end{one.end_fd(), POLLIN, 0};
  return ::poll(&end, 1, milliseconds) == 1;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(programs_beside_us)

BOOST_AUTO_TEST_CASE(child_gets_the_given_files_only) {
  auto pair = *make_socket_pair();
  auto one = child::start(shell("echo given >&3; [ -e /proc/self/fd/4 ] && echo more >&3; exit 0",
                                {pair.second.get()}));
  BOOST_REQUIRE(one.has_value());
  BOOST_TEST(ends(*one, 10'000));
  std::array<char, 64> buffer{};
  const auto count = ::recv(pair.first.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  BOOST_TEST(std::string(buffer.data(), static_cast<size_t>(count)) == "given\n");
}

BOOST_AUTO_TEST_CASE(child_and_its_children_end_with_the_object) {
  auto pair = *make_socket_pair();
  pid_t pid = 0;
  {
    auto one = child::start(shell("sleep 100 & echo $! >&3; wait", {pair.second.get()}));
    BOOST_REQUIRE(one.has_value());
    pid = one->pid();
    BOOST_TEST(runs(pid));
    pair.second = owned_fd{};
    std::array<char, 64> buffer{};
    BOOST_TEST(::recv(pair.first.get(), buffer.data(), buffer.size(), 0) > 0);
  }
  BOOST_TEST(!runs(pid));
  std::array<char, 1> rest{};  // end of file: every copy of the other end is closed
  BOOST_TEST(::recv(pair.first.get(), rest.data(), rest.size(), 0) == 0);
}

BOOST_AUTO_TEST_CASE(child_ends_with_the_thread_that_started_it) {
  std::optional<result<child>> one;
  std::thread{[&] { one.emplace(child::start(shell("exec sleep 100"))); }}.join();
  BOOST_REQUIRE(one->has_value());
  BOOST_TEST(ends(**one, 10'000));
}

BOOST_AUTO_TEST_CASE(missing_program_is_named) {
  const auto one = child::start({{"/nowhere/qemu"}, "/", {}, "/dev/null"});
  BOOST_REQUIRE(!one.has_value());
  BOOST_TEST(one.error().message.find("/nowhere/qemu") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
