#include "drivers/image/checksum_file.hpp"

#include "messages/base/text.hpp"

namespace ironbus {

namespace {

constexpr std::string_view blanks = " \t\r";

struct sum_line {
  std::optional<image_sum> sum;
  std::string_view name;
};

std::string_view last_part(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

/// "SHA256 (NAME) = SUM".
sum_line read_tagged(std::string_view line) {
  const auto open = line.find(" (");
  const auto close = line.rfind(") = ");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open + 2)
    return {};
  return {read_sum(trim(line.substr(close + 4), blanks)), line.substr(open + 2, close - open - 2)};
}

/// "SUM  NAME"; the name is empty if the line has only a checksum.
sum_line read_plain(std::string_view line) {
  const auto end = line.find_first_of(blanks);
  sum_line out{read_sum(line.substr(0, end)), {}};
  if (end == std::string_view::npos) return out;
  out.name = trim(line.substr(end), blanks);
  if (out.name.starts_with('*')) out.name.remove_prefix(1);
  return out;
}

sum_line read_line(std::string_view line) {
  auto out = read_tagged(line);
  return out.sum ? out : read_plain(line);
}

/// Removes the first line of a text and returns it.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return trim(line, blanks);
}

}  // namespace

result<image_sum> find_sum(std::string_view text, std::string_view name) {
  std::optional<image_sum> found;
  while (!text.empty()) {
    const auto one = read_line(take_line(text));
    if (!one.sum || (!one.name.empty() && last_part(one.name) != name)) continue;
    const bool same_kind = found && found->algorithm == one.sum->algorithm;
    if (same_kind && found->digits != one.sum->digits)
      return fail(error_code::invalid,
                  "it has two different checksums of '" + std::string{name.substr(0, 100)} + "'");
    if (!found || found->digits.size() < one.sum->digits.size()) found = one.sum;
  }
  if (found) return *found;
  return fail(error_code::invalid,
              "it has no checksum of '" + std::string{name.substr(0, 100)} + "'");
}

}  // namespace ironbus
