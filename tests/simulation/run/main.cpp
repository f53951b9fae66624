#include "messages/base/time.hpp"
#include "messages/platform/log.hpp"
#include "tests/simulation/run/shrink.hpp"
#include "tests/simulation/run/simulation_run.hpp"

#include <CLI/CLI.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <iostream>

using namespace ironbus;
using namespace ironbus::simulation;

namespace {

using host_clock = std::chrono::steady_clock;

struct wanted_runs {
  run_options one;
  uint64_t first = 1;
  uint64_t seeds = 1;
  double minutes = 0;  ///< Starts no seed after that time, unless 0.
  uint32_t jobs = 1;
  std::vector<uint32_t> keep;  ///< Numbers of faults; empty: all.
  bool no_shrink = false;
  bool until_failure = false;  ///< Stops at the first failed seed, without shrinking it.
};

/// Writes one line atomically, even if several processes write.
void write_line(const json& what) {
  static std::FILE* const lock = std::tmpfile();
  const auto text = ironbus::to_text(what) + "\n";
  if (::lockf(::fileno(lock), F_LOCK, 0) != 0) std::abort();
  std::cout << text << std::flush;
  if (::lockf(::fileno(lock), F_ULOCK, 0) != 0) std::abort();
}

json report_of(const run_report& x, double seconds) {
  return {{"seed", x.seed},
          {"lives", x.lives},
          {"events", x.events},
          {"commits", x.commits},
          {"steps", x.steps},
          {"claims", x.claims},
          {"rules", x.rules},
          {"seconds", seconds},
          {"virtual_seconds", x.virtual_time / std::chrono::seconds{1}},
          {"violations", x.violations}};
}

std::vector<fault> wanted_faults(const wanted_runs& wanted) {
  auto out = faults_of(wanted.one);
  if (!wanted.keep.empty())
    std::erase_if(out, [&](const fault& x) {
      return std::find(wanted.keep.begin(), wanted.keep.end(), x.number) == wanted.keep.end();
    });
  return out;
}

/// Finds the faults needed for a violation, and the command that reproduces it.
json explain(const wanted_runs& wanted, std::vector<fault> faults, const std::string& violation) {
  if (!wanted.no_shrink)
    faults = shrink(std::move(faults), [&](const std::vector<fault>& fewer) {
      const auto found = simulate(wanted.one, fewer).violations;
      return !found.empty() && is_same_kind(found.front(), violation);
    });
  json needs = json::array();
  std::string numbers;
  for (const auto& x : faults) {
    needs.push_back(to_text(x));
    numbers += (numbers.empty() ? "" : ",") + std::to_string(x.number);
  }
  return {{"seed", wanted.one.seed},
          {"needs", std::move(needs)},
          {"again", "ops/simulate --from " + std::to_string(wanted.one.seed) +
                        (numbers.empty() ? " --faults 0" : " --keep " + numbers)}};
}

bool run_one(const wanted_runs& wanted) {
  const auto began = host_clock::now();
  const auto faults = wanted_faults(wanted);
  const auto report = simulate(wanted.one, faults);
  const std::chrono::duration<double> took = host_clock::now() - began;
  write_line(report_of(report, took.count()));
  if (report.violations.empty()) return true;
  if (!wanted.until_failure) write_line(explain(wanted, faults, report.violations.front()));
  return false;
}

/// Runs every n-th seed, so that several processes share them.
int run_share(wanted_runs wanted, uint64_t share) {
  const auto end = host_clock::now() + std::chrono::duration<double>{60 * wanted.minutes};
  int status = 0;
  for (auto i = share; i < wanted.seeds; i += wanted.jobs) {
    if (wanted.minutes > 0 && host_clock::now() > end) break;
    wanted.one.seed = wanted.first + i;
    if (run_one(wanted)) continue;
    status = 1;
    if (wanted.until_failure) break;
  }
  return status;
}

/// Runs in several processes, because a simulation replaces the clocks of its whole process.
int run_all(const wanted_runs& wanted) {
  if (wanted.jobs == 1) return run_share(wanted, 0);
  std::vector<pid_t> children;
  for (uint32_t i = 0; i < wanted.jobs; ++i) {
    const auto child = ::fork();
    if (child < 0) return 2;
    if (child == 0) ::_exit(run_share(wanted, i));
    children.push_back(child);
  }
  int worst = 0;
  bool ended_by_us = false;
  int how = 0;
  for (pid_t child = ::wait(&how); child > 0; child = ::wait(&how)) {
    std::erase(children, child);
    if (!ended_by_us) worst = std::max(worst, WIFEXITED(how) ? WEXITSTATUS(how) : 2);
    if (worst == 0 || !wanted.until_failure) continue;
    ended_by_us = true;
    for (const auto other : children) ::kill(other, SIGKILL);
  }
  return worst;
}

/// Writes log records with the virtual time of their process to stderr.
void open_log(const std::string& level) {
  if (level == "off") return;
  log::open(
      [](const log::record& record) {
        std::cerr << to_string(system_clock{}.now()) << " " << to_string(record.how) << " "
                  << record.message;
        for (const auto& field : record.fields)
          std::cerr << " " << field.key.name << "=" << field.value;
        std::cerr << "\n";
      },
      log::level_from(level), {0, std::chrono::milliseconds{0}});
}

}  // namespace

/// Writes a line of JSON for each seed, and a second one for a failed seed with the faults that it
/// needs. Exit status: 1 if a seed failed, 2 if a process died.
int main(int count, char** arguments) {
  CLI::App app{"Simulates whole clusters in virtual time, one for each seed."};
  wanted_runs wanted;
  std::string level = "off";
  app.add_option("--from", wanted.first, "The first seed")->capture_default_str();
  app.add_option("--seeds", wanted.seeds, "How many seeds")->capture_default_str();
  app.add_option("--minutes", wanted.minutes, "Begin no further seed after that time; 0: no limit");
  app.add_option("--jobs", wanted.jobs, "Seeds at a time, in a process each")
      ->check(CLI::Range(1, 64));
  app.add_option("--operators", wanted.one.operators, "Nodes at a time")->capture_default_str();
  app.add_option("--lives", wanted.one.lives, "Lives of each operator, one after the other")
      ->capture_default_str();
  app.add_option("--faults", wanted.one.faults, "Faults in each run")->capture_default_str();
  app.add_option("--keep", wanted.keep, "Only these faults of the plan, by their numbers")
      ->delimiter(',');
  app.add_option("--log", level, "Level of the service's log: off, error, warn, info, debug");
  app.add_flag("--no-shrink", wanted.no_shrink, "Do not look for the fewest faults that it takes");
  app.add_flag("--until-failure", wanted.until_failure,
               "End with the first seed that fails, and do not look into it");
  CLI11_PARSE(app, count, arguments);
  open_log(level);
  return run_all(wanted);
}
