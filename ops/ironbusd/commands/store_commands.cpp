#include "ops/ironbusd/commands/store_commands.hpp"

#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/roles/ports.hpp"
#include "ops/ironbusd/store_tools/backup.hpp"
#include "ops/ironbusd/store_tools/findings_report.hpp"
#include "ops/ironbusd/store_tools/record_checker.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

int refuse(const failure& why) {
  std::cerr << "ironbusd store: " << why.message << std::endl;
  return exit_store_unreachable;
}

int examine(store_maintenance& target, const command_line& asked, uint32_t shards) {
  const bool mend = asked.what == command_kind::store_repair;
  findings_report report{target.name()};
  const auto examined = target.examine(mend, record_checker{shards},
                                       [&](store_finding x) { report.add(std::move(x)); });
  if (!examined) return refuse(examined.error());
  std::cout << (asked.store.json ? report.as_json() : report.as_text()) << std::flush;
  return report.left() == 0 ? exit_ok : exit_store_findings;
}

int back_up(store_maintenance& source, const std::string& file) {
  const auto written = write_backup(source, file);
  if (!written) return refuse(written.error());
  std::cout << source.name() << ": " << written->records << " records in " << file << ", "
            << written->bytes << " bytes" << std::endl;
  return exit_ok;
}

int restore(store_maintenance& target, const std::string& file, uint32_t shards) {
  const auto filled = restore_backup(target, file, shards);
  if (!filled) return refuse(filled.error());
  std::cout << target.name() << ": " << *filled << " records from " << file << std::endl;
  return exit_ok;
}

}  // namespace

int run_store_command(const command_line& command_line, const configuration& configuration) {
  const auto opened = open_maintenance(configuration.values);
  if (!opened) return refuse(opened.error());
  auto& target = **opened;
  const auto shards = configuration.values.policy.shards;
  switch (command_line.what) {
    case command_kind::store_backup: return back_up(target, command_line.store.file);
    case command_kind::store_restore: return restore(target, command_line.store.file, shards);
    default: return examine(target, command_line, shards);
  }
}

}  // namespace ironbus::daemon
