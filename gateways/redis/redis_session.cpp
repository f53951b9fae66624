#include "gateways/redis/redis_session.hpp"

#include "gateways/redis/redis_sentinel.hpp"

#include <charconv>

namespace ironbus::redis {

result<std::monostate> log_in(connection& link, const endpoint& target) {
  if (auto known = authenticate(link, target); !known) return known;
  auto database = ask(link, {"SELECT", std::to_string(target.database)});
  if (!database) return tl::unexpected<failure>(database.error());
  // A server that is still loading its AOF answers SELECT, but not PING.
  auto ready = ask(link, {"PING"});
  if (!ready) return tl::unexpected<failure>(ready.error());
  return target.sentinels.empty() ? result<std::monostate>{} : check_primary(link);
}

result<std::monostate> check_schema(connection& link, const std::string& prefix) {
  const auto key = prefix + "schema";
  auto noted = ask(link, {"GET", key});
  if (!noted) return tl::unexpected<failure>(noted.error());
  const auto text = text_of(noted->get());
  if (text.empty()) {
    // A server that rejects writes cannot store the schema version.
    (void)ask(link, {"SET", key, std::to_string(schema_version), "NX"});
    return std::monostate{};
  }
  uint64_t version = 0;
  std::from_chars(text.data(), text.data() + text.size(), version);
  if (version == schema_version) return std::monostate{};
  return fail(error_code::unavailable,
              "Redis: the keys " + prefix + "* were written by a newer ironbus (schema " +
                  std::string{text} + ", this one knows " + std::to_string(schema_version) + ")");
}

result<session> session::open(const redis_options& options) {
  const auto target = target_of(options);
  if (!target) return tl::unexpected<failure>(target.error());
  const auto patient = [] { return true; };
  result<server> address = *target;
  if (!target->sentinels.empty())
    address = find_primary(*target, options.connect_timeout, patient, options.tls);
  if (!address) return tl::unexpected<failure>(address.error());
  auto fresh = dial(*address, options.connect_timeout, patient, options.tls);
  if (!fresh) return tl::unexpected<failure>(fresh.error());
  (*fresh)->limit_wait(options.command_timeout);
  if (auto known = log_in(**fresh, *target); !known) return tl::unexpected<failure>(known.error());
  if (auto known = check_schema(**fresh, options.prefix); !known)
    return tl::unexpected<failure>(known.error());
  return session{*std::move(fresh), options.prefix};
}

result<reply> session::ask(const std::vector<std::string>& command) {
  if (pace_)
    if (auto rested = pace_(); !rested) return tl::unexpected<failure>(rested.error());
  const std::vector<std::string_view> texts{command.begin(), command.end()};
  return redis::ask(*connection_, texts);
}

result<reply> session::run(const script& script, const std::vector<std::string>& arguments) {
  auto& digest = digests_[&script];
  if (digest.empty()) {
    auto loaded = ask({"SCRIPT", "LOAD", std::string{script.text}});
    if (!loaded) return loaded;
    digest = text_of(loaded->get());
  }
  std::vector<std::string> command{"EVALSHA", digest, "0", prefix_};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return ask(command);
}

}  // namespace ironbus::redis
