#include "drivers/kit/call_span.hpp"

#include "messages/base/host_source.hpp"

namespace ironbus {

namespace {

timestamp wall_time() {
  return std::chrono::floor<std::chrono::microseconds>(host_source::current().system_now());
}

}  // namespace

std::unique_ptr<call_span> call_span::begin(const permit& allowed, std::string_view name) {
  const auto* origin = allowed.origin();
  if (origin == nullptr || !tracing::records(origin->step)) return nullptr;
  return std::unique_ptr<call_span>{new call_span{*origin, name}};
}

call_span::call_span(const call_origin& origin, std::string_view name)
    : what_{tracing::span_in(origin.step, fresh_child_of(origin.step), std::string{name},
                             tracing::kind::client, wall_time())} {
  what_.attributes = {{trace_key::node, origin.node}, {trace_key::step, origin.name}};
}

void call_span::note(std::string_view key, std::string value) {
  what_.attributes.push_back({key, std::move(value)});
}

void call_span::note(std::string_view key, int64_t value) {
  what_.attributes.push_back({key, value});
}

void call_span::fail(std::string type, std::string why) {
  note(trace_key::error_type, std::move(type));
  what_.error = std::move(why);
}

void call_span::end() {
  what_.end = wall_time();
  tracing::write(std::move(what_));
}

}  // namespace ironbus
