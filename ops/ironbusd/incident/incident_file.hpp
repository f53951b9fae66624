#pragma once

#include "messages/base/json.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace ironbus::daemon {

/// The contents of an incident file. The file has lines of JSON; each is an object with one member,
/// which names its kind: first "incident", then "snapshot", "operation", "event" and "decision",
/// last "end". Their members are those of make_incident (messages/wire/incident.hpp).
struct incident_file {
  json head;
  json snapshot;
  std::vector<json> operations;
  std::vector<json> events;
  std::vector<json> decisions;
};

/// The lines for a gateway's answer, or for an incident of a store. `unavailable` if `answer` is no
/// incident.
result<std::string> incident_lines(const json& answer);

/// Parses an untrusted incident. `invalid` if it is not an incident, incomplete, too large or of
/// another format; the message names the line.
result<incident_file> read_incident(std::istream& lines);
/// The same for a file, with its name in the message. `not_found` if it is missing.
result<incident_file> read_incident_file(const std::filesystem::path& file);

/// Writes a new file that only its owner may read. `invalid` if it exists or cannot be written.
result<std::monostate> write_new_file(const std::filesystem::path& file, const std::string& text);

/// Most bytes of a line, and most lines and bytes of a file.
inline constexpr size_t incident_line_bytes_max = size_t{16} << 20;
inline constexpr size_t incident_lines_max = 1'000'000;
inline constexpr size_t incident_bytes_read_max = size_t{256} << 20;

}  // namespace ironbus::daemon
