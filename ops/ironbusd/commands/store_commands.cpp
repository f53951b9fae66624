#include "ops/ironbusd/commands/store_commands.hpp"

#include "messages/base/secrets.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/roles/ports.hpp"
#include "ops/ironbusd/store_tools/backup.hpp"
#include "ops/ironbusd/store_tools/findings_report.hpp"
#include "ops/ironbusd/store_tools/record_checker.hpp"
#include "ops/ironbusd/store_tools/rekey.hpp"
#include "ops/ironbusd/store_tools/secret_key_file.hpp"

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

int print_rekey(const result<rekey_report>& report, const store_request& asked,
                const settings& values) {
  if (!report) return refuse(report.error());
  const auto kept = std::chrono::ceil<std::chrono::seconds>(values.runtime.event_retention);
  std::cout << (asked.json ? report->as_json() : report->as_text(kept)) << std::flush;
  return report->failures == 0 ? exit_ok : exit_store_findings;
}

int rekey(const store_request& asked, const settings& values) {
  const auto box = read_secret_box(values);
  if (!box) return refuse(box.error());
  const auto opened = open_raw_maintenance(values);
  if (!opened) return refuse(opened.error());
  auto& target = **opened;
  if (asked.only_count) return print_rekey(count_store_secrets(target, box->get()), asked, values);
  if (!*box)
    return refuse({error_code::invalid,
                   "secrets.key_file is not set. To decrypt all secrets, put `clear: \"\"` before "
                   "the first key of the file"});
  return print_rekey(renew_store_secrets(target, **box, asked.forget), asked, values);
}

}  // namespace

int run_store_command(const command_line& command_line, const configuration& configuration) {
  set_secret_words(configuration.values.secret_keys);
  if (command_line.what == command_kind::store_rekey)
    return rekey(command_line.store, configuration.values);
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
