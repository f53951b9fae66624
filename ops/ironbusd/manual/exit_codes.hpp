#pragma once

#include "ops/ironbusd/manual/program.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace ironbus::daemon {

enum exit_code : int {
  exit_ok = 0,
  exit_configuration = 1,
  exit_usage = 2,
  exit_start = 3,
  exit_unfinished = 4,
  exit_refused = 5,
  exit_recorded_in_part = 6,
  exit_certificate = 7,
  exit_unreachable = 8,
  exit_not_found = 9,
  exit_rules_fail = 10,
  exit_bmc_fails = 11,
  exit_decides_otherwise = 1,
  exit_store_findings = 1,
  exit_store_unreachable = 2,
};

struct exit_code_row {
  int code;
  std::string_view meaning;
  std::optional<program> only{};  ///< Unset: both programs exit with it.
};

/// For the reference and the manual.
inline constexpr std::array exit_codes{
    exit_code_row{exit_ok, "The command succeeded, or the daemon stopped after SIGTERM or SIGINT."},
    exit_code_row{exit_configuration,
                  "The configuration is invalid; standard error names each error."},
    exit_code_row{exit_usage, "The command line is wrong."},
    exit_code_row{exit_start,
                  "The daemon cannot start: an address is in use, the data folder cannot be "
                  "created, the SQLite file is in use or of a newer release, the journal of fake "
                  "cannot be opened, or the limit of open files is too low. `ironbusd record-bmc`: "
                  "the BMC cannot be read, or the folder cannot be written.",
                  program::ironbusd},
    exit_code_row{exit_unfinished,
                  "The daemon did not stop within drain_timeout. Nothing is lost: the work "
                  "continues in another process or after the next start.",
                  program::ironbusd},
    exit_code_row{exit_refused,
                  "The gateway rejected the request: the user or token is unknown or has no "
                  "permission. `ironbus events`: the events cannot be followed, and waiting does "
                  "not help.",
                  program::ironbus},
    exit_code_row{exit_recorded_in_part,
                  "`ironbusd record-bmc`: a limit stopped the recording; the part read so far is "
                  "written.",
                  program::ironbusd},
    exit_code_row{exit_certificate,
                  "`ironbus certificate`: there is no certificate, or the signature of the given "
                  "one is invalid.",
                  program::ironbus},
    exit_code_row{exit_unreachable,
                  "`ironbus status`, `why`, `watch`, `node timeline`, `node oddities`, `events`: "
                  "the gateway cannot be reached, its certificate is not trusted, or its answer is "
                  "not the API's.",
                  program::ironbus},
    exit_code_row{exit_not_found,
                  "The gateway or the store has no such node, or the log no longer has the "
                  "position of `--since`."},
    exit_code_row{exit_rules_fail,
                  "`ironbus rules test`: the inspection would fail; the trace names the rule.",
                  program::ironbus},
    exit_code_row{exit_bmc_fails,
                  "`ironbusd verify-bmc`: the BMC cannot be reached, rejected the login, or failed "
                  "a check that ironbus needs.",
                  program::ironbusd},
    exit_code_row{exit_decides_otherwise,
                  "`ironbus incident replay`: today's code decides differently. 2: the file cannot "
                  "be used.",
                  program::ironbus},
    exit_code_row{exit_store_findings,
                  "`ironbusd store check`, `repair`: the store has errors, or errors that cannot "
                  "be repaired remain.",
                  program::ironbusd},
    exit_code_row{exit_store_unreachable,
                  "`ironbusd store`: the command failed; standard error gives the reason.",
                  program::ironbusd},
    exit_code_row{130, "A second SIGINT stopped the daemon at once. 143: a second SIGTERM.",
                  program::ironbusd},
};

constexpr bool exits_with(program x, const exit_code_row& row) {
  return !row.only || *row.only == x;
}

}  // namespace ironbus::daemon
