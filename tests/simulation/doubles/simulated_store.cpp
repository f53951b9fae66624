#include "tests/simulation/doubles/simulated_store.hpp"

#include "tests/simulation/doubles/store_session.hpp"

namespace ironbus::simulation {

simulated_store::simulated_store(event_loop& loop, random_stream random, options how)
    : loop_{loop}, random_{random}, how_{how}, content_{loop, how.undo_kept} {}

void simulated_store::crash() {
  if (!up_) return;
  up_ = false;
  crashed_ = loop_.now();
  for (const auto& session : sessions_) session->server_gone(random_);
}

void simulated_store::start(std::chrono::nanoseconds lost) {
  if (up_) return;
  if (lost.count() > 0) content_.forget_after(crashed_ - lost);
  ++run_;
  up_ = true;
}

void simulated_store::fail_over(std::chrono::nanoseconds lag) {
  crash();
  start(lag);
}

void simulated_store::add(std::shared_ptr<store_session> session) {
  std::erase_if(sessions_, [](const auto& known) { return known->over(); });
  sessions_.push_back(std::move(session));
}

}  // namespace ironbus::simulation
