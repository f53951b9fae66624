#include "ops/ironbusd/folders/folder_watch.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus::daemon;

namespace {

namespace fs = std::filesystem;

struct watched_folder {
  watched_folder() {
    std::string text = (fs::temp_directory_path() / "ironbus_watch_XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(text.data()) != nullptr);
    path = text;
    watch_folders(io, {path.string()}, [this] {
      ++calls;
      io.stop();
    });
  }
  ~watched_folder() { fs::remove_all(path); }

  void replace(const std::string& name) const {
    std::ofstream{path / ".draft"} << name;
    fs::rename(path / ".draft", path / name);
  }

  fs::path path;
  boost::asio::io_context io;
  int calls = 0;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(a_watched_folder, watched_folder)

BOOST_AUTO_TEST_CASE(reports_changes_that_follow_each_other_once) {
  replace("one");
  replace("two");
  io.run();
  BOOST_TEST(calls == 1);
  io.restart();
  fs::remove(path / "one");
  io.run();
  BOOST_TEST(calls == 2);
}

BOOST_AUTO_TEST_CASE(does_not_report_hidden_files) {
  replace(".hidden");
  io.poll();
  BOOST_TEST(calls == 0);
}

BOOST_AUTO_TEST_SUITE_END()
