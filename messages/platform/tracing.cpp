#include "messages/platform/tracing.hpp"

#include <atomic>
#include <memory>

namespace ironbus::tracing {

namespace {

struct opened {
  sink receiver;
  double ratio;
};

std::atomic<bool> is_open{false};

std::atomic<std::shared_ptr<const opened>>& now() {
  static std::atomic<std::shared_ptr<const opened>> out;
  return out;
}

}  // namespace

span span_in(const trace_context& parent, trace_context self, std::string name, kind how,
             timestamp begin) {
  span out;
  out.self = std::move(self);
  if (parent.trace == out.self.trace) out.parent = parent.span;
  out.name = std::move(name);
  out.how = how;
  out.begin = begin;
  return out;
}

void open(sink receiver, double ratio) {
  now() = std::make_shared<const opened>(opened{std::move(receiver), ratio});
  is_open = true;
}

void close() {
  is_open = false;
  now().store(nullptr);
}

bool is_on() { return is_open.load(std::memory_order_relaxed); }

double sampling_ratio() {
  const auto opened = now().load();
  return opened ? opened->ratio : 0;
}

void add_ids(std::vector<log::field>& fields, const trace_context& x) {
  if (!x.is_set()) return;
  fields.push_back({log_key::trace_id, to_hex(x.trace)});
  fields.push_back({log_key::span_id, to_hex(x.span)});
}

void write(span x) {
  if (const auto opened = now().load()) opened->receiver(std::move(x));
}

}  // namespace ironbus::tracing
