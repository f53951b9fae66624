#include "messages/platform/open_file.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

using namespace ironbus;
namespace fs = std::filesystem;

namespace {

struct open_fixture {
  open_fixture() {
    fs::create_directories(root / "in/deep");
    fs::create_directories(root / "inside-out");
    std::ofstream{root / "in/deep/file"} << "content";
    std::ofstream{root / "inside-out/file"} << "other";
  }
  ~open_fixture() { fs::remove_all(root); }

  std::string why_not(const fs::path& path) const {
    const auto got = open_below(path.string(), {(root / "in").string()});
    return got ? std::string{} : std::string{to_string(got.error().code)};
  }

  fs::path root = fs::temp_directory_path() / ("open_file_" + std::to_string(::getpid()));
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(open_files, open_fixture)

BOOST_AUTO_TEST_CASE(a_file_in_an_allowed_folder_is_read_in_pieces) {
  const auto file = open_below((root / "in/deep/../deep/file").string(), {(root / "in/").string()});
  BOOST_REQUIRE(file);
  BOOST_TEST(file->size_bytes() == 7U);
  std::array<char, 4> piece{};
  BOOST_TEST(file->read(0, piece).value() == 4U);
  BOOST_TEST((std::string{piece.data(), 4} == "cont"));
  BOOST_TEST(file->read(4, piece).value() == 3U);
  BOOST_TEST(file->read(7, piece).value() == 0U);
}

BOOST_AUTO_TEST_CASE(cached_bytes_are_read_without_waiting) {
  const auto file = open_below((root / "in/deep/file").string(), {(root / "in").string()}).value();
  std::array<char, 4> piece{};
  if (file.read_now(3, piece)) BOOST_TEST((std::string{piece.data(), 4} == "tent"));
  BOOST_TEST(!file.read_now(4, piece));  // there are three
}

BOOST_AUTO_TEST_CASE(a_file_is_sent_as_far_as_the_socket_accepts_it) {
  fs::resize_file(root / "in/deep/file", 10'000'000);
  const auto file = open_below((root / "in/deep/file").string(), {(root / "in").string()}).value();
  std::array<int, 2> ends{};
  BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) == 0);
  const auto all = file.send(ends[0], 2, 3).value();
  BOOST_TEST(all.bytes == 3U);
  std::array<char, 4> got{};
  BOOST_TEST(::recv(ends[1], got.data(), got.size(), 0) == 3);
  BOOST_TEST((std::string{got.data(), 3} == "nte"));
  const auto part = file.send(ends[0], 0, 10'000'000).value();
  BOOST_TEST((part.bytes > 0 && part.bytes < 10'000'000 && !part.ended));
  BOOST_TEST(file.send(ends[0], 0, 1).value().bytes == 0U);
  std::vector<char> rest(part.bytes);
  for (size_t taken = 0; taken < rest.size();)
    taken += static_cast<size_t>(::recv(ends[1], rest.data(), rest.size(), 0));
  const auto beyond = file.send(ends[0], 9'999'999, 5).value();
  BOOST_TEST(beyond.bytes == 1U);
  BOOST_TEST(beyond.ended);
  ::close(ends[1]);
  BOOST_TEST(!file.send(ends[0], 0, 1));  // The default action of SIGPIPE would end this program.
  BOOST_TEST(!file.send(-1, 0, 1));
  ::close(ends[0]);
}

BOOST_AUTO_TEST_CASE(each_version_of_a_file_has_its_stamp) {
  const auto path = (root / "in/deep/file").string();
  const auto first = open_below(path, {(root / "in").string()}).value();
  BOOST_CHECK(first.stamp() == stamp_of(path));
  std::ofstream{root / "in/next"} << "content";
  fs::rename(root / "in/next", path);
  BOOST_CHECK(!(first.stamp() == stamp_of(path)));
}

BOOST_AUTO_TEST_CASE(paths_outside_are_rejected_whether_they_exist_or_not) {
  for (const char* path : {"inside-out/file", "in/../inside-out/file", "in/../nothing", "in", ""})
    BOOST_TEST(why_not(root / path) == "invalid", path);
  BOOST_TEST(why_not("in/deep/file") == "invalid");
  BOOST_TEST(why_not(root / "in/none") == "not_found");
  BOOST_TEST(!open_below((root / "in/deep/file").string(), {}));
}

BOOST_AUTO_TEST_CASE(links_are_checked_by_their_target) {
  fs::create_symlink(root / "inside-out/file", root / "in/out");
  fs::create_directory_symlink(root / "inside-out", root / "in/folder");
  fs::create_symlink(root / "in/deep/file", root / "in/good");
  fs::create_symlink(root / "in/loop", root / "in/loop");
  BOOST_TEST(why_not(root / "in/out") == "invalid");
  BOOST_TEST(why_not(root / "in/folder/file") == "invalid");
  BOOST_TEST(why_not(root / "in/good") == "");
  BOOST_TEST(why_not(root / "in/loop") == "not_found");
}

BOOST_AUTO_TEST_CASE(files_beside_another_must_be_in_its_folder_and_not_links) {
  std::ofstream{root / "in/deep/next"} << "beside";
  std::ofstream{root / "in/above"} << "above";
  fs::create_symlink("next", root / "in/deep/link");
  BOOST_REQUIRE(::mkfifo((root / "in/deep/pipe").c_str(), 0600) == 0);
  const auto file = open_below((root / "in/deep/file").string(), {(root / "in").string()}).value();
  const auto found = file.open_beside({"next", "file"});
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST(found->at(0).size_bytes() == 6U);
  BOOST_TEST(found->at(1).size_bytes() == 7U);
  const auto above = (root / "in/above").string();
  for (const std::string name :
       {"link", "pipe", "none", "../above", "", ".", "..", above.c_str()}) {
    const auto none = file.open_beside({"next", name});
    BOOST_REQUIRE(!none.has_value());
    BOOST_TEST((none.error().code == error_code::not_found), name);
  }
}

BOOST_AUTO_TEST_CASE(files_are_found_in_a_moved_folder) {
  std::ofstream{root / "in/deep/next"} << "beside";
  const auto file = open_below((root / "in/deep/file").string(), {(root / "in").string()}).value();
  fs::rename(root / "in/deep", root / "in/moved");
  BOOST_TEST(file.place() == (root / "in/moved/file").string());
  BOOST_TEST(file.open_beside({"next"}).has_value());
  std::ofstream{root / "in/moved/another"} << "another";
  fs::rename(root / "in/moved/another", root / "in/moved/file");
  BOOST_TEST(!file.open_beside({"next"}));
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_a_link_itself_may_be_configured) {
  fs::create_directory_symlink(root / "in", root / "alias");
  BOOST_TEST(
      open_below((root / "alias/deep/file").string(), {(root / "alias").string()}).has_value());
}

BOOST_AUTO_TEST_CASE(only_regular_files_are_opened) {
  BOOST_REQUIRE(::mkfifo((root / "in/pipe").c_str(), 0600) == 0);
  BOOST_TEST(why_not(root / "in/pipe") == "not_found");
  BOOST_TEST(why_not(root / "in/deep") == "not_found");
}

BOOST_AUTO_TEST_CASE(file_urls_name_this_host) {
  BOOST_TEST(path_of_file_url("file:///a/b").value() == "/a/b");
  BOOST_TEST(path_of_file_url("file://localhost/a").value() == "/a");
  for (const char* url : {"http://h/a", "file://host/a", "file:a", "file://", ""})
    BOOST_TEST(!path_of_file_url(url), url);
}

BOOST_AUTO_TEST_SUITE_END()
