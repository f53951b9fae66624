#include "drivers/fake/fake_delay.hpp"

#include <charconv>
#include <cmath>
#include <optional>

namespace ironbus {

namespace {

uint64_t hash(uint64_t state, std::string_view text) {
  for (unsigned char c : text) {
    state ^= c;
    state *= 1099511628211ULL;
  }
  return state;
}

/// Spreads a hash over all bits and maps it to [0, 1).
double unit(uint64_t hash) {
  hash ^= hash >> 30;
  hash *= 0xbf58476d1ce4e5b9ULL;
  hash ^= hash >> 27;
  hash *= 0x94d049bb133111ebULL;
  hash ^= hash >> 31;
  return static_cast<double>(hash >> 11) * 0x1.0p-53;
}

std::optional<double> number(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  double out = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

}  // namespace

fake_duration fake_seconds(double seconds) {
  return fake_duration{static_cast<int64_t>(std::llround(seconds * 1e6))};
}

fake_duration fake_delay::draw(uint64_t seed, const step_request& request) const {
  if (!random()) return fake_seconds(low_seconds);
  auto state = hash(14695981039346656037ULL ^ seed, request.id.node);
  state = hash(state, claim_key(request.id));
  state = hash(state, request.what.interface + "." + request.what.name);
  const double u = unit(state);
  const double share = u < 0.5 ? std::sqrt(u / 2) : 1 - std::sqrt((1 - u) / 2);
  return fake_seconds(low_seconds + (high_seconds - low_seconds) * share);
}

result<fake_delay> parse_fake_delay(std::string_view option, std::string_view text) {
  const auto comma = text.find(',');
  const auto low = number(text.substr(0, comma));
  const auto high = comma == std::string_view::npos ? low : number(text.substr(comma + 1));
  // Also rejects NaN.
  if (!low || !high || !(*low >= 0 && *low <= *high && *high <= fake_seconds_max))
    return fail(error_code::invalid, std::string{option} + ": '" + std::string{text} +
                                         "' is neither seconds nor a range \"a,b\" within 0 and " +
                                         std::to_string(static_cast<int>(fake_seconds_max)) + ".");
  return fake_delay{*low, *high};
}

}  // namespace ironbus
