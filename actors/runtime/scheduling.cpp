#include "actors/runtime/scheduling.hpp"

#include <caf/all.hpp>

namespace ironbus::runtime {

caf::actor_system_config& configure(caf::actor_system_config& out, size_t threads) {
  // The default policy polls: it uses CPU while idle and answers later.
  out.set("scheduler.policy", threads > 0 ? caf::atom("sharing") : caf::atom("testing"));
  if (threads > 0) out.set("scheduler.max-threads", threads);
  out.set("scheduler.max-throughput", size_t{50});
  return out;
}

}  // namespace ironbus::runtime
