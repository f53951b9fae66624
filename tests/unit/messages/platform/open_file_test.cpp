#include "messages/platform/open_file.hpp"

#include <boost/test/unit_test.hpp>
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

BOOST_AUTO_TEST_CASE(a_file_below_is_read_in_pieces) {
  const auto file = open_below((root / "in/deep/../deep/file").string(), {(root / "in/").string()});
  BOOST_REQUIRE(file);
  BOOST_TEST(file->size_bytes() == 7U);
  std::array<char, 4> piece{};
  BOOST_TEST(file->read(0, piece).value() == 4U);
  BOOST_TEST((std::string{piece.data(), 4} == "cont"));
  BOOST_TEST(file->read(4, piece).value() == 3U);
  BOOST_TEST(file->read(7, piece).value() == 0U);
}

BOOST_AUTO_TEST_CASE(what_is_outside_is_refused_whether_it_is_there_or_not) {
  for (const char* path : {"inside-out/file", "in/../inside-out/file", "in/../nothing", "in", ""})
    BOOST_TEST(why_not(root / path) == "invalid", path);
  BOOST_TEST(why_not("in/deep/file") == "invalid");
  BOOST_TEST(why_not(root / "in/none") == "not_found");
  BOOST_TEST(!open_below((root / "in/deep/file").string(), {}));
}

BOOST_AUTO_TEST_CASE(links_count_by_where_they_lead) {
  fs::create_symlink(root / "inside-out/file", root / "in/out");
  fs::create_directory_symlink(root / "inside-out", root / "in/folder");
  fs::create_symlink(root / "in/deep/file", root / "in/good");
  fs::create_symlink(root / "in/loop", root / "in/loop");
  BOOST_TEST(why_not(root / "in/out") == "invalid");
  BOOST_TEST(why_not(root / "in/folder/file") == "invalid");
  BOOST_TEST(why_not(root / "in/good") == "");
  BOOST_TEST(why_not(root / "in/loop") == "not_found");
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_a_link_itself_may_be_configured) {
  fs::create_directory_symlink(root / "in", root / "alias");
  BOOST_TEST(
      open_below((root / "alias/deep/file").string(), {(root / "alias").string()}).has_value());
}

BOOST_AUTO_TEST_CASE(what_is_no_plain_file_is_none) {
  BOOST_REQUIRE(::mkfifo((root / "in/pipe").c_str(), 0600) == 0);
  BOOST_TEST(why_not(root / "in/pipe") == "not_found");
  BOOST_TEST(why_not(root / "in/deep") == "not_found");
}

BOOST_AUTO_TEST_CASE(urls_of_files_name_this_host) {
  BOOST_TEST(path_of_file_url("file:///a/b").value() == "/a/b");
  BOOST_TEST(path_of_file_url("file://localhost/a").value() == "/a");
  for (const char* url : {"http://h/a", "file://host/a", "file:a", "file://", ""})
    BOOST_TEST(!path_of_file_url(url), url);
}

BOOST_AUTO_TEST_SUITE_END()
