#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ironbus::redis {

/// The effect of a script on the store.
enum class effect : uint8_t {
  reads,    ///< No relevant change, even if the server rejects writes.
  changes,  ///< A change that may be lost.
  keeps,    ///< A change that must not be lost.
};

/// A Lua script for Redis. The texts are in scripts_<subject>.cpp. Redis runs a script completely
/// or, before its first write, not at all. So each script checks everything before it writes.
struct script {
  std::string_view name;
  std::string_view text;
  effect does = effect::reads;
};

extern const script commit_script;          ///< One commit, see `store::apply`.
extern const script mark_published_script;  ///< Deletes published outbox entries.
extern const script walk_script;            ///< A limited, filtered part of a collection.
extern const script fetch_script;           ///< Rows by their ids.
extern const script count_script;           ///< The number of rows per value of a column.
extern const script announce_script;        ///< Adds or renews a member.
extern const script withdraw_script;        ///< Removes a member.
extern const script members_script;         ///< All live members.
extern const script claim_script;           ///< Claims a step.
extern const script take_over_script;       ///< Takes over a step of a dead owner.
extern const script finish_script;          ///< Stores a step's outcome.
extern const script acquire_script;         ///< The next epoch of a shard.
extern const script begin_run_script;       ///< Records which run of the server this is.
extern const script read_events_script;     ///< A part of the event log.
extern const script trim_events_script;     ///< Deletes the oldest events.

/// All scripts, loaded when a connection starts.
inline constexpr std::array all_scripts{
    &commit_script,    &mark_published_script, &walk_script,       &fetch_script,
    &count_script,     &announce_script,       &withdraw_script,   &members_script,
    &claim_script,     &take_over_script,      &finish_script,     &acquire_script,
    &begin_run_script, &read_events_script,    &trim_events_script};

}  // namespace ironbus::redis
