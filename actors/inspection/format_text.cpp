#include "actors/inspection/format_text.hpp"

#include <algorithm>
#include <utility>

namespace ironbus::inspection {

namespace {

constexpr std::string_view conversions = "rsa";

/// Reads the inside of one pair of braces.
class field_reader {
public:
  explicit field_reader(std::string_view text) : rest_(text) {}

  std::optional<placeholder> read() {
    placeholder out;
    if (!read_name(out)) return std::nullopt;
    while (!rest_.empty() && (rest_[0] == '.' || rest_[0] == '['))
      if (!read_step(out)) return std::nullopt;
    if (!read_conversion(out)) return std::nullopt;
    if (rest_.starts_with(':')) {
      out.form = rest_.substr(1);
      rest_ = {};
    }
    if (!rest_.empty()) return std::nullopt;
    return out;
  }

private:
  bool read_name(placeholder& out) {
    auto name = take_until(".[!:");
    if (name.empty()) return false;
    out.path.emplace_back(name);
    return true;
  }

  bool read_step(placeholder& out) {
    const bool bracket = rest_[0] == '[';
    rest_.remove_prefix(1);
    const auto key = take_until(bracket ? "]" : ".[!:");
    if (key.empty()) return false;
    out.path.emplace_back(key);
    if (!bracket) return true;
    if (rest_.empty()) return false;
    rest_.remove_prefix(1);
    return rest_.empty() || std::string_view{".[!:"}.find(rest_[0]) != std::string_view::npos;
  }

  bool read_conversion(placeholder& out) {
    if (!rest_.starts_with('!')) return true;
    if (rest_.size() < 2 || conversions.find(rest_[1]) == std::string_view::npos) return false;
    out.conversion = rest_[1];
    rest_.remove_prefix(2);
    return true;
  }

  std::string_view take_until(std::string_view ends) {
    const auto size = std::min(rest_.find_first_of(ends), rest_.size());
    const auto out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return out;
  }

  std::string_view rest_;
};

class text_reader {
public:
  explicit text_reader(std::string_view text) : rest_(text) {}

  std::optional<format_text> read() {
    while (!rest_.empty())
      if (!read_next()) return std::nullopt;
    flush();
    return std::move(out_);
  }

private:
  bool read_next() {
    const char c = rest_[0];
    if (c != '{' && c != '}') {
      const auto size = std::min(rest_.find_first_of("{}"), rest_.size());
      plain_ += rest_.substr(0, size);
      rest_.remove_prefix(size);
      return true;
    }
    if (rest_.size() > 1 && rest_[1] == c) {
      plain_ += c;
      rest_.remove_prefix(2);
      return true;
    }
    return c == '{' && read_field();
  }

  bool read_field() {
    const auto end = rest_.find_first_of("{}", 1);  // a placeholder within one is not supported
    if (end == std::string_view::npos || rest_[end] == '{') return false;
    auto field = field_reader{rest_.substr(1, end - 1)}.read();
    if (!field) return false;
    flush();
    out_.parts.emplace_back(std::move(*field));
    rest_.remove_prefix(end + 1);
    return true;
  }

  void flush() {
    if (!plain_.empty()) out_.parts.emplace_back(std::exchange(plain_, {}));
  }

  std::string_view rest_;
  std::string plain_;
  format_text out_;
};

}  // namespace

const placeholder* format_text::single() const {
  if (parts.size() != 1) return nullptr;
  const auto* only = std::get_if<placeholder>(&parts[0]);
  return only != nullptr && only->plain() ? only : nullptr;
}

std::optional<format_text> parse_format(std::string_view text) { return text_reader{text}.read(); }

}  // namespace ironbus::inspection
