#include "drivers/fake/fake_journal.hpp"

#include "messages/base/text.hpp"
#include "messages/base/time.hpp"
#include "messages/platform/log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace ironbus {

namespace {

json line_of(const permitted_step& request, std::string_view what) {
  json out{{"time", system_clock{}.now()},
           {"worker", request.allowed.owner()},
           {"node", request.id.node},
           {"operation_id", request.id.operation_id},
           {"index", request.id.index},
           {"attempt", request.id.attempt},
           {"interface", request.what.interface},
           {"step", request.what.name},
           {"what", what}};
  if (request.what.interface == "power" && request.what.args.contains("target"))
    out["target"] = request.what.args["target"];  // simulated ramdisks follow the power state
  return out;
}

bool is_of(const json& line, const step_id& x) {
  return line.value("operation_id", json{}) == x.operation_id &&
         line.value("index", json{}) == x.index && line.value("attempt", json{}) == x.attempt &&
         line.value("node", json{}) == x.node;
}

}  // namespace

result<std::shared_ptr<fake_journal>> fake_journal::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
  if (file < 0)
    return fail(error_code::invalid,
                "fake.journal: cannot write '" + path + "': " + std::strerror(errno) + ".");
  return std::make_shared<fake_journal>(file, path);
}

fake_journal::fake_journal(int file, std::string path) : file_{file}, path_{std::move(path)} {}

fake_journal::~fake_journal() { ::close(file_); }

void fake_journal::write(const permitted_step& request, std::string_view what,
                         std::string_view reason) {
  auto line = line_of(request, what);
  if (!reason.empty()) line["reason"] = reason;
  append(line);
}

void fake_journal::begin_task(const permitted_step& request, const std::string& handle) {
  auto line = line_of(request, "start");
  line["task"] = handle;
  append(line);
}

void fake_journal::append(const json& line) {
  const auto text = to_text(line) + "\n";
  // Writing the rest separately could interleave with another process. A full disk is reported.
  if (::write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    log::error("cannot write a line of the fake journal",
               {{log_key::file, path_}, {log_key::error, std::strerror(errno)}});
}

std::optional<fake_journal::seen> fake_journal::find(const step_id& step_id) const {
  std::optional<seen> out;
  std::ifstream file{path_};
  for (std::string text; std::getline(file, text);) {
    if (text.find(step_id.operation_id) == std::string::npos)
      continue;                          // avoids most of the parsing
    const auto line = parse_json(text);  // other processes write it, too
    if (!line || !line->is_object() || !is_of(*line, step_id)) continue;
    const auto what = member_text(*line, "what");
    if (what != "recovered")
      out = seen{what, member_text(*line, "reason"), member_text(*line, "task")};
  }
  return out;
}

}  // namespace ironbus
