// An incident file of any origin: rejected or read, and then written unchanged. A patch of it is
// rejected or applied without creating deep documents.
#include "messages/wire/incident.hpp"

#include "messages/wire/snapshot_changes.hpp"
#include "ops/ironbusd/incident/incident_file.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <sstream>

namespace {

using namespace ironbus;
using namespace ironbus::daemon;

constexpr size_t depth_allowed = 200;

json some_incident() {
  const json decision{{"version", 1},
                      {"before", {{"a", {1, 2}}}},
                      {"changes", {{{"op", "add"}, {"path", "/a/-"}, {"value", {{"b", 1}}}}}}};
  return {{"incident", {{"format", incident_format}, {"node", "n"}}},
          {"snapshot", {{"about", json::object()}}},
          {"operations", json::array({json::object()})},
          {"events", json::array({{{"id", "e"}}})},
          {"decisions", json::array({decision})}};
}

json answer_of(const incident_file& read) {
  return {{"incident", read.head},
          {"snapshot", read.snapshot},
          {"operations", read.operations},
          {"events", read.events},
          {"decisions", read.decisions}};
}

void read_any(const std::string& text) {
  std::istringstream lines{text};
  const auto read = read_incident(lines);
  if (!read) return demand(!read.error().message.empty());
  std::istringstream again{incident_lines(answer_of(*read)).value()};
  const auto second = read_incident(again);
  demand(second && answer_of(*second) == answer_of(*read));
  for (const auto& decision : read->decisions) {
    const auto after =
        apply_changes(decision.value("before", json{}), decision.value("changes", json{}));
    demand(!after || depth_of(to_text(*after)) < depth_allowed);
  }
}

void read_bent(std::string_view input) {
  draw choices{input};
  const auto lines = incident_lines(bent_document(some_incident(), choices));
  if (lines) read_any(*lines);
  read_any(std::string{choices.rest()});
}

const fuzz_target incident{"incident", read_bent};

}  // namespace
