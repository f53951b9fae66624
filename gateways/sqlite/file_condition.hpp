#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/platform/metrics.hpp"

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

namespace ironbus::sqlite {

/// What is known to be wrong with the file that is in use. It does not heal: somebody has to repair
/// or restore it, for which the process ends. Thread safe.
class file_condition {
public:
  explicit file_condition(std::filesystem::path file) : file_{std::move(file)} {}

  /// The first one is logged and kept.
  void note(const std::string& what);
  /// Notes an error that means damage; others pass.
  void note(const database_error& error);
  /// Notes whether the file is still in its place.
  void look_at_place(const database& file);

  /// Unset: nothing is known to be wrong.
  std::optional<failure> trouble() const;

private:
  const std::filesystem::path file_;
  mutable std::mutex mutex_;
  std::optional<failure> trouble_;
  metrics::gauge damaged_{
      {"ironbus_store_damaged", "1 if the store is damaged or missing; /readyz has the details."}};
};

}  // namespace ironbus::sqlite
