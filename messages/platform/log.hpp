#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

// The log of the service. A record is a message and fields. A field has a key that is declared here
// and any text as value. No reader extracts fields from texts, so texts of machines or clients
// cannot forge fields.
namespace ironbus::log {

struct key {
  std::string_view name;
  std::string_view description;
};

}  // namespace ironbus::log

namespace ironbus::log_key {

inline constexpr log::key node{"node", "UUID of the node, or TYPE/UUID of the record."};
inline constexpr log::key revision{"revision",
                                   "Version of the node in the store after the change."};
inline constexpr log::key from_state{"from", "The previous provision state."};
inline constexpr log::key verb{
    "verb", "Verb or event that moved the node, as in docs/reference/states.md."};
inline constexpr log::key to_state{"to", "The new provision state."};
inline constexpr log::key user{"user", "The authenticated user."};
inline constexpr log::key step{"step", "The step, INTERFACE.NAME."};
inline constexpr log::key claim{"claim", "Name of the step's claim in the store."};
inline constexpr log::key worker{"worker", "A driver worker, NAME/INCARNATION."};
inline constexpr log::key error{"error", "What went wrong."};
inline constexpr log::key method{"method", "Method of the request."};
inline constexpr log::key path{"path", "Path of the request, without its query."};
inline constexpr log::key request_id{"request_id", "Id of the request; its response has the same."};
inline constexpr log::key global_request_id{"global_request_id",
                                            "Request id that the client sent."};
inline constexpr log::key trace_id{"trace_id", "Id of the trace."};
inline constexpr log::key span_id{"span_id", "Id of the span in the trace."};
inline constexpr log::key message_id{"message_id", "Id of a bus message."};
inline constexpr log::key type{"type", "Type of the message."};
inline constexpr log::key queue{"queue", "The message's queue."};
inline constexpr log::key name{"name", "Name of a node, or of a process."};
inline constexpr log::key incarnation{"incarnation", "Distinguishes the starts of that process."};
inline constexpr log::key roles{"roles", "Roles of the process."};
inline constexpr log::key bus{"bus", "The bus, without its password."};
inline constexpr log::key store{"store", "The store, without its password."};
inline constexpr log::key state{"state", "State of the connection."};
inline constexpr log::key reason{"reason", "Why it is in that state."};
inline constexpr log::key host{"host", "Address of a server."};
inline constexpr log::key port{"port", "Port of a server."};
inline constexpr log::key durability{"durability", "What an acknowledged write survives."};
inline constexpr log::key file{"file", "A file of the host."};
inline constexpr log::key line{"line", "A line in that file."};
inline constexpr log::key count{"count", "Number of things that the message names."};
inline constexpr log::key repeated{"repeated",
                                   "How often this record was repeated without being written."};
inline constexpr log::key signal{"signal", "The signal that ends the process."};
inline constexpr log::key seconds{"seconds", "A time limit."};
inline constexpr log::key client{"client", "Address of the client of a request."};
inline constexpr log::key project{"project", "Id of the user's project."};
inline constexpr log::key user_roles{"user_roles", "Roles of the user."};
inline constexpr log::key proof{
    "proof", "How the user proved the name: a value of the option api.auth_strategy."};
inline constexpr log::key rule{"rule", "The policy rule of the request."};
inline constexpr log::key object{"object", "Name or UUID that the path contains."};
inline constexpr log::key outcome{"outcome", "success, failure or denied."};
inline constexpr log::key status{"status", "Status of the response."};

/// All keys except time, level and msg, which every record has.
inline constexpr std::array all{
    node,       step,       claim,       worker,
    error,      method,     path,        request_id,
    type,       message_id, queue,       name,
    roles,      bus,        store,       global_request_id,
    state,      reason,     durability,  host,
    port,       file,       line,        count,
    signal,     seconds,    incarnation, revision,
    from_state, verb,       to_state,    user,
    repeated,   trace_id,   span_id,     client,
    project,    user_roles, proof,       rule,
    object,     outcome,    status,
};

}  // namespace ironbus::log_key

namespace ironbus::log {

enum class level : uint8_t { trace, debug, info, warn, error, critical, off };

std::string_view to_string(level x);
/// "warning" is `warn`. An unknown name is `info`.
level level_from(std::string_view name);

struct field {
  log::key key;  ///< One of log_key.
  std::string value;
};

struct record {
  level how = level::info;
  std::string message;
  std::vector<field> fields{};
};

/// Receives every record of a sufficient level, on any thread, with secrets masked.
using sink = std::function<void(const record&)>;

/// Limits of what is written.
struct budget_options {
  /// For each level; a tenth of it for warnings and for errors. Ten seconds' worth may come at
  /// once. 0: no limit.
  size_t records_per_second = 1'000;
  /// A record that is repeated within this time is counted, not written.
  std::chrono::milliseconds repeat_window{5'000};
};

/// Sets the receiver of records; earlier records are dropped. Call before threads start.
void open(sink receiver, level least, budget_options budget = {});
/// Changes the lowest level that is written. Any thread.
void set_level(level least);
/// Reports the records that were not written. Call every few seconds, and with `all` at the end.
void flush(bool all = false);

void write(level how, std::string message, std::vector<field> fields = {});

inline void debug(std::string message, std::vector<field> fields = {}) {
  write(level::debug, std::move(message), std::move(fields));
}
inline void info(std::string message, std::vector<field> fields = {}) {
  write(level::info, std::move(message), std::move(fields));
}
inline void warn(std::string message, std::vector<field> fields = {}) {
  write(level::warn, std::move(message), std::move(fields));
}
inline void error(std::string message, std::vector<field> fields = {}) {
  write(level::error, std::move(message), std::move(fields));
}

}  // namespace ironbus::log
