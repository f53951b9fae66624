// Runs every case of a recording of the existing rule engine through ironbus's engine. Where the
// specification differs, data/rules_intended.jsonl has the expected result and the reason.
#include "tests/unit/actors/inspection/golden_case.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string data_folder = "tests/unit/actors/inspection/data/";

/// Allowed reasons for a difference. A row of rules_intended.jsonl names one.
const std::map<std::string, std::string> reasons{
    {"native", "a text that is one placeholder becomes the value itself, with its type"},
    {"interpolated", "placeholders count in every argument, in a loop or not"},
    {"list-steps", "a step into a list is an index, as in JSON Patch"},
    {"numbers", "a number from the inventory is ordered as a number, not as text"},
    {"node-masked", "secrets of the node are masked like those of the inventory"},
    {"exact-arguments",
     "an argument or a key that nobody reads is refused when the rule is stored"},
    {"missing-is-none", "what is not there is none"},
    {"address-is-text", "an address is a text"},
    {"re2-differs", "in RE2 $ is the very end and \\w is ASCII"},
    {"re2-refuses", "what RE2 does not have is refused when the rule is stored"},
    {"whole-text",
     "matches means the whole text, for every branch of a pattern and for an empty one"},
    {"one-of-list", "one-of takes a list"},
    {"any-access", "both .name and [name] walk into everything"},
    {"no-python", "a text has no attributes"},
    {"format-once", "a text is formatted once, also in a loop"},
    {"loop-is-iterable", "a loop is a list, an object or a placeholder that gives one"},
    {"first", "first takes the first turn only"},
    {"multiple", "multiple is any, all, first or last"},
    {"loop-items", "the items that a rule lists are formatted before the loop"},
    {"patchable", "rules write what a PATCH may write"},
    {"no-such-field", "a field that does not exist is refused"},
    {"wrong-type", "a field takes values of its type only"},
    {"boolean-words", "\"no\" is false"},
    {"mac-forms", "a MAC address may be written with dashes, as in the API"},
    {"missing-key", "deleting what is not there is fine"},
    {"delete-field", "a field that is deleted gets its default"},
    {"capability", "a capability is set once, by a name that can be read back, to any scalar"},
    {"no-change", "taking away what is not there changes nothing"},
    {"traits", "a trait has the name of a trait"},
    {"data-path", "a path in plugin data is a text that is not empty"},
    {"data-intact", "extend-plugin-data neither stores masks nor mistakes its arguments"},
    {"unset-works", "unset-plugin-data removes the key, and what is empty by it"},
    {"port-by-mac", "a port may be named by its MAC address"},
    {"phases", "there are three phases"},
    {"digits", "a priority may come as digits"},
    {"uuid", "a UUID has the form of one"},
    {"log-level", "a level is checked when the rule is stored"},
    {"url", "a URL begins with http:// or https://"},
    {"null", "null stands for no conditions: a stock client sends it"},
    {"blanks", "blanks around an operator and after its ! are fine"},
    {"checked-when-stored", "what can only fail is refused when the rule is stored"},
    {"built-in-priority", "built-in rules may have any priority"},
};

struct tally {
  size_t same = 0;
  size_t intended = 0;
  size_t unexplained = 0;
};

std::map<int, json> read_intended() {
  std::map<int, json> out;
  std::set<std::string> used;
  for (auto& row : read_json_lines(data_folder + "rules_intended.jsonl")) {
    const auto id = row.at("id").get<int>();
    used.insert(row.at("reason").get<std::string>());
    const bool is_new = out.emplace(id, std::move(row)).second;
    BOOST_TEST(is_new, "case " << id << " has two rows");
  }
  BOOST_TEST(used.size() == reasons.size(), "a reason without a case");
  for (const auto& reason : used)
    BOOST_TEST(reasons.contains(reason), "there is no reason " << reason);
  return out;
}

/// Checks that the case is as recorded or as its row says.
void judge(const json& test, const inspection::documents& start, std::map<int, json>& intended,
           tally& count) {
  const auto ours = run_golden_case(test, start);
  const auto recorded = recorded_outcome(test, start);
  const auto row = intended.extract(test["id"].get<int>());
  if (ours == recorded) {
    ++count.same;
    BOOST_TEST(row.empty(), "case " << test["id"] << " is as recorded: its row is not needed");
  } else if (!row.empty() && row.mapped()["ours"] == ours) {
    ++count.intended;
  } else {
    ++count.unexplained;
    BOOST_ERROR("case " << test.dump() << "\n  recorded " << recorded << "\n  ours     " << ours);
    if (std::getenv("IRONBUS_GOLDEN_NEW") != nullptr)
      std::ofstream{std::getenv("IRONBUS_GOLDEN_NEW"), std::ios::app}
          << json{{"test", test}, {"recorded", recorded}, {"ours", ours}} << "\n";
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_recorded_case_is_the_same_or_differs_for_a_reason) {
  const auto lines = read_json_lines(data_folder + "rules_golden.jsonl");
  auto intended = read_intended();
  const auto start = golden_documents(lines.at(0));
  tally count;
  for (size_t i = 1; i < lines.size(); ++i) judge(lines[i], start, intended, count);
  for (const auto& [id, row] : intended)
    BOOST_ERROR("there is no case " << id << " left to differ");
  std::cout << "rules_golden: " << lines.size() - 1 << " cases: " << count.same << " same, "
            << count.intended << " intended, " << count.unexplained << " unexplained\n";
  BOOST_TEST(lines.size() == 746U);
  BOOST_TEST(count.unexplained == 0U);
}
