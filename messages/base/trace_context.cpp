#include "messages/base/trace_context.hpp"

#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"

#include <algorithm>
#include <bit>

namespace ironbus {

namespace {

constexpr size_t version_size = 2;
constexpr size_t trace_at = 3;
constexpr size_t span_at = 36;
constexpr size_t flags_at = 53;
constexpr size_t known_size = 55;  ///< Of version 00: the whole header.
constexpr uint8_t sampled_flag = 1;
constexpr size_t state_bytes_max = 512;
constexpr size_t state_members_max = 32;

/// The specification allows lower case only.
std::optional<uint8_t> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<uint8_t>(c - 'a' + 10);
  return std::nullopt;
}

template <size_t Size>
bool read_hex(std::string_view text, std::array<uint8_t, Size>& out) {
  for (size_t i = 0; i < Size; ++i) {
    const auto high = digit(text[2 * i]);
    const auto low = digit(text[2 * i + 1]);
    if (!high || !low) return false;
    out[i] = static_cast<uint8_t>(*high << 4 | *low);
  }
  return true;
}

/// An id of zeros means "none".
template <size_t Size>
std::array<uint8_t, Size> random_id() {
  std::array<uint8_t, Size> out{};
  while (out == std::array<uint8_t, Size>{}) host_source::current().fill(out);
  return out;
}

// -- tracestate -----------------------------------------------------------------------------------

bool is_key_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '*' ||
         c == '/';
}

bool is_key_part(std::string_view text, size_t longest, bool digit_first) {
  if (text.empty() || text.size() > longest) return false;
  const bool begins =
      (text[0] >= 'a' && text[0] <= 'z') || (digit_first && text[0] >= '0' && text[0] <= '9');
  return begins && std::all_of(text.begin(), text.end(), is_key_letter);
}

/// "vendor", or "tenant@vendor".
bool is_key(std::string_view text) {
  const auto sign = text.find('@');
  if (sign == std::string_view::npos) return is_key_part(text, 256, false);
  return is_key_part(text.substr(0, sign), 241, true) &&
         is_key_part(text.substr(sign + 1), 14, false);
}

bool is_value(std::string_view text) {
  return !text.empty() && text.size() <= 256 && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && c <= '~' && c != ',' && c != '='; });
}

bool is_member(std::string_view text) {
  const auto sign = text.find('=');
  return sign != std::string_view::npos && is_key(text.substr(0, sign)) &&
         is_value(text.substr(sign + 1));
}

std::string_view key_of(std::string_view member) { return member.substr(0, member.find('=')); }

/// False: it breaks the rules.
bool read_members(std::string_view header, std::vector<std::string_view>& out) {
  for (size_t begin = 0; begin <= header.size();) {
    const auto end = std::min(header.find(',', begin), header.size());
    const auto member = trim(header.substr(begin, end - begin));
    begin = end + 1;
    if (member.empty()) continue;  // allowed by the specification
    const bool twice = std::any_of(out.begin(), out.end(), [&](std::string_view other) {
      return key_of(other) == key_of(member);
    });
    if (!is_member(member) || twice || out.size() == state_members_max) return false;
    out.push_back(member);
  }
  return true;
}

// -- texts ----------------------------------------------------------------------------------------

void write_traceparent(std::string& out, const trace_context& x) {
  write_json(out, to_traceparent(x));
}

void read_traceparent(json_value& source, trace_context& out) {
  std::string text;
  read_json(source, text);
  auto read = parse_traceparent(text).value_or(trace_context{});
  read.state = std::move(out.state);
  out = std::move(read);
}

void write_state(std::string& out, const trace_context& x) { write_json(out, x.state); }

void read_state(json_value& source, trace_context& out) {
  std::string text;
  read_json(source, text);
  out.state = join_tracestate({text});
}

}  // namespace

std::optional<trace_context> parse_traceparent(std::string_view text) {
  std::array<uint8_t, 1> version{};
  if (text.size() < known_size || !read_hex(text.substr(0, version_size), version) ||
      version[0] == 0xff)
    return std::nullopt;
  const bool later = version[0] != 0;
  if (text.size() > known_size && (!later || text[known_size] != '-')) return std::nullopt;
  for (const auto place : {trace_at, span_at, flags_at})
    if (text[place - 1] != '-') return std::nullopt;
  trace_context out;
  std::array<uint8_t, 1> flags{};
  const bool readable = read_hex(text.substr(trace_at), out.trace) &&
                        read_hex(text.substr(span_at), out.span) &&
                        read_hex(text.substr(flags_at), flags);
  if (!readable || !out.is_set() || out.span == decltype(out.span){}) return std::nullopt;
  out.sampled = (flags[0] & sampled_flag) != 0;
  return out;
}

std::string to_traceparent(const trace_context& x) {
  return "00-" + to_hex(x.trace) + "-" + to_hex(x.span) + (x.sampled ? "-01" : "-00");
}

std::string join_tracestate(const std::vector<std::string_view>& headers) {
  std::vector<std::string_view> members;
  for (const auto header : headers)
    if (!read_members(header, members)) return {};
  auto out = join(
      members, [](std::string_view x) { return x; }, ",");
  return out.size() > state_bytes_max ? std::string{} : out;
}

trace_context child_of(const trace_context& parent, std::string_view name) {
  if (!parent.is_set()) return {};
  auto out = parent;
  const auto id = derived_uuid(to_traceparent(parent) + " " + std::string{name});
  std::string digits;
  std::copy_if(id.begin(), id.end(), std::back_inserter(digits), [](char c) { return c != '-'; });
  read_hex(digits, out.span);  // contains its version, so it is never 0
  return out;
}

trace_context begin_trace(double ratio) {
  trace_context out;
  out.trace = random_id<16>();
  out.span = random_id<8>();
  // Uses the id, so that all processes with the same ratio sample the same traces.
  uint64_t place = 0;
  for (size_t i = 8; i < out.trace.size(); ++i) place = place << 8 | out.trace[i];
  out.sampled = static_cast<double>(place >> 11) < ratio * static_cast<double>(uint64_t{1} << 53);
  return out;
}

trace_context fresh_child_of(const trace_context& parent) {
  auto out = parent;
  out.span = random_id<8>();
  return out;
}

member_codecs<trace_context> members_of(const trace_context*) {
  using x = trace_context;
  static constexpr auto all =
      sorted_members(member_codec<x>{"traceparent", write_traceparent, read_traceparent,
                                     [](const x& subject) { return !subject.is_set(); }},
                     member_codec<x>{"tracestate", write_state, read_state,
                                     [](const x& subject) { return subject.state.empty(); }});
  return all;
}

}  // namespace ironbus
