#include "ops/ironbusd/roles/trace_export.hpp"

#include "messages/base/text.hpp"
#include "messages/platform/tracing.hpp"

namespace ironbus::daemon {

result<std::unique_ptr<trace_export>> trace_export::start(const settings& settings,
                                                          const identity& who) {
  if (settings.tracing.endpoint.empty()) return nullptr;
  auto made = otlp::exporter::make(
      settings.tracing, {settings.tracing.service_name, who.name + "/" + who.incarnation, who.host,
                         join(settings.roles)});
  if (!made) return tl::unexpected(made.error());
  return std::make_unique<trace_export>(
      std::move(*made), otlp::read_ratio(settings.tracing.sampling_ratio).value_or(1));
}

trace_export::trace_export(std::shared_ptr<otlp::exporter> sender, double ratio)
    : sender_{std::move(sender)} {
  tracing::open([sender = sender_](tracing::span x) { sender->take(std::move(x)); }, ratio);
}

trace_export::~trace_export() {
  tracing::close();
  sender_->end();
}

}  // namespace ironbus::daemon
