#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/platform/metrics.hpp"

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

namespace ironbus::sqlite {

/// The known damage of the file in use. It stays until the file is repaired or restored, which
/// requires a restart. Thread safe.
class file_condition {
public:
  explicit file_condition(std::filesystem::path file) : file_{std::move(file)} {}

  /// Logs and keeps the first problem.
  void note(const std::string& what);
  /// Records an error if it means damage. Ignores others.
  void note(const database_error& error);
  /// Records a problem if the file was moved or deleted.
  void check_location(const database& file);

  /// Unset if no problem is known.
  std::optional<failure> trouble() const;

private:
  const std::filesystem::path file_;
  mutable std::mutex mutex_;
  std::optional<failure> trouble_;
  metrics::gauge damaged_{
      {"ironbus_store_damaged", "1 if the store is damaged or missing; /readyz has the details."}};
};

}  // namespace ironbus::sqlite
