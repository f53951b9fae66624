#include "messages/wire/envelope.hpp"

namespace ironbus {

namespace {

using enum member_kind;

/// An attribute with a fixed value in all our messages; ignored when read.
template <const std::string_view& Value>
void write_fixed(std::string& out, const envelope&) {
  write_json(out, Value);
}
void read_fixed(json_value&, envelope&) {}

constexpr std::string_view spec_version = "1.0";
constexpr std::string_view auth_type = "user";

/// The extension defines it as a string.
void write_sequence(std::string& out, const envelope& x) {
  write_json(out, std::string_view{std::to_string(*x.sequence)});
}

void read_sequence(json_value& source, envelope& envelope) {
  std::string text;
  read_json(source, text);
  const auto* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, envelope.sequence.emplace());
  if (error != std::errc{} || end != last) throw unreadable{"it is not an event number"};
}

void write_seen(std::string& out, const envelope& x) {
  write_json(out, std::string_view{to_text(*x.seen)});
}

void read_seen(json_value& source, envelope& envelope) {
  std::string text;
  read_json(source, text);
  auto seen = decode<seen_access>(text);
  if (!seen) throw unreadable{seen.error().message};
  envelope.seen = std::move(*seen);
}

/// The trace's members are attributes of the message.
template <size_t Number>
const member_codec<trace_context>& trace_member() {
  return members_of(static_cast<const trace_context*>(nullptr))[Number];
}
template <size_t Number>
void write_trace(std::string& out, const envelope& x) {
  trace_member<Number>().write(out, x.trace);
}
template <size_t Number>
void read_trace(json_value& source, envelope& x) {
  trace_member<Number>().read(source, x.trace);
}
template <size_t Number>
bool lacks_trace(const envelope& x) {
  return trace_member<Number>().is_left_out(x.trace);
}

}  // namespace

member_codecs<envelope> members_of(const envelope*) {
  using x = envelope;
  static constexpr auto all = sorted_members(
      coded_member<&x::authid, if_filled>("authid"), coded_member<&x::data, needed>("data"),
      coded_member<&x::expires, if_filled>("expirytime"), coded_member<&x::id, needed>("id"),
      coded_member<&x::lessee, if_filled>("lessee"),
      coded_member<&x::request_id, if_filled>("requestid"), coded_member<&x::source>("source"),
      coded_member<&x::subject>("subject"), coded_member<&x::time, needed>("time"),
      coded_member<&x::type, needed>("type"),
      member_codec<x>{"authtype", write_fixed<auth_type>, read_fixed,
                      [](const x& subject) { return subject.authid.empty(); }},
      member_codec<x>{"seenaccess", write_seen, read_seen,
                      [](const x& owner) { return !owner.seen.has_value(); }},
      member_codec<x>{"sequence", write_sequence, read_sequence,
                      [](const x& owner) { return !owner.sequence.has_value(); }},
      member_codec<x>{"specversion", write_fixed<spec_version>, read_fixed},
      member_codec<x>{"traceparent", write_trace<0>, read_trace<0>, lacks_trace<0>},
      member_codec<x>{"tracestate", write_trace<1>, read_trace<1>, lacks_trace<1>});
  return all;
}

std::string encode_envelope(const envelope& x) { return to_text(x); }

result<envelope> decode_envelope(std::string_view text) {
  auto out = decode<envelope>(text);
  if (!out)
    return fail(error_code::invalid, "the message is not a CloudEvent: " + out.error().message);
  return out;
}

}  // namespace ironbus
