#pragma once

#include "drivers/port/driver.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// What the simulated machines have seen, independent of bus and store: a line of JSON for each
/// start and end of an execution, {time, worker, node, operation_id, index, attempt, interface,
/// step, what, reason?, task?} with `what` start, done, failed, interrupted, waiting or recovered.
/// A start with `task`, its handle, is what a BMC keeps of a task that it has accepted: there is no
/// line for its end, which the handle tells.
///
/// Each line is one write to a file opened for appending, so that several processes may share it
/// and a killed one leaves no half line. Thread safe.
class fake_journal {
public:
  struct seen {
    std::string what;  ///< The last entry that ends the attempt, else "start".
    std::string reason;
    std::string task;  ///< The handle of the task that it has become; empty: none.
  };

  /// Opens or creates the file; `invalid` names the option and the system's reason.
  static result<std::shared_ptr<fake_journal>> open(const std::string& path);

  explicit fake_journal(int file, std::string path);
  fake_journal(const fake_journal&) = delete;
  fake_journal& operator=(const fake_journal&) = delete;
  ~fake_journal();

  void write(const permitted_step& request, std::string_view what, std::string_view reason = {});
  void begin_task(const permitted_step& request, const std::string& handle);

  /// What became of this attempt; unset if it was never started. Reads the whole file: fit for the
  /// rare death of a worker only.
  std::optional<seen> find(const step_id& step_id) const;

private:
  void append(const json& line);

  int file_;
  std::string path_;
};

}  // namespace ironbus
