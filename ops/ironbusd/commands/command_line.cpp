#include "ops/ironbusd/commands/command_line.hpp"

#include "ops/ironbusd/commands/command_tree.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <filesystem>
#include <iostream>

namespace ironbus::daemon {

std::optional<command_line> read_command_line(int argc, const char* const* argv, int& exit_code) {
  command_line out;
  const auto called = std::filesystem::path{argc > 0 ? argv[0] : ""}.filename().string();
  const bool for_operators = called == operators_name;
  const auto app = make_command_tree(out, for_operators ? operators_name : "ironbusd");
  try {
    app->parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    exit_code = app->exit(e) == 0 ? exit_ok : exit_usage;
    return std::nullopt;
  }
  if (for_operators && out.what == command_kind::serve) {
    std::cerr << app->help() << std::flush;
    exit_code = exit_usage;
    return std::nullopt;
  }
  return out;
}

}  // namespace ironbus::daemon
