#pragma once

#include "gateways/otlp/exporter.hpp"
#include "ops/ironbusd/roles/identity.hpp"

#include <memory>

namespace ironbus::daemon {

/// Sends spans to the collector during its lifetime.
class trace_export {
public:
  /// Null: tracing is off.
  static result<std::unique_ptr<trace_export>> start(const settings& settings, const identity& who);

  explicit trace_export(std::shared_ptr<otlp::exporter> sender, double ratio);
  /// Sends waiting spans, for a short time.
  ~trace_export();
  trace_export(const trace_export&) = delete;
  trace_export& operator=(const trace_export&) = delete;

private:
  std::shared_ptr<otlp::exporter> sender_;
};

}  // namespace ironbus::daemon
