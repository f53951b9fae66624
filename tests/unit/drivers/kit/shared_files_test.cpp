#include "drivers/kit/shared_files.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus;
namespace fs = std::filesystem;

namespace {

struct shared_fixture {
  shared_fixture() {
    fs::create_directories(folder / "sources");
    write("0123456789");
  }
  ~shared_fixture() { fs::remove_all(folder); }

  void write(const std::string& text) const {
    std::ofstream{source + ".new"} << text;
    fs::rename(source + ".new", source);
  }
  result<shared_file> share() const {
    return share_file(open_below(source, {(folder / "sources").string()}).value(), source, root);
  }
  fs::path node(const std::string& name) const { return fs::path{root} / name; }
  size_t shared() const {
    size_t out = 0;
    for (const auto& one : fs::directory_iterator{node(".shared")})
      out += one.path().filename().string().starts_with("part-") ? 1 : 0;
    return out;
  }
  /// Makes the next clean-up due.
  void forget_look() const { fs::remove(node(".shared/.looked")); }
  void look(std::chrono::seconds unused = std::chrono::seconds{-1}) const {
    forget_look();
    remove_unused_files(root, unused);
  }

  const fs::path folder = fs::temp_directory_path() / ("shared_" + std::to_string(::getpid()));
  const std::string root = (folder / "http").string();
  const std::string source = (folder / "sources/kernel").string();
};

std::string content_of(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

nlink_t links_of(const fs::path& path) {
  struct stat found {};
  BOOST_REQUIRE(::stat(path.c_str(), &found) == 0);
  return found.st_nlink;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(shared_files, shared_fixture)

BOOST_AUTO_TEST_CASE(stores_a_version_once_for_all_users) {
  const auto first = share().value();
  BOOST_TEST(first.bytes == 10U);
  BOOST_TEST(share()->path == first.path);
  for (const auto* name : {"a", "b"})
    BOOST_REQUIRE(link_file(first, node(name).string(), "kernel").has_value());
  BOOST_REQUIRE(link_file(first, node("a").string(), "kernel").has_value());  // again
  BOOST_TEST(links_of(node("a/kernel")) == 3U);
  BOOST_TEST(content_of(node("b/kernel")) == "0123456789");
  BOOST_TEST(shared() == 1U);
}

BOOST_AUTO_TEST_CASE(another_version_is_another_file) {
  const auto first = share().value();
  BOOST_REQUIRE(link_file(first, node("a").string(), "kernel").has_value());
  write("abcdefghij");
  const auto second = share().value();
  BOOST_TEST(second.name != first.name);
  BOOST_REQUIRE(link_file(second, node("b").string(), "kernel").has_value());
  BOOST_TEST(content_of(node("a/kernel")) == "0123456789");
  BOOST_TEST(content_of(node("b/kernel")) == "abcdefghij");
  BOOST_REQUIRE(link_file(second, node("a").string(), "kernel").has_value());
  BOOST_TEST(content_of(node("a/kernel")) == "abcdefghij");
  BOOST_TEST(links_of(node("a/kernel")) == 3U);
}

BOOST_AUTO_TEST_CASE(removes_only_unused_files) {
  const auto first = share().value();
  BOOST_REQUIRE(link_file(first, node("a").string(), "kernel").has_value());
  write("abcdefghij");
  const auto second = share().value();
  look();
  BOOST_TEST(shared() == 1U);
  BOOST_TEST(
      (link_file(second, node("b").string(), "kernel").error().code == error_code::not_found));
  BOOST_TEST(find_shared(first.name, root).has_value());
  fs::remove_all(node("a"));
  look(std::chrono::hours{1});  // not yet
  BOOST_TEST(shared() == 1U);
  look();
  BOOST_TEST(shared() == 0U);
  BOOST_TEST((find_shared(first.name, root).error().code == error_code::not_found));
}

BOOST_AUTO_TEST_CASE(cleans_up_once_a_minute) {
  share().value();
  remove_unused_files(root, std::chrono::seconds{-1});
  BOOST_TEST(shared() == 0U);
  share().value();
  remove_unused_files(root, std::chrono::seconds{-1});
  BOOST_TEST(shared() == 1U);
  remove_unused_files((folder / "none").string());  // nothing was ever shared there
  BOOST_TEST(!fs::exists(folder / "none"));
}

BOOST_AUTO_TEST_CASE(reports_files_that_cannot_be_written) {
  std::ofstream{root} << "no folder";
  BOOST_TEST((share().error().code == error_code::unavailable));
  fs::remove(root);
  const auto file = share().value();
  std::ofstream{node("a")} << "no folder";
  BOOST_TEST(
      (link_file(file, node("a").string(), "kernel").error().code == error_code::unavailable));
}

BOOST_AUTO_TEST_SUITE_END()
