#pragma once

#include "gateways/redis/maintenance/key_scan.hpp"
#include "messages/ports/store_maintenance.hpp"

namespace ironbus::redis {

/// See `store_maintenance::examine`.
class examination {
public:
  examination(session& connection, bool mend, const store_maintenance::judge& ask,
              const store_maintenance::finding_sink& tell)
      : connection_{connection}, mend_{mend}, ask_{ask}, tell_{tell} {}

  result<std::monostate> run();

private:
  result<std::monostate> look_at_restore();
  result<std::monostate> look_at_sequence(const found_keys& keys);
  result<std::monostate> look_at_records(const found_keys& keys);
  result<std::monostate> look_at_record(const std::string& owner);

  session& connection_;
  const bool mend_;
  const store_maintenance::judge& ask_;
  const store_maintenance::finding_sink& tell_;
};

}  // namespace ironbus::redis
