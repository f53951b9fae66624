#pragma once

#include "messages/base/json.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace ironbus::daemon {

/// What happened to a node, as a file has it: lines of JSON, each an object whose only member says
/// what it is ("incident", the first; "snapshot", "operation", "event", "decision"; "end", the
/// last). The members of each are those of make_incident (messages/wire/incident.hpp).
struct incident_file {
  json head;
  json snapshot;
  std::vector<json> operations;
  std::vector<json> events;
  std::vector<json> decisions;
};

/// The lines of what a gateway has answered, or a store has held. `unavailable` if it is no
/// incident.
result<std::string> incident_lines(const json& answer);

/// Reads one that comes from anywhere. `invalid` if it is none, was cut off, is too large or of
/// another format; the message names the line.
result<incident_file> read_incident(std::istream& lines);
/// The same of a file, which the message names; `not_found` if there is none.
result<incident_file> read_incident_file(const std::filesystem::path& file);

/// Writes a new file that only its owner may read; `invalid` if it is there already or cannot be
/// written.
result<std::monostate> write_new_file(const std::filesystem::path& file, const std::string& text);

/// A line may have so many bytes, and a file so many lines.
inline constexpr size_t incident_line_bytes_max = size_t{16} << 20;
inline constexpr size_t incident_lines_max = 1'000'000;
inline constexpr size_t incident_bytes_read_max = size_t{256} << 20;

}  // namespace ironbus::daemon
