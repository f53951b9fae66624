#pragma once

#include "drivers/fake/fake_options.hpp"
#include "messages/base/errors.hpp"
#include "messages/wire/step.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

enum class fault_kind : uint8_t { fail, wait, interrupt, never_answer };

/// A fault injected into a step.
struct fake_fault {
  fault_kind how = fault_kind::fail;
  std::optional<double> after_seconds;
  std::string reason;
};

/// The configured faults, and how often each may still occur. Thread-safe.
class fake_faults {
public:
  /// Failures (`invalid`) name the entry and the value.
  static result<std::shared_ptr<fake_faults>> build(std::vector<fake_failure> entries);

  /// The first matching entry that is not used up. Counts its use.
  std::optional<fake_fault> inject(const step_request& request);

private:
  struct entry {
    fake_failure when;
    fault_kind how;
    uint32_t struck = 0;
  };

  std::mutex mutex_;
  std::vector<entry> entries_;
};

}  // namespace ironbus
