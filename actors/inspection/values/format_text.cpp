#include "actors/inspection/values/format_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ironbus::inspection {

namespace {

constexpr std::string_view conversions = "rsa";
constexpr std::string_view step_ends = ".[!:";

/// Parses the inside of one pair of braces.
class field_reader {
public:
  explicit field_reader(std::string_view text) : text_(text), rest_(text) {}

  tl::expected<placeholder, format_fault> read() {
    placeholder out;
    bool ok = read_key(out, step_ends, "its name is missing");
    while (ok && !rest_.empty() && (rest_[0] == '.' || rest_[0] == '[')) ok = read_step(out);
    ok = ok && read_conversion(out);
    if (ok && rest_.starts_with(':')) {
      out.form = rest_.substr(1);
      rest_ = {};
    }
    if (ok && !rest_.empty()) ok = wrong("one of . [ ! : or } must follow");
    if (!ok) return tl::unexpected(format_fault{0, text_.size() - rest_.size(), why_});
    return out;
  }

private:
  bool wrong(std::string_view why) {
    why_ = why;
    return false;
  }

  bool read_key(placeholder& out, std::string_view ends, std::string_view else_why) {
    const auto size = std::min(rest_.find_first_of(ends), rest_.size());
    if (size == 0) return wrong(else_why);
    out.path.emplace_back(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return true;
  }

  bool read_step(placeholder& out) {
    const bool bracket = rest_[0] == '[';
    rest_.remove_prefix(1);
    if (!read_key(out, bracket ? "]" : step_ends, "a key is missing")) return false;
    if (!bracket) return true;
    if (rest_.empty()) return wrong("a ] is missing");
    rest_.remove_prefix(1);
    return true;
  }

  bool read_conversion(placeholder& out) {
    if (!rest_.starts_with('!')) return true;
    if (rest_.size() < 2 || conversions.find(rest_[1]) == std::string_view::npos)
      return wrong("r, s or a must follow !");
    out.conversion = rest_[1];
    rest_.remove_prefix(2);
    return true;
  }

  std::string_view text_;
  std::string_view rest_;
  std::string_view why_;
};

class text_reader {
public:
  explicit text_reader(std::string_view text) : text_(text) {}

  tl::expected<format_text, format_fault> read() {
    while (position_ < text_.size())
      if (auto fault = read_next()) return tl::unexpected(*fault);
    flush();
    return std::move(out_);
  }

private:
  using fault_or_none = std::optional<format_fault>;

  fault_or_none read_next() {
    const char c = text_[position_];
    if (c != '{' && c != '}') {
      const auto end = std::min(text_.find_first_of("{}", position_), text_.size());
      plain_ += text_.substr(position_, end - position_);
      position_ = end;
      return {};
    }
    if (text_.substr(position_ + 1).starts_with(c)) {
      plain_ += c;
      position_ += 2;
      return {};
    }
    if (c == '}') return format_fault{position_, position_, "the opening { is missing"};
    return read_field();
  }

  fault_or_none read_field() {
    const auto begin = position_ + 1;
    const auto end = text_.find_first_of("{}", begin);
    if (end == std::string_view::npos)
      return format_fault{position_, text_.size(), "a } is missing"};
    if (text_[end] == '{') return format_fault{position_, end, "a { is not allowed here"};
    auto field = field_reader{text_.substr(begin, end - begin)}.read();
    if (!field) return format_fault{position_, begin + field.error().position, field.error().why};
    flush();
    out_.parts.emplace_back(std::move(*field));
    position_ = end + 1;
    return {};
  }

  void flush() {
    if (!plain_.empty()) out_.parts.emplace_back(std::exchange(plain_, {}));
  }

  std::string_view text_;
  size_t position_ = 0;
  std::string plain_;
  format_text out_;
};

}  // namespace

const placeholder* format_text::single() const {
  if (parts.size() != 1) return nullptr;
  const auto* only = std::get_if<placeholder>(&parts[0]);
  return only != nullptr && only->plain() ? only : nullptr;
}

tl::expected<format_text, format_fault> parse_format(std::string_view text) {
  return text_reader{text}.read();
}

}  // namespace ironbus::inspection
