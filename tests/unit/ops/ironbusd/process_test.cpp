#include "ops/ironbusd/roles/process.hpp"

#include "ops/ironbusd/configuration/configuration.hpp"
#include "ops/ironbusd/folders/data_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <future>

using namespace ironbus;
using namespace ironbus::daemon;
using namespace std::chrono_literals;

namespace {

/// A folder that is deleted after the test.
class folder {
public:
  folder() {
    std::string text = (std::filesystem::temp_directory_path() / "ironbusd-XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(text.data()) != nullptr);
    path = text;
  }
  ~folder() { std::filesystem::remove_all(path); }

  std::filesystem::path path;
};

settings embedded(const folder& scratch) {
  const auto data = (scratch.path / "data").string();
  auto out = load_configuration(std::vector<setting_text>{{"data", data, "the test"}}).values;
  out.listen.port = 0;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(a_process)

BOOST_AUTO_TEST_CASE(is_ready_within_a_second_and_stops_cleanly) {
  folder scratch;
  std::promise<std::string> said;
  process all{embedded(scratch), [&](const std::string& line) { said.set_value(line); }};
  BOOST_REQUIRE(all.start());
  auto line = said.get_future();
  BOOST_REQUIRE(line.wait_for(1s) == std::future_status::ready);
  const auto text = line.get();
  BOOST_TEST(text.starts_with("ironbusd ready listen=127.0.0.1:"));
  BOOST_TEST(text.find("roles=gateway,conductor,driver bus=local store=sqlite in=") !=
             std::string::npos);
  all.stop();
  all.stop();
}

BOOST_AUTO_TEST_CASE(rejects_a_store_in_use) {
  folder scratch;
  process first{embedded(scratch), [](const std::string&) {}};
  BOOST_REQUIRE(first.start());
  process second{embedded(scratch), [](const std::string&) {}};
  const auto started = second.start();
  BOOST_REQUIRE(!started);
  BOOST_TEST(started.error().message.find("in use") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(rejects_a_folder_of_another_installation) {
  folder scratch;
  folder elsewhere;
  process first{embedded(scratch), [](const std::string&) {}};
  BOOST_REQUIRE(first.start());
  auto x = embedded(elsewhere);
  x.policy.boot_root = (scratch.path / "data/httpboot").string();
  process second{x, [](const std::string&) {}};
  const auto started = second.start();
  BOOST_REQUIRE(!started);
  BOOST_TEST(started.error().message.starts_with("pxe.http_root: The folder '"));
}

BOOST_AUTO_TEST_CASE(can_be_stopped_before_it_is_ready) {
  folder scratch;
  auto x = embedded(scratch);
  x.bus = "amqp://127.0.0.1:1";
  x.store = "redis://127.0.0.1:1";
  bool ready = false;
  process all{x, [&](const std::string&) { ready = true; }};
  BOOST_REQUIRE(all.start());
  all.stop();
  BOOST_TEST(!ready);
}

BOOST_AUTO_TEST_CASE(creates_a_private_data_folder) {
  folder scratch;
  const auto made = open_data_folder((scratch.path / "a/b").string());
  BOOST_REQUIRE(made);
  BOOST_CHECK(std::filesystem::status(*made).permissions() == std::filesystem::perms::owner_all);
  BOOST_CHECK(open_data_folder(made->string() + "/"));
  BOOST_TEST(!open_data_folder("/proc/nowhere/data"));
}

BOOST_AUTO_TEST_SUITE_END()
