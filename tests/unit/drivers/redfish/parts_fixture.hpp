#pragma once

#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

/// Course of a step in parts.
struct parts_report {
  step_outcome end;
  std::vector<std::string> story;  ///< "part", "reboot", "task", and the final status.
  std::vector<step_outcome> outcomes;

  size_t count(const std::string& what) const;
};

/// Runs steps in parts like a workflow: stores notes, restarts the machine, and polls tasks after a
/// while.
class parts_fixture : public redfish_fixture {
public:
  using redfish_fixture::redfish_fixture;

  parts_report carry_out(const std::string& interface, const std::string& name,
                         json args = json::object());
  /// The same, but the worker dies with its request of that number, counted over all parts from 0.
  /// The machine has received it. Another worker recovers the part.
  parts_report carry_out_with_death(const std::string& interface, const std::string& name,
                                    json args, size_t call);
  /// How often the machine received a request for that path, including the dead worker's.
  size_t heard(const std::string& part);
  bool has_died() const { return died_; }
  /// Time between two polls.
  std::chrono::seconds poll_pause{20};

private:
  step_outcome run_part(const step_request& part);
  void die_at(size_t call);
  void restart_machine();
  std::optional<step_outcome> poll(step_request part, const std::string& handle);

  bool died_ = false;
  bool dead_ = false;
  std::string last_words_;  ///< Path of the dead worker's last request.
};

}  // namespace ironbus::test
