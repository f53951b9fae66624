#pragma once

#include "messages/ports/forwarding_store.hpp"
#include "tests/simulation/doubles/live_loop.hpp"
#include "tests/simulation/doubles/simulated_store.hpp"
#include "tests/simulation/doubles/store_link.hpp"

namespace ironbus::simulation {

/// A simulated store with one link, in real time.
struct live_store_server {
  explicit live_store_server(uint64_t seed);

  live_loop loop;
  std::unique_ptr<simulated_store> server;
  std::unique_ptr<store_link> link;
};

/// The same as a store that any thread may use.
class live_store final : private live_store_server, public forwarding_store {
public:
  explicit live_store(uint64_t seed) : live_store_server{seed}, forwarding_store{*link} {}
  ~live_store() override { loop.stop(); }

  void on_restart(std::function<void(const store_restart&)> listen) override;

private:
  admission admit() override;
};

}  // namespace ironbus::simulation
