#include "gateways/redis/unfinished_restore.hpp"

namespace ironbus::redis {

result<bool> has_unfinished_restore(session& connection) {
  auto there = connection.ask({"EXISTS", connection.key(restore_mark)});
  if (!there) return tl::unexpected<failure>(there.error());
  return (*there)->integer == 1;
}

}  // namespace ironbus::redis
