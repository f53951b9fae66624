#include "actors/runtime/webhooks/webhook_metrics.hpp"

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 3> result_names{"delivered", "failed", "gone"};
static_assert(result_names.size() == static_cast<size_t>(delivery_result::count_));

}  // namespace

webhook_metrics::webhook_metrics()
    : deliveries_({"ironbus_webhook_deliveries_total", "Webhook requests, by result."},
                  result_names.size(),
                  [](size_t i) {
                    return metrics::labels{{"result", std::string{result_names.at(i)}}};
                  }),
      lag_(
          metrics::kind::gauge,
          {"ironbus_webhook_lag",
           "Event log positions that a webhook lags behind, shown by the conductor that delivers."},
          [this] { return read(&state::lag); }),
      dead_letters_(metrics::kind::gauge,
                    {"ironbus_webhook_dead_letters",
                     "Dead letters of a webhook, shown by the conductor that delivers."},
                    [this] { return read(&state::dead_letters); }) {}

void webhook_metrics::show(const std::string& uuid, state now) {
  std::lock_guard hold{mutex_};
  states_[uuid] = std::move(now);
}

void webhook_metrics::hide(const std::string& uuid) {
  std::lock_guard hold{mutex_};
  states_.erase(uuid);
}

metrics::samples webhook_metrics::read(uint64_t state::*number) const {
  std::lock_guard hold{mutex_};
  metrics::samples out;
  for (const auto& [uuid, now] : states_)
    out[{{"webhook", now.name}}].value = static_cast<double>(now.*number);
  return out;
}

}  // namespace ironbus
