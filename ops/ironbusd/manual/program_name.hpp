#pragma once

#include <string>
#include <string_view>

namespace ironbus::manual {

/// `text` with `name` in place of each PROGRAM.
inline std::string with_program(std::string_view text, std::string_view name) {
  static constexpr std::string_view mark = "PROGRAM";
  std::string out{text};
  for (auto place = out.find(mark); place != std::string::npos;
       place = out.find(mark, place + name.size()))
    out.replace(place, mark.size(), name);
  return out;
}

}  // namespace ironbus::manual
