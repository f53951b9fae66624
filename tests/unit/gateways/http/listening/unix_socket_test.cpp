#include "gateways/http/listening/unix_socket.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace {

using namespace ironbus;
using namespace ironbus::http;

struct socket_fixture {
  socket_fixture() {
    std::string name = "/tmp/ironbus-socket-XXXXXX";
    folder = ::mkdtemp(name.data());
    options.path = folder + "/api.sock";
  }
  ~socket_fixture() { std::filesystem::remove_all(folder); }

  bool connects() const {
    const int one = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    options.path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    const bool out =
        ::connect(one, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(one);
    return out;
  }
  size_t files() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator{folder},
                                             std::filesystem::directory_iterator{}));
  }

  std::string folder;
  unix_socket_options options;
};

BOOST_FIXTURE_TEST_SUITE(unix_sockets, socket_fixture)

BOOST_AUTO_TEST_CASE(a_socket_has_its_mode_and_is_removed_at_the_end) {
  options.mode = "0600";
  {
    auto opened = unix_socket::open(options);
    BOOST_REQUIRE(opened);
    struct stat found {};
    BOOST_REQUIRE(::lstat(options.path.c_str(), &found) == 0);
    BOOST_TEST(S_ISSOCK(found.st_mode));
    BOOST_TEST((found.st_mode & 0777U) == 0600U);
    BOOST_TEST(connects());
    BOOST_TEST(files() == 1U);
  }
  BOOST_TEST(files() == 0U);
}

BOOST_AUTO_TEST_CASE(another_process_may_take_over_the_path) {
  auto first = unix_socket::open(options);
  BOOST_REQUIRE(first);
  auto second = unix_socket::open(options);
  BOOST_REQUIRE(second);
  first->reset();  // The file of the second one stays.
  BOOST_TEST(connects());
  second->reset();
  BOOST_TEST(files() == 0U);
}

BOOST_AUTO_TEST_CASE(a_stale_socket_is_replaced) {
  {
    auto opened = unix_socket::open(options);
    BOOST_REQUIRE(opened);
    std::filesystem::create_hard_link(options.path, folder + "/stale");
  }
  std::filesystem::rename(folder + "/stale", options.path);
  BOOST_TEST(!connects());
  const auto opened = unix_socket::open(options);
  BOOST_REQUIRE(opened);
  BOOST_TEST(connects());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_socket_is_never_removed) {
  std::ofstream{options.path} << "precious";
  const auto refused = unix_socket::open(options);
  BOOST_REQUIRE(!refused);
  BOOST_TEST(refused.error().message ==
             "cannot listen on the Unix socket '" + options.path +
                 "': the path names a file that is not a socket; remove it first");
  BOOST_TEST(std::filesystem::file_size(options.path) == 8U);
  BOOST_TEST(files() == 1U);
}

BOOST_AUTO_TEST_CASE(what_the_system_refuses_is_named) {
  options.group = "no-such-group";
  BOOST_TEST(unix_socket::open(options).error().message ==
             "cannot listen on the Unix socket '" + options.path +
                 "': the group 'no-such-group' does not exist");
  options.group.clear();
  options.path = folder + "/missing/api.sock";
  BOOST_TEST(unix_socket::open(options).error().message ==
             "cannot listen on the Unix socket '" + options.path + "': No such file or directory");
  options.path = folder + "/" + std::string(200, 'x');
  BOOST_TEST(unix_socket::open(options).error().message.find("the path is too long") !=
             std::string::npos);
  BOOST_TEST(files() == 0U);
}

BOOST_AUTO_TEST_CASE(a_mode_is_octal) {
  BOOST_TEST(parse_mode("0660").value() == 0660U);
  BOOST_TEST(parse_mode("600").value() == 0600U);
  BOOST_TEST(parse_mode("0000").value() == 0U);
  for (const auto* bad : {"", "6", "66", "0680", "1777", "00660", "-660", "rw-", "0x1b"})
    BOOST_TEST(!parse_mode(bad), bad);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
