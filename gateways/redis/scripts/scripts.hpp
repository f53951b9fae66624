#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ironbus::redis {

/// What a script does to the store.
enum class effect : uint8_t {
  reads,    ///< Nothing that counts, should the server take no writes.
  changes,  ///< Something that may be lost.
  keeps,    ///< What must not be lost.
};

/// A Lua script as Redis runs it. The texts stand in scripts_<subject>.cpp. Redis runs a script
/// whole or, before its first write, not at all; so each checks everything before it writes.
struct script {
  std::string_view name;
  std::string_view text;
  effect does = effect::reads;
};

extern const script commit_script;          ///< One commit, see `store::apply`.
extern const script mark_published_script;  ///< Forgets what has been published.
extern const script walk_script;            ///< A bounded stretch of a collection, filtered.
extern const script fetch_script;           ///< Rows by their ids.
extern const script count_script;           ///< How many rows have each value in a column.
extern const script announce_script;        ///< Introduces or renews a process.
extern const script withdraw_script;        ///< Takes a process off the list.
extern const script members_script;         ///< All processes that are alive.
extern const script claim_script;           ///< Claims a step.
extern const script take_over_script;       ///< Takes a step over from a dead owner.
extern const script finish_script;          ///< Notes a step's outcome.
extern const script acquire_script;         ///< The next epoch of a shard.
extern const script begin_run_script;       ///< Notes which run of a server this is.
extern const script read_events_script;     ///< A stretch of the log of events.
extern const script trim_events_script;     ///< Forgets the oldest events.

/// All of them, to be loaded when a connection begins.
inline constexpr std::array all_scripts{
    &commit_script,    &mark_published_script, &walk_script,       &fetch_script,
    &count_script,     &announce_script,       &withdraw_script,   &members_script,
    &claim_script,     &take_over_script,      &finish_script,     &acquire_script,
    &begin_run_script, &read_events_script,    &trim_events_script};

}  // namespace ironbus::redis
