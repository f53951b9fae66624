#pragma once

#include "messages/ports/store_maintenance.hpp"

#include <string>
#include <vector>

namespace ironbus::daemon {

/// The report of a check or repair, as text or JSON. It counts all findings and lists the first.
class findings_report {
public:
  static constexpr size_t listed_max = 100;

  explicit findings_report(std::string store) : store_{std::move(store)} {}

  void add(store_finding x);
  /// The number of findings that are not repaired.
  uint64_t left() const { return found_ - mended_; }

  std::string as_text() const;
  std::string as_json() const;

private:
  std::string store_;
  std::vector<store_finding> listed_;
  uint64_t found_ = 0;
  uint64_t mended_ = 0;
};

}  // namespace ironbus::daemon
