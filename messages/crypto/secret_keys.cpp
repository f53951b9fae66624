#include "messages/crypto/secret_keys.hpp"

#include "messages/base/text.hpp"
#include "messages/crypto/base64.hpp"

#include <openssl/rand.h>

#include <new>
#include <utility>
#include <variant>

namespace ironbus {

namespace {

constexpr size_t keys_max = 64;
constexpr std::string_view key_blanks = " \t\r";

std::string_view without_comment(std::string_view line) {
  return trim(line.substr(0, line.find('#')), key_blanks);
}

std::string_view unquoted_entry(std::string_view x) {
  const bool quoted =
      x.size() >= 2 && (x.front() == '"' || x.front() == '\'') && x.back() == x.front();
  return quoted ? x.substr(1, x.size() - 2) : x;
}

tl::unexpected<failure> bad_line(size_t number, const std::string& why) {
  return fail(error_code::invalid, "Line " + std::to_string(number) + " " + why +
                                       "; allowed: ID: BASE64 OF 32 BYTES, as `ironbusd secrets "
                                       "new-key` prints it.");
}

/// Adds the entry of a line.
result<std::monostate> add_line(std::string_view line, size_t number, secret_key_ring& out,
                                bool& first) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return bad_line(number, "has no colon");
  const auto id = unquoted_entry(trim(line.substr(0, colon), key_blanks));
  const auto text = unquoted_entry(trim(line.substr(colon + 1), key_blanks));
  if (id == clear_key_id) {
    if (!first || !text.empty())
      return bad_line(number, "has the id 'clear', which is for a first entry without a key");
    first = false;
    return {};
  }
  auto bytes = from_base64(text);
  if (!bytes || bytes->size() != 32) return bad_line(number, "has no key of 32 bytes in base64");
  if (out.keys.size() >= keys_max) return bad_line(number, "is one key too many (at most 64)");
  if (std::exchange(first, false)) out.writes_with = id;
  out.keys.push_back({std::string{id}, *std::move(bytes)});
  return {};
}

}  // namespace

result<secret_key_ring> parse_secret_keys(std::string_view text) {
  secret_key_ring out;
  bool first = true;
  for (size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    const auto line = without_comment(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line == "---") continue;
    if (auto added = add_line(line, number, out, first); !added)
      return tl::unexpected(added.error());
  }
  if (out.keys.empty()) return fail(error_code::invalid, "There is no key in it.");
  return out;
}

std::string new_secret_key_line(std::string_view id) {
  std::string bytes(32, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size())) !=
      1)
    throw std::bad_alloc{};
  return std::string{id} + ": " + to_base64(bytes) + "\n";
}

}  // namespace ironbus
