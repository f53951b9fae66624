#include "actors/node/calls/console_lines.hpp"

#include "messages/base/secrets.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t lines_max = 10;
constexpr size_t bytes_max = 1024;
constexpr size_t read_max = 16 * 1024;  ///< Limit of the text that is examined.
constexpr char escape = '\x1b';

bool is_printable(char x) { return x >= ' ' && x <= '~'; }

/// The length of the escape sequence at the start: ESC [ … letter, or ESC and one character.
size_t length_of_escape(std::string_view text) {
  if (text.size() < 2 || text[1] != '[') return std::min<size_t>(text.size(), 2);
  const auto end = std::find_if(text.begin() + 2, text.end(), [](char x) { return x >= '@'; });
  return static_cast<size_t>(end - text.begin()) + (end == text.end() ? 0 : 1);
}

/// Lines end with CR or LF; lines without a letter are dropped.
std::string plain_lines(std::string_view text) {
  std::string out;
  size_t begin = 0;  // of the line
  const auto end_line = [&] {
    out.erase(std::max(begin, out.find_last_not_of(' ') + 1));
    if (out.size() > begin) out += '\n';
    begin = out.size();
  };
  for (size_t i = 0; i < text.size();) {
    const auto letter = text[i];
    if (letter == '\n' || letter == '\r') end_line();
    if (letter == '\t') out += ' ';
    if (is_printable(letter)) out += letter;
    i += letter == escape ? length_of_escape(text.substr(i)) : 1;
  }
  end_line();
  return out;
}

/// The offset of the last lines.
size_t offset_of_last_lines(std::string_view lines) {
  size_t out = lines.size();
  for (size_t count = 0; out > 0; --out)
    if (lines[out - 1] == '\n' && ++count > lines_max) break;
  return out;
}

}  // namespace

std::string last_console_lines(std::string_view text) {
  auto out = mask_text(plain_lines(text.substr(text.size() - std::min(text.size(), read_max))));
  out.erase(0, offset_of_last_lines(out));
  if (!out.empty()) out.pop_back();
  out.erase(0, out.size() - std::min(out.size(), bytes_max));
  return out;
}

}  // namespace ironbus
