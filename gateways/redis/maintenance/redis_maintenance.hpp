#pragma once

#include "gateways/redis/redis_options.hpp"
#include "messages/ports/store_maintenance.hpp"

namespace ironbus {

/// A Redis store for tools. Each aggregate is read, checked and repaired in one script, so that
/// processes may keep using the store. Different aggregates are read at different moments.
class redis_maintenance final : public store_maintenance {
public:
  explicit redis_maintenance(redis_options options) : options_{std::move(options)} {}

  std::string name() const override;
  /// `conflict` if a unique key moved from one aggregate to another during the repair; retry then.
  result<std::monostate> read(const sink& take) override;
  result<std::monostate> fill(const source& next) override;
  result<std::monostate> examine(bool mend, const judge& ask, const finding_sink& tell) override;
  result<std::monostate> rewrite(const editor& edit) override;

private:
  const redis_options options_;
};

}  // namespace ironbus
