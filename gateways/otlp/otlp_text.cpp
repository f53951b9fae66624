#include "gateways/otlp/otlp_text.hpp"

#include "messages/base/json_writer.hpp"
#include "messages/base/overloaded.hpp"
#include "messages/base/secrets.hpp"

#include <charconv>

namespace ironbus::otlp {

namespace {

constexpr size_t text_bytes_max = 1024;
constexpr size_t attributes_max = 32;
constexpr json_limits answer_limits{.bytes = 64 * 1024, .depth = 16};
/// The number in the schema. A successful span has no status.
constexpr int status_error = 2;

void write_text(std::string& out, std::string text) {
  auto shown = mask_text(std::move(text));
  if (shown.size() > text_bytes_max) shown.resize(text_bytes_max);
  make_utf8(shown);  // Also if a character was cut in two.
  write_json(out, std::string_view{shown});
}

void write_member(std::string& out, std::string_view name, std::string_view value) {
  ((out += ",\"") += name) += "\":";
  write_json(out, value);
}

void write_attribute(std::string& out, std::string_view key,
                     const std::variant<std::string, int64_t>& value) {
  out += "{\"key\":";
  write_json(out, key);
  out += ",\"value\":{";
  std::visit(overloaded{[&](const std::string& x) {
                          out += "\"stringValue\":";
                          write_text(out, x);
                        },
                        [&](int64_t x) { out += "\"intValue\":\"" + std::to_string(x) + "\""; }},
             value);
  out += "}}";
}

template <class Items, class Write>
void write_list(std::string& out, const Items& items, Write write) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!std::exchange(first, false)) out += ',';
    write(item);
  }
  out += ']';
}

std::string nanoseconds(timestamp x) {
  return std::to_string(std::max<int64_t>(0, x.time_since_epoch().count())) + "000";
}

/// Writes the ids as the first members, without a leading comma.
void write_ids(std::string& out, const trace_context& x) {
  out += "{\"traceId\":\"" + to_hex(x.trace) + "\",\"spanId\":\"" + to_hex(x.span) + "\"";
  if (!x.state.empty()) write_member(out, "traceState", x.state);
}

void write_status(std::string& out, const std::optional<std::string>& error) {
  if (!error) return;
  out += ",\"status\":{\"code\":" + std::to_string(status_error) + ",\"message\":";
  write_text(out, *error);
  out += '}';
}

void write_span(std::string& out, const tracing::span& span) {
  write_ids(out, span.self);
  if (span.parent != decltype(span.parent){})
    write_member(out, "parentSpanId", to_hex(span.parent));
  out += ",\"name\":";
  write_text(out, span.name);
  out += ",\"kind\":" + std::to_string(static_cast<int>(span.how));
  write_member(out, "startTimeUnixNano", nanoseconds(span.begin));
  write_member(out, "endTimeUnixNano", nanoseconds(std::max(span.begin, span.end)));
  out += ",\"attributes\":";
  write_list(out,
             std::span{span.attributes}.first(std::min(attributes_max, span.attributes.size())),
             [&](const auto& one) { write_attribute(out, one.key, one.value); });
  out += ",\"links\":";
  write_list(out, span.links, [&](const auto& one) {
    write_ids(out, one);
    out += '}';
  });
  write_status(out, span.error);
  out += '}';
}

void write_resource(std::string& out, const resource& service) {
  const std::array<std::pair<std::string_view, std::string>, 4> all{{
      {"service.name", service.name},
      {"service.instance.id", service.instance},
      {"host.name", service.host},
      {"ironbus.roles", service.roles},
  }};
  out += "{\"resource\":{\"attributes\":";
  write_list(out, all, [&](const auto& one) { write_attribute(out, one.first, one.second); });
  out += '}';
}

}  // namespace

std::string export_request(const resource& service, std::span<const tracing::span> spans) {
  std::string out = "{\"resourceSpans\":[";
  out.reserve(512 * (1 + spans.size()));
  write_resource(out, service);
  out += ",\"scopeSpans\":[{\"scope\":{\"name\":\"ironbus\"},\"spans\":";
  write_list(out, spans, [&](const auto& one) { write_span(out, one); });
  out += "}]}]}";
  return out;
}

uint64_t rejected_spans(std::string_view answer) {
  const auto document = parse_json(std::string{answer}, answer_limits);
  if (!document || !document->is_object()) return 0;
  const auto partial = document->find("partialSuccess");
  if (partial == document->end() || !partial->is_object()) return 0;
  const auto number = partial->find("rejectedSpans");
  if (number == partial->end()) return 0;
  if (number->is_number_unsigned()) return number->get<uint64_t>();
  uint64_t out = 0;
  if (const auto* text = number->get_ptr<const std::string*>())
    std::from_chars(text->data(), text->data() + text->size(), out);
  return out;
}

}  // namespace ironbus::otlp
