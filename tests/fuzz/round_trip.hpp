#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace ironbus {

/// Checks that the result of reading a text is written so that it reads back equal.
template <class Decode, class Encode>
void check_round_trip(std::string_view text, Decode decode, Encode encode) {
  const auto read = decode(text);
  if (!read) return;
  const auto written = encode(*read);
  const auto again = decode(written);
  if (again && encode(*again) == written) return;
  std::fprintf(stderr, "read:    %s\nwritten: %s\nagain:   %s\n", std::string{text}.c_str(),
               written.c_str(), again ? encode(*again).c_str() : again.error().message.c_str());
  std::abort();
}

}  // namespace ironbus
