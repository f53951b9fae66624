#include "ops/ironbusd/commands/rules_command.hpp"

#include "messages/model/snapshot.hpp"
#include "ops/ironbusd/commands/trial_files.hpp"
#include "tests/unit/ops/ironbusd/fleet_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>

using namespace ironbus;
using namespace ironbus::daemon;
using ironbus::test::mentions;

namespace {

/// A folder with files, deleted after the test.
class trial_folder {
public:
  trial_folder() : path_(std::filesystem::temp_directory_path() / "ironbus_rules_test") {
    std::filesystem::create_directories(path_);
  }
  ~trial_folder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream{path_ / name} << text;
    return path_ / name;
  }

private:
  std::filesystem::path path_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(trials_of_rules)

BOOST_FIXTURE_TEST_CASE(rules_are_a_list_an_api_answer_or_one_rule, trial_folder) {
  rules_request asked;
  asked.inventory = file("inventory", R"({"cpu": {"count": 4}})");
  for (const auto* text :
       {"- {actions: []}\n- {description: b}", R"([{"actions": []}, {"description": "b"}])",
        R"({"inspection_rules": [{"links": [], "created_at": "x"}, {"description": "b"}]})"}) {
    asked.file = file("rules", text);
    const auto trial = read_trial_files(asked);
    BOOST_REQUIRE(trial);
    BOOST_REQUIRE(trial->rules->size() == 2U);
    BOOST_TEST((*trial->rules)[1]["description"] == "b");
    BOOST_TEST(!(*trial->rules)[0].contains("links"));
    BOOST_TEST(trial->inventory["cpu"]["count"] == 4);
  }
  asked.file = file("rules", "description: one");
  BOOST_TEST(read_trial_files(asked)->rules->size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(inventories_may_have_plugin_data_and_nodes_some_fields, trial_folder) {
  rules_request asked;
  asked.file = file("rules", "[]");
  asked.inventory = file("inventory", R"({"inventory": {"a": 1}, "plugin_data": {"b": 2}})");
  asked.node = file("node", R"({"name": "web-1", "driver": "redfish", "extra": {"c": 3},
                                "last_error": null, "links": []})");
  const auto trial = read_trial_files(asked);
  BOOST_REQUIRE(trial);
  BOOST_TEST(trial->inventory == json({{"a", 1}}));
  BOOST_TEST(trial->plugin_data == json({{"b", 2}}));
  BOOST_TEST(trial->node->attributes.driver == "redfish");
  BOOST_TEST(trial->node->attributes.name.value_or("") == "web-1");
  asked.plugin_data = file("data", R"({"d": 4})");
  BOOST_TEST(read_trial_files(asked)->plugin_data == json({{"d", 4}}));
}

BOOST_FIXTURE_TEST_CASE(unreadable_files_are_named, trial_folder) {
  const auto good = file("good", "{}");
  const auto list = file("list", "[1]");
  const auto bad = file("bad", "{\"a\": ");
  const auto node = file("node", R"({"name": 7})");
  rules_request asked;
  for (const auto& [rules, inventory, shown, wrong] :
       {std::tuple{std::string{"/nonexistent"}, good, std::string{}, std::string{"/nonexistent"}},
        std::tuple{file("yaml", "a: [b"), good, std::string{}, std::string{"yaml"}},
        std::tuple{file("text", "hello"), good, std::string{}, std::string{"list of rules"}},
        std::tuple{list, bad, std::string{}, bad}, std::tuple{list, list, std::string{}, list},
        std::tuple{list, good, node, node}}) {
    asked.file = rules;
    asked.inventory = inventory;
    asked.node = shown;
    const auto trial = read_trial_files(asked);
    BOOST_REQUIRE(!trial);
    BOOST_TEST(mentions(trial.error().message, wrong), trial.error().message);
  }
}

BOOST_AUTO_TEST_CASE(the_trace_has_values_of_conditions_and_changes_of_actions) {
  const json report = {
      {"error", nullptr},
      {"phases",
       {{{"phase", "main"},
         {"logs", {{{"level", "info"}, {"text", "hello"}}}},
         {"rules",
          {{{"uuid", "u-1"},
            {"description", "Name the rack"},
            {"applied", true},
            {"sensitive", false},
            {"error", nullptr},
            {"conditions",
             {{{"op", "gt"},
               {"held", true},
               {"turns", {{{"held", true}, {"arguments", {4096, 2048}}}}}}}},
            {"actions",
             {{{"op", "set-attribute"},
               {"changes",
                {{{"where", "node/extra/size"}, {"before", nullptr}, {"after", "big"}}}}}}}},
           {{"uuid", "u-2"}, {"applied", false}, {"sensitive", true}}}}}}}};
  const auto text = trial_text(report);
  for (const auto* part :
       {"Phase main\n", "  rule Name the rack: applied\n", "    holds  gt [4096,2048]\n",
        "    does   set-attribute\n           node/extra/size: null -> \"big\"\n",
        "  rule u-2: not applied\n    the rule is sensitive: its conditions and actions are not "
        "shown\n",
        "  log info: hello\n", "The inspection would continue.\n"})
    BOOST_TEST(mentions(text, part), text);
}

BOOST_AUTO_TEST_CASE(a_failure_is_the_last_line) {
  const auto text = trial_text({{"error", "rule u-1: no"}, {"phases", json::array()}});
  BOOST_TEST(text == "The inspection would fail: rule u-1: no\n");
}

BOOST_AUTO_TEST_SUITE_END()
