#include "ops/ironbusd/roles/driver_role.hpp"

#include "messages/platform/log.hpp"
#include "ops/ironbusd/roles/inspection_role.hpp"

#include <future>

namespace ironbus::daemon {

namespace {

/// Runs the context. A handler that throws is a defect; the other handlers continue.
void serve(boost::asio::io_context& io) {
  for (;;) try {
      io.run();
      return;
    } catch (const std::exception& e) {
      log::error("internal error: a handler of the role driver threw an exception",
                 {{log_key::error, e.what()}});
    }
}

}  // namespace

result<std::unique_ptr<driver_role>> driver_role::make(const settings& settings,
                                                       const policy_ptr& policy,
                                                       const identity& who, bus& messages,
                                                       store& records, const clock& time) {
  std::unique_ptr<driver_role> out{new driver_role};
  out->held_ = std::make_shared<lease>(who.name, who.incarnation);
  auto agents = settings.agents;
  agents.inspection_kernel_params =
      inspection_kernel_params(settings.inspection, policy->service_url);
  auto drivers = build_registry(policy, settings.fake, out->io_, agents, settings.boot, {},
                                settings.ipmi, settings.redfish);
  if (!drivers) return tl::unexpected(drivers.error());
  out->drivers_ = std::make_unique<registry>(std::move(*drivers));
  out->executor_ = std::make_unique<executor>(out->io_, messages, records, records, *out->drivers_,
                                              out->held_, time, policy, settings.executor);
  records.on_restart([listen = out->executor_->restart_listener()](const auto&) { listen(); });
  for (uint16_t i = 0; i < settings.driver_threads; ++i)
    out->threads_.emplace_back([&io = out->io_] { serve(io); });
  return out;
}

driver_role::~driver_role() { end_threads(); }

bool driver_role::stop(std::chrono::milliseconds limit) {
  if (threads_.empty()) return true;
  auto drained = std::make_shared<std::promise<size_t>>();
  auto left = drained->get_future();
  executor_->drain(limit, [drained](size_t steps) { drained->set_value(steps); });
  const bool none_left = left.get() == 0;
  leave_machines();
  end_threads();
  return none_left;
}

/// With a time limit, because machines may not answer and the process must end.
void driver_role::leave_machines() {
  constexpr std::chrono::seconds limit{3};
  constexpr std::chrono::seconds grace{1};
  auto left = std::make_shared<std::promise<void>>();
  auto done = left->get_future();
  drivers_->release_machines(held_->issue(), std::chrono::steady_clock::now() + limit,
                             [left] { left->set_value(); });
  if (done.wait_for(limit + grace) != std::future_status::ready)
    log::warn("drivers did not close their sessions at machines in time");
}

void driver_role::end_threads() {
  work_.reset();
  io_.stop();
  for (auto& x : threads_) x.join();
  threads_.clear();
}

}  // namespace ironbus::daemon
