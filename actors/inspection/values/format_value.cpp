#include "actors/inspection/values/format_value.hpp"

#include "actors/inspection/values/textual.hpp"

#include <array>
#include <charconv>
#include <cstdio>

namespace ironbus::inspection {

namespace {

constexpr size_t width_max = 1000;

struct form_spec {
  std::string fill = " ";
  char align = 0;  ///< '<', '>', '^', '='; 0: the default of the type.
  char sign = '-';
  size_t width = 0;
  char grouping = 0;
  std::optional<size_t> precision;
  char type = 0;
};

bool is_align(char c) { return c == '<' || c == '>' || c == '^' || c == '='; }

/// Reads digits; false if the number exceeds every allowed width.
bool take_number(std::string_view& rest, size_t& out) {
  const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), out);
  if (read.ec == std::errc::invalid_argument) return true;  // none
  rest.remove_prefix(static_cast<size_t>(read.ptr - rest.data()));
  return read.ec == std::errc{} && out <= width_max;
}

bool take_one(std::string_view& rest, std::string_view allowed, char& out) {
  if (rest.empty() || allowed.find(rest[0]) == std::string_view::npos) return false;
  out = rest[0];
  rest.remove_prefix(1);
  return true;
}

std::optional<form_spec> read_form(std::string_view rest) {
  form_spec out;
  if (rest.size() > 1 && is_align(rest[1])) {
    out.fill = rest[0];
    rest.remove_prefix(1);
  }
  take_one(rest, "<>^=", out.align);
  take_one(rest, "+- ", out.sign);
  char zero = 0;
  if (take_one(rest, "0", zero)) {
    if (out.align == 0) out.align = '=';
    out.fill = "0";
  }
  if (!take_number(rest, out.width)) return std::nullopt;
  take_one(rest, ",_", out.grouping);
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    if (rest.empty() || rest[0] < '0' || rest[0] > '9') return std::nullopt;
    out.precision.emplace();
    if (!take_number(rest, *out.precision)) return std::nullopt;
  }
  take_one(rest, "sdxXobfFeEgG%", out.type);
  if (!rest.empty()) return std::nullopt;
  return out;
}

/// Counts code points, not bytes.
size_t length_of(std::string_view text) {
  size_t out = 0;
  for (const char c : text) out += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return out;
}

std::string cut(const std::string& text, size_t characters) {
  size_t end = 0;
  for (size_t seen = 0; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U && seen++ == characters) break;
  return text.substr(0, end);
}

std::string repeated(const std::string& fill, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += fill;
  return out;
}

std::string padded(const form_spec& form, char usual, const std::string& sign,
                   const std::string& body) {
  const auto length = length_of(sign) + length_of(body);
  const auto missing = form.width > length ? form.width - length : 0;
  switch (form.align != 0 ? form.align : usual) {
    case '>': return repeated(form.fill, missing) + sign + body;
    case '=': return sign + repeated(form.fill, missing) + body;
    case '^':
      return repeated(form.fill, missing / 2) + sign + body +
             repeated(form.fill, missing - missing / 2);
    default: return sign + body + repeated(form.fill, missing);
  }
}

std::optional<std::string> of_text(const form_spec& form, const std::string& text) {
  if (form.align == '=' || form.sign != '-' || form.grouping != 0) return std::nullopt;
  if (form.type != 0 && form.type != 's') return std::nullopt;
  return padded(form, '<', "", form.precision ? cut(text, *form.precision) : text);
}

std::string grouped(const std::string& digits, char mark) {
  if (mark == 0) return digits;
  const auto whole = std::min(digits.find_first_of(".e%"), digits.size());
  std::string out;
  for (size_t i = 0; i < whole; ++i) {
    if (i > 0 && (whole - i) % 3 == 0) out += mark;
    out += digits[i];
  }
  return out + digits.substr(whole);
}

std::string sign_of(const form_spec& form, bool negative) {
  if (negative) return "-";
  return form.sign == '-' ? "" : std::string{form.sign};
}

int base_of(char type) {
  switch (type) {
    case 'x':
    case 'X': return 16;
    case 'o': return 8;
    case 'b': return 2;
    default: return 10;
  }
}

std::optional<std::string> of_integer(const form_spec& form, bool negative, uint64_t size) {
  if (form.precision) return std::nullopt;
  std::array<char, 72> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), size, base_of(form.type)).ptr;
  std::string body{digits.data(), end};
  if (form.type == 'X')
    for (auto& c : body) c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
  return padded(form, '>', sign_of(form, negative), grouped(body, form.grouping));
}

std::optional<std::string> of_real_number(const form_spec& form, double number) {
  const bool negative = number < 0;
  const double size = negative ? -number : number;
  std::string body;
  if (form.type == 0 && !form.precision) {
    body = textual(json(size));
  } else {
    const bool percent = form.type == '%';
    const char type = percent ? 'f' : form.type == 0 ? 'g' : form.type;
    const std::array<char, 5> pattern{'%', '.', '*', type, 0};
    std::array<char, 1500> digits{};
    // The pattern is one of six, and width_max limits the width of the output.
    std::snprintf(digits.data(), digits.size(), pattern.data(),
                  static_cast<int>(form.precision.value_or(6)), percent ? size * 100 : size);
    body = digits.data();
    if (percent) body += '%';
  }
  return padded(form, '>', sign_of(form, negative), grouped(body, form.grouping));
}

std::optional<std::string> of_number(const form_spec& form, const json& document) {
  if (form.type == 's') return std::nullopt;
  const bool real_form =
      form.type != 0 && std::string_view{"fFeEgG%"}.find(form.type) != std::string_view::npos;
  if (document.is_boolean()) return of_number(form, json(document.get<bool>() ? 1 : 0));
  if (document.is_number_float() || real_form) {
    if (form.type != 0 && !real_form) return std::nullopt;
    return of_real_number(form, document.get<double>());
  }
  if (document.is_number_unsigned()) return of_integer(form, false, document.get<uint64_t>());
  const auto value = document.get<int64_t>();
  const auto size = static_cast<uint64_t>(value);
  return of_integer(form, value < 0, value < 0 ? 0 - size : size);
}

}  // namespace

std::optional<std::string> format_value(const json& value, std::string_view form) {
  if (form.empty()) return textual(value);
  const auto read = read_form(form);
  if (!read) return std::nullopt;
  if (value.is_string()) return of_text(*read, value.get_ref<const std::string&>());
  if (value.is_number() || value.is_boolean()) return of_number(*read, value);
  return std::nullopt;  // null, lists and objects have no format
}

std::string convert(const json& value, char conversion) {
  return conversion == 's' ? textual(value) : quoted(value);
}

}  // namespace ironbus::inspection
