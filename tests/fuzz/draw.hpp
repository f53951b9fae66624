#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ironbus {

/// Choices made by the fuzzer's bytes; all are 0 after the last byte.
class draw {
public:
  explicit draw(std::string_view bytes) : bytes_{bytes} {}

  uint8_t byte() {
    if (bytes_.empty()) return 0;
    const auto out = static_cast<uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return out;
  }
  /// From 0 to `count` - 1; 0 if `count` is 0.
  size_t below(size_t count) {
    size_t out = byte();
    if (count > 256) out = out << 8 | byte();
    return count == 0 ? 0 : out % count;
  }
  template <class List>
  const auto& item(const List& list) {
    return list[below(std::size(list))];
  }

  bool is_used_up() const { return bytes_.empty(); }
  std::string_view rest() const { return bytes_; }

private:
  std::string_view bytes_;
};

}  // namespace ironbus
