#include "gateways/sqlite/database/packed_texts.hpp"

#include <charconv>
#include <iterator>

namespace ironbus::sqlite {

void pack_text(std::string& out, std::string_view text) {
  char digits[20];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), text.size()).ptr;
  out.append(digits, end).append(1, ':').append(text);
}

std::vector<std::string> unpack_texts(std::string_view packed) {
  std::vector<std::string> found;
  while (!packed.empty()) {
    size_t length = 0;
    const auto* end = packed.data() + packed.size();
    const auto [position, error] = std::from_chars(packed.data(), end, length);
    if (error != std::errc{} || position == end || *position != ':') break;
    if (length > static_cast<size_t>(end - position - 1)) break;
    found.emplace_back(position + 1, length);
    packed.remove_prefix(static_cast<size_t>(position + 1 - packed.data()) + length);
  }
  return found;
}

}  // namespace ironbus::sqlite
