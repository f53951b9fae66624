#include "ops/ironbusd/fleet_view/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace ironbus::fleet_view {

namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool is_live_terminal() {
  return isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb" && !variable("TERM").empty();
}

bool takes_colours() { return is_live_terminal() && variable("NO_COLOR").empty(); }

terminal::extent terminal::size() const {
  constexpr extent usual{24, 80};
  winsize found{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &found) != 0 || found.ws_row == 0 || found.ws_col == 0)
    return usual;
  return {found.ws_row, found.ws_col};
}

void terminal::draw(const std::vector<std::string>& lines) {
  std::string text;
  if (drawn_ > 0) text += "\x1b[" + std::to_string(drawn_) + "A\r";
  for (const auto& line : lines) text += "\x1b[2K" + line + "\n";
  text += "\x1b[J";
  out_ << text << std::flush;
  drawn_ = lines.size();
}

}  // namespace ironbus::fleet_view
