#pragma once

#include <array>
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
  exit_decides_otherwise = 1,
  exit_store_findings = 1,
  exit_store_unreachable = 2,
};

struct exit_code_row {
  int code;
  std::string_view meaning;
};

/// For the reference and the manual.
inline constexpr std::array exit_codes{
    exit_code_row{exit_ok, "Ended as told (SIGTERM, SIGINT), or the command succeeded."},
    exit_code_row{exit_configuration, "The configuration is not valid; standard error says where."},
    exit_code_row{exit_usage, "The command line is wrong."},
    exit_code_row{exit_start,
                  "Could not start: an address is taken, the data folder cannot be "
                  "made, the SQLite file is in use or of a newer release, the journal "
                  "of fake cannot be opened, too few files may be open. "
                  "`ironbusd record-bmc`: the BMC cannot be read, or the folder not be written."},
    exit_code_row{exit_unfinished,
                  "Told to end, and not done within drain_timeout. Nothing is "
                  "lost: the work goes on elsewhere or after the next start."},
    exit_code_row{
        exit_refused,
        "The gateway refused the request: it does not know the user or the token, or they "
        "may not. `ironbus events`: it cannot be followed for any reason that waiting does "
        "not change."},
    exit_code_row{exit_recorded_in_part,
                  "`ironbusd record-bmc`: a limit ended it; what was read until then is written."},
    exit_code_row{exit_certificate,
                  "`ironbusd certificate`: there is none, or the one to check does not hold."},
    exit_code_row{
        exit_unreachable,
        "`ironbus status`, `why`, `watch`, `node timeline`, `events`: the gateway cannot be "
        "reached, does not prove who it is, or does not answer as one."},
    exit_code_row{
        exit_not_found,
        "The gateway has no such node, or the log no longer has the position of `--since`."},
    exit_code_row{exit_rules_fail,
                  "`ironbus rules test`: the inspection would fail; the trace says by which rule."},
    exit_code_row{exit_decides_otherwise,
                  "`ironbus incident replay`: today's code would decide otherwise. 2: the file "
                  "cannot be used."},
    exit_code_row{exit_store_findings,
                  "`ironbusd store check`, `repair`: something is wrong, or is left that cannot be "
                  "mended."},
    exit_code_row{exit_store_unreachable,
                  "`ironbusd store`: it could not be done; standard error says why."},
    exit_code_row{130, "A second SIGINT while ending: ended at once. 143: a second SIGTERM."},
};

}  // namespace ironbus::daemon
