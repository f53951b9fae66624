#include "drivers/ramdisk/steps/own_steps.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <fstream>

using namespace ironbus::ramdisk;
namespace fs = std::filesystem;

namespace {

struct steps_folder {
  steps_folder() {
    auto text = (fs::temp_directory_path() / "ironbus_steps_XXXXXX").string();
    path = ::mkdtemp(text.data());
  }
  ~steps_folder() { fs::remove_all(path); }

  void add(const std::string& name, const std::string& description,
           const std::string& run = "exit 9") const {
    std::ofstream{path / name} << "#!/bin/sh\nif [ \"$1\" = describe ]; then echo '" << description
                               << "'; exit; fi\n"
                               << run << "\n";
    fs::permissions(path / name, fs::perms::owner_all);
  }
  std::vector<own_step> steps() const { return read_own_steps(path); }

  fs::path path;
};

std::string failure_of(const own_step& step) {
  try {
    run_own_step(step, "clean", {}, {});
  } catch (const command_failure& failed) {
    return failed.details;
  }
  return {};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ramdisk_own_steps, steps_folder)

BOOST_AUTO_TEST_CASE(are_the_executables_of_a_folder) {
  add("fan", R"({"step": "check_fans", "kinds": ["clean", "service"], "priority": 20,
                 "time_max": 60, "abortable": false, "argsinfo": {"speed": {"required": true}}})");
  std::ofstream{path / "README"} << "no program";
  const auto found = steps();
  BOOST_REQUIRE(found.size() == 1U);
  BOOST_TEST(found[0].name == "check_fans");
  BOOST_TEST(found[0].kinds.size() == 2U);
  BOOST_TEST(found[0].priority == 20);
  BOOST_TEST(found[0].time_max.count() == 60);
  BOOST_TEST(!found[0].abortable);
  BOOST_TEST(found[0].arguments.contains("speed"));
  BOOST_TEST(read_own_steps("/nonexistent").empty());
}

BOOST_AUTO_TEST_CASE(with_a_wrong_description_are_left_out) {
  add("a", "no JSON");
  add("b", R"({"step": "Upper", "kinds": ["clean"]})");
  add("c", R"({"step": "c", "kinds": ["rescue"]})");
  add("d", R"({"step": "d", "kinds": []})");
  add("e", R"({"step": "e", "kinds": ["clean"], "time_max": 0})");
  add("f", R"({"step": "f", "kinds": ["clean"], "priority": 5000})");
  add("g", R"({"step": "good", "kinds": ["clean"]})");
  add("h", R"({"step": "good", "kinds": ["clean"]})");
  const auto found = steps();
  BOOST_REQUIRE(found.size() == 1U);
  BOOST_TEST(found[0].program == (path / "g").string());
}

BOOST_AUTO_TEST_CASE(get_their_arguments_and_report_their_last_line) {
  add("echo", R"({"step": "echo", "kinds": ["clean"]})",
      "read -r all; echo begin; echo \"{\\\"got\\\": $all}\"");
  const auto out = run_own_step(steps().at(0), "clean", {{"uuid", "n1"}}, {{"speed", 5}});
  BOOST_TEST(out["got"]["kind"] == "clean");
  BOOST_TEST(out["got"]["step"] == "echo");
  BOOST_TEST(out["got"]["args"]["speed"] == 5);
  BOOST_TEST(out["got"]["node"]["uuid"] == "n1");
}

BOOST_AUTO_TEST_CASE(without_json_report_the_end_of_their_output) {
  add("talk", R"({"step": "talk", "kinds": ["clean"]})", "echo all is well");
  BOOST_TEST(run_own_step(steps().at(0), "clean", {}, {}) ==
             (nlohmann::json{{"output", "all is well"}}));
}

BOOST_AUTO_TEST_CASE(fail_with_their_code_and_the_end_of_their_output) {
  add("bad", R"({"step": "bad", "kinds": ["clean"]})", "echo fan 3 is broken; exit 4");
  BOOST_TEST(failure_of(steps().at(0)) ==
             "The step bad (" + (path / "bad").string() + ") ended with code 4: fan 3 is broken");
}

BOOST_AUTO_TEST_CASE(that_take_too_long_are_killed) {
  add("slow", R"({"step": "slow", "kinds": ["clean"], "time_max": 1})", "sleep 1000");
  const auto why = failure_of(steps().at(0));
  BOOST_TEST(why.find("killed: it took too long") != std::string::npos, why);
}

BOOST_AUTO_TEST_SUITE_END()
