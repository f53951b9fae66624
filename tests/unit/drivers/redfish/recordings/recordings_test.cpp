#include "drivers/redfish/client/redfish_link.hpp"
#include "tests/unit/drivers/redfish/recordings/recorded_bmc.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

using namespace ironbus;
using namespace ironbus::test;

namespace {

namespace fs = std::filesystem;

constexpr const char* own_folder = "tests/unit/drivers/redfish/recordings";

std::vector<std::string> entries_of(const fs::path& folder, bool folders) {
  std::vector<std::string> out;
  for (const auto& one : fs::directory_iterator{folder})
    if (folders ? one.is_directory() : one.path().extension() == ".json")
      out.push_back(one.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> systems_in(const bmc_recording& recording) {
  std::vector<std::string> out;
  const auto found = recording.documents.find("/redfish/v1/Systems");
  if (found == recording.documents.end()) return out;
  for (const auto& link : links_at(found->second, {"Members"})) out.push_back(link);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(recordings)

BOOST_AUTO_TEST_CASE(are_read_as_expected) {
  const auto all = entries_of(own_folder, false);
  BOOST_TEST(all.size() >= 6U);
  for (const auto& place : all) BOOST_TEST_CONTEXT(place) {
      const auto recording = read_recording(place);
      recorded_bmc bmc{recording};
      const auto found = bmc.play();
      const auto wrong = difference(found, recording.expected);
      BOOST_TEST(wrong == "", wrong << "\n" << found.dump(1));
      BOOST_TEST(bmc.changes().empty());
    }
}

/// Recordings of real machines, which are not part of the project: IRONBUS_RECORDINGS is a folder
/// of folders of `record-bmc` or DMTF. All systems of each are read.
BOOST_AUTO_TEST_CASE(that_are_given_are_read_without_an_error) {
  const auto* given = std::getenv("IRONBUS_RECORDINGS");
  if (given == nullptr) return;
  for (const auto& place : entries_of(given, true)) {
    auto recording = read_recording(place);
    for (const auto& system : systems_in(recording)) BOOST_TEST_CONTEXT(place << " " << system) {
        recording.system = system;
        recorded_bmc bmc{recording};
        const auto found = bmc.play();
        for (const auto& [key, value] : found.items())
          BOOST_TEST(!value.contains("error"), key << ": " << value.dump());
        BOOST_TEST(bmc.changes().empty());
        std::cout << place << " " << system << "\n" << found.dump(1) << "\n";
      }
  }
}

BOOST_AUTO_TEST_CASE(differ_at_the_named_place) {
  const json found{{"a", {{"b", 1}, {"c", json::array({1, 2})}}}};
  const auto against = [&found](json b, json c) {
    return difference(found, {{"a", {{"b", std::move(b)}, {"c", std::move(c)}}}});
  };
  const auto list = json::array({1, 2});
  BOOST_TEST(against(1, list) == "");
  BOOST_TEST(against(2, list) == "/a/b: 1 instead of 2");
  BOOST_TEST(against("1", list) == "/a/b: 1 instead of \"1\"");
  BOOST_TEST(against(1, json::array({1, 3})) == "/a/c/1: 2 instead of 3");
  BOOST_TEST(against(1, json::array({1})) == "/a/c: [1,2] instead of [1]");
  BOOST_TEST(difference(found, {{"a", {{"b", 1}}}}) == "/a/c: not expected, [1,2]");
  BOOST_TEST(difference(found, {{"d", nullptr}}) == "/d: missing");
}

BOOST_AUTO_TEST_SUITE_END()
