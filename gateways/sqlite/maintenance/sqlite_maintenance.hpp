#pragma once

#include "gateways/sqlite/sqlite_options.hpp"
#include "messages/ports/store_maintenance.hpp"

namespace ironbus {

/// A SQLite store for tools. It reads all data as of one commit. A repair writes a new file and
/// keeps the damaged one beside it.
class sqlite_maintenance final : public store_maintenance {
public:
  explicit sqlite_maintenance(sqlite_options options) : options_{std::move(options)} {}

  std::string name() const override;
  result<std::monostate> read(const sink& take) override;
  result<std::monostate> fill(const source& next) override;
  result<std::monostate> examine(bool mend, const judge& ask, const finding_sink& tell) override;
  result<std::monostate> rewrite(const editor& edit) override;

private:
  result<std::monostate> look(const judge& ask, const finding_sink& tell);
  result<std::monostate> write_anew(const judge& ask, const finding_sink& tell);

  const sqlite_options options_;
};

}  // namespace ironbus
