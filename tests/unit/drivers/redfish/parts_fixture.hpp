#pragma once

#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

/// How a step went that is done in parts.
struct parts_report {
  step_outcome end;
  std::vector<std::string> story;  ///< "part", "reboot", "task", and how it ended.
  std::vector<step_outcome> outcomes;

  size_t count(const std::string& what) const;
};

/// Carries out steps in parts as a workflow does: takes notes, starts the machine anew, asks how
/// tasks go on, each time a while later.
class parts_fixture : public redfish_fixture {
public:
  using redfish_fixture::redfish_fixture;

  parts_report carry_out(const std::string& interface, const std::string& name,
                         json args = json::object());
  /// The same; the worker dies with its call of a machine of that number, counted over all parts
  /// from 0: the machine has heard it. Another worker recovers the part.
  parts_report carry_out_with_death(const std::string& interface, const std::string& name,
                                    json args, size_t call);
  /// How often the machine has taken an order of that path, also from the one that died.
  size_t heard(const std::string& part);
  bool has_died() const { return died_; }
  /// How long passes between two polls.
  std::chrono::seconds poll_pause{20};

private:
  step_outcome run_part(const step_request& part);
  void die_at(size_t call);
  void restart_machine();
  std::optional<step_outcome> poll(step_request part, const std::string& handle);

  bool died_ = false;
  bool dead_ = false;
  std::string last_words_;  ///< The path that the one who died had asked for last.
};

}  // namespace ironbus::test
