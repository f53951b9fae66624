#include "tests/simulation/doubles/live_store.hpp"

namespace ironbus::simulation {

live_store_server::live_store_server(uint64_t seed) {
  const live_loop::hold guard{loop};
  random_stream random{seed};
  server = std::make_unique<simulated_store>(loop.events(), random_stream{random.next()});
  server->set_delay(std::chrono::microseconds{1}, std::chrono::microseconds{20});
  link =
      std::make_unique<store_link>("a test", *server, loop.events(), random_stream{random.next()});
}

live_store::admission live_store::admit() {
  return {.hold = std::make_shared<live_loop::hold>(loop)};
}

void live_store::on_restart(std::function<void(const store_restart&)> listen) {
  const live_loop::hold guard{loop};
  link->on_restart(std::move(listen));
}

}  // namespace ironbus::simulation
