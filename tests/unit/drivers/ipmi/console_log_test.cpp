#include "drivers/ipmi/console/console_log.hpp"

#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

struct log_fixture : ipmi_fixture {
  const std::string file = folder + "/node.console";

  size_t size() const {
    return fs::file_size(file) + (fs::exists(file + ".old") ? fs::file_size(file + ".old") : 0);
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(log_of_a_console)

BOOST_AUTO_TEST_CASE(keeps_the_end_and_drops_the_oldest) {
  log_fixture log;
  std::string all;
  {
    console_log_writer writer{log.file, 100};
    for (int i = 0; i < 1000; ++i) {
      const auto said = "line " + std::to_string(i) + "\n";
      all += said;
      writer.append(said);
      BOOST_TEST_REQUIRE(log.size() <= 100U);
    }
  }
  const auto kept = read_console_log(log.file, 1000).value();
  BOOST_TEST(kept.size() >= 50U);
  BOOST_TEST(all.ends_with(kept));
  for (const size_t bytes : {1U, 7U, 49U})
    BOOST_TEST(read_console_log(log.file, bytes).value() == all.substr(all.size() - bytes));
}

BOOST_AUTO_TEST_CASE(a_write_larger_than_the_log_keeps_its_end) {
  log_fixture log;
  console_log_writer writer{log.file, 10};
  writer.append("0123456789abcdefghijklmnop");
  BOOST_TEST(log.size() <= 10U);
  BOOST_TEST(read_console_log(log.file, 100).value().ends_with("klmnop"));
}

BOOST_AUTO_TEST_CASE(appends_to_an_existing_log_and_truncates_a_large_one) {
  log_fixture log;
  console_log_writer{log.file, 100}.append("one ");
  console_log_writer{log.file, 100}.append("two");
  BOOST_TEST(read_console_log(log.file, 100).value() == "one two");
  console_log_writer{log.file, 4}.append("!");  // the option has a lower value now
  BOOST_TEST(fs::file_size(log.file) == 1U);
}

BOOST_AUTO_TEST_CASE(only_the_services_user_can_read_it) {
  log_fixture log;
  console_log_writer{log.file, 100}.append("x");
  struct stat found {};
  BOOST_TEST_REQUIRE(::stat(log.file.c_str(), &found) == 0);
  BOOST_TEST((found.st_mode & 0777) == 0600);
}

BOOST_AUTO_TEST_CASE(ignores_write_errors) {
  log_fixture log;
  console_log_writer{log.folder + "/nowhere/node.console", 100}.append("x");
  fs::create_symlink("/dev/null", log.file);
  console_log_writer{log.file, 100}.append("x");  // does not follow a link
  BOOST_TEST(fs::is_symlink(log.file));
  BOOST_TEST(!read_console_log(log.folder + "/nowhere/node.console", 100));
}

BOOST_AUTO_TEST_CASE(removes_only_old_logs) {
  log_fixture log;
  for (const char* name : {"a.console", "a.console.old", "a.pid", "b.console"})
    std::ofstream{log.folder + "/" + name} << "x";
  for (const char* name : {"a.console", "a.console.old", "a.pid"})
    fs::last_write_time(log.folder + "/" + name, fs::file_time_type::clock::now() - 2h);
  remove_old_console_logs(log.folder, 1h);
  remove_old_console_logs(log.folder + "/nowhere", 1h);
  BOOST_TEST(!fs::exists(log.folder + "/a.console"));
  BOOST_TEST(!fs::exists(log.folder + "/a.console.old"));
  BOOST_TEST(fs::exists(log.folder + "/a.pid"));
  BOOST_TEST(fs::exists(log.folder + "/b.console"));
}

BOOST_AUTO_TEST_SUITE_END()
