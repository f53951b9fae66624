#include "gateways/redis/reached_server.hpp"

#include "gateways/redis/scripts/scripts.hpp"
#include "messages/base/uuid.hpp"
#include "messages/platform/log.hpp"

#include <charconv>
#include <utility>

namespace ironbus::redis {

namespace {

/// The time between two attempts to begin the run of a server that rejects writes.
constexpr std::chrono::milliseconds retry_begin_after{100};

/// Whether the server may still be read. A replica may not, because its data may be old.
bool refuses_writes(std::string_view text) {
  for (std::string_view start : {"OOM", "MISCONF", "NOREPLICAS"})
    if (text.starts_with(start)) return true;
  return false;
}

/// The value of a line `name:value` in an answer to INFO.
std::string value_of(std::string_view info, std::string_view name) {
  const auto line = info.find("\n" + std::string{name} + ":");
  if (line == std::string_view::npos) return {};
  const auto begin = line + name.size() + 2;
  return std::string{info.substr(begin, info.find_first_of("\r\n", begin) - begin)};
}

std::string durability_text(std::string_view appendonly, std::string_view appendfsync) {
  if (appendonly.empty() || appendfsync.empty())
    return "unknown: Redis does not allow reading its settings appendonly and appendfsync";
  if (appendonly != "yes")
    return "none: Redis runs without appendonly; commits are lost when Redis stops";
  if (appendfsync == "always")
    return "full: appendfsync always; a commit survives kill -9 and power loss";
  if (appendfsync == "everysec")
    return "process: appendfsync everysec; kill -9 of Redis may lose writes that a slow disk "
           "delayed, power loss the last two seconds";
  return "process: appendfsync no; a commit survives kill -9 of Redis, "
         "power loss may lose the last 30 seconds";
}

}  // namespace

result<std::monostate> reached_server::greet(connection& fresh) {
  ask_durability(fresh);
  const auto info = ask(fresh, {"INFO", "server"});
  server_run found;
  // If INFO is not allowed, each connection counts as a new run.
  found.id = info ? value_of(text_of(info->get()), "run_id") : random_uuid();
  begun_ = false;
  if (auto begun = begin(fresh, found); !begun) return begun;
  if (!begun_)
    if (auto known = look_at_writes(fresh, found); !known) return known;
  last_run_ = std::exchange(run_, std::move(found));
  return std::monostate{};
}

/// A temporary rejection is not a failure; `begun_` shows whether the write succeeded.
result<std::monostate> reached_server::begin(connection& link, server_run& found) {
  try_at_ = clock::now() + retry_begin_after;
  const auto rest = std::to_string(options_.claims_rest.count());
  const std::initializer_list<std::string_view> command{
      "EVAL", begin_run_script.text, "0", options_.prefix, found.id, rest};
  link.append({command.begin(), command.size()});
  const auto answer = link.receive();
  if (!answer) return fail(error_code::unavailable, "Redis: " + answer.error().message);
  const auto text = text_of(answer->get());
  if ((*answer)->type == REDIS_REPLY_ERROR) {
    refusal_ = {error_code::unavailable, "Redis: begin_run: " + std::string{text}};
    return refuses_writes(text) ? result<std::monostate>{} : tl::unexpected<failure>(refusal_);
  }
  found.begins = static_cast<uint64_t>((*answer)->element[0]->integer);
  found.writes = static_cast<uint64_t>((*answer)->element[1]->integer);
  begun_ = true;
  return std::monostate{};
}

/// Until a run has begun, no process has written in it.
result<std::monostate> reached_server::look_at_writes(connection& link, server_run& found) const {
  const auto noted = ask(link, {"GET", options_.prefix + "writes"});
  if (!noted) return tl::unexpected<failure>(noted.error());
  const auto text = text_of(noted->get());
  std::from_chars(text.data(), text.data() + text.size(), found.writes);
  found.begins = found.writes;
  return std::monostate{};
}

result<bool> reached_server::takes_writes(connection& link) {
  if (begun_) return true;
  if (clock::now() < try_at_) return false;
  if (auto begun = begin(link, run_); !begun) return tl::unexpected<failure>(begun.error());
  if (begun_) log::info("the store accepts writes again", {{log_key::store, "redis"}});
  return begun_;
}

/// Detects a restart. The database may also have been emptied or replaced while the server ran.
void reached_server::notice_restart() {
  const bool same = last_run_.id == run_.id && run_.writes >= last_write_;
  if (last_run_.id.empty() || same) return;
  const auto known = last_run_.id == run_.id ? run_.writes : run_.begins;
  const store_restart restart{last_write_ - std::min(last_write_, known)};
  last_write_ = std::min(last_write_, known);
  log::warn(restart.lost_writes == 0 ? "the store has restarted"
                                     : "the store has restarted and lost writes",
            {{log_key::store, "redis"}, {log_key::count, std::to_string(restart.lost_writes)}});
  std::vector<listener> listeners;
  {
    std::lock_guard guard{mutex_};
    listeners = listeners_;
  }
  for (const auto& listen : listeners) listen(restart);
}

void reached_server::on_restart(listener listen) {
  std::lock_guard guard{mutex_};
  listeners_.push_back(std::move(listen));
}

std::string reached_server::durability() const {
  std::lock_guard guard{mutex_};
  return durability_;
}

void reached_server::ask_durability(connection& fresh) {
  auto setting = [&](std::string_view name) -> std::string {
    auto answer = ask(fresh, {"CONFIG", "GET", name});
    if (!answer || (*answer)->type != REDIS_REPLY_ARRAY || (*answer)->elements != 2) return {};
    return std::string{text_of((*answer)->element[1])};
  };
  auto text = durability_text(setting("appendonly"), setting("appendfsync"));
  std::lock_guard guard{mutex_};
  durability_ = std::move(text);
}

}  // namespace ironbus::redis
