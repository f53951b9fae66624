#pragma once

#include "drivers/port/driver.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// The history of the simulated machines, independent of bus and store. A JSON line for each start
/// and end of an execution: {time, worker, node, operation_id, index, attempt, interface, step,
/// what, reason?, task?} with `what` start, done, failed, interrupted, waiting or recovered. A
/// start with a `task` handle represents an accepted task. Its end has no line, because the handle
/// contains it.
///
/// Each line is one append, so several processes can share the file and a killed one leaves no
/// partial line. Thread-safe.
class fake_journal {
public:
  struct seen {
    std::string what;  ///< The last entry that ends the attempt, else "start".
    std::string reason;
    std::string task;  ///< The handle of its task; empty: none.
  };

  /// Opens or creates the file; `invalid` names the option and the system's error.
  static result<std::shared_ptr<fake_journal>> open(const std::string& path);

  explicit fake_journal(int file, std::string path);
  fake_journal(const fake_journal&) = delete;
  fake_journal& operator=(const fake_journal&) = delete;
  ~fake_journal();

  void write(const permitted_step& request, std::string_view what, std::string_view reason = {});
  void begin_task(const permitted_step& request, const std::string& handle);

  /// The entry of this attempt; unset if it never started. Reads the whole file, so use it only
  /// after the death of a worker.
  std::optional<seen> find(const step_id& step_id) const;

private:
  void append(const json& line);

  int file_;
  std::string path_;
};

}  // namespace ironbus
