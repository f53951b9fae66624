#include "gateways/redis/maintenance/redis_maintenance.hpp"

#include "gateways/redis/maintenance/aggregate_scripts.hpp"
#include "gateways/redis/maintenance/epochs_and_claims.hpp"
#include "gateways/redis/maintenance/examination.hpp"
#include "gateways/redis/maintenance/text_rewrite.hpp"
#include "gateways/redis/recorded_damage.hpp"
#include "gateways/redis/redis_replies.hpp"
#include "gateways/redis/unfinished_restore.hpp"
#include "messages/base/overloaded.hpp"

#include <algorithm>
#include <unordered_set>

namespace ironbus {

using namespace redis;

namespace {

using outcome = result<std::monostate>;

/// Records per script: about a millisecond of Redis's time.
constexpr size_t read_at_once = 20;

/// The owners of the unique keys read so far.
class key_watch {
public:
  /// Fails with the name of a key that another record holds, too.
  outcome add(const stored_aggregate& x) {
    for (const auto& key : x.keys)
      if (!seen_.insert(key.space + " '" + key.value + "'").second)
        return fail(error_code::conflict,
                    key.space + " '" + key.value +
                        "' is held by two records: it moved between them during the read, or the "
                        "store is damaged; run `ironbusd store check`");
    return {};
  }

private:
  std::unordered_set<std::string> seen_;
};

outcome take_aggregates(session& connection, std::span<const std::string> owners,
                        const store_maintenance::sink& take) {
  key_watch keys;
  while (!owners.empty()) {
    const auto count = std::min(read_at_once, owners.size());
    auto found = read_aggregates(connection, owners.first(count));
    if (!found) return tl::unexpected(found.error());
    for (auto& x : *found) {
      if (auto once = keys.add(x.content); !once) return once;
      if (auto taken = take(std::move(x.content)); !taken) return taken;
    }
    owners = owners.subspan(count);
  }
  return {};
}

outcome take_all(session& connection, const store_maintenance::sink& take) {
  const auto keys = scan_keys(connection);
  if (!keys) return tl::unexpected(keys.error());
  if (auto taken = take_aggregates(connection, keys->owners, take); !taken) return taken;
  // Epochs and claims are read after the aggregates, so that the aggregates they refer to exist.
  const auto epochs = read_epochs(connection);
  if (!epochs) return tl::unexpected(epochs.error());
  for (const auto& x : *epochs)
    if (auto taken = take(x); !taken) return taken;
  const auto claims = read_claims(connection, keys->claims);
  if (!claims) return tl::unexpected(claims.error());
  for (const auto& x : *claims)
    if (auto taken = take(x); !taken) return taken;
  return {};
}

/// Deletes the data of an unfinished restore. Rejects any other data.
outcome make_ready(session& connection) {
  const auto unfinished = has_unfinished_restore(connection);
  if (!unfinished) return tl::unexpected(unfinished.error());
  const auto users = read_user_names(connection);
  if (!users) return tl::unexpected(users.error());
  if (!users->empty())
    return fail(error_code::conflict, "it is in use by " + *users + "; stop all processes first");
  const auto keys = scan_keys(connection);
  if (!keys) return tl::unexpected(keys.error());
  if (!keys->empty() && !*unfinished)
    return fail(error_code::conflict,
                "it is not empty: it holds " + std::to_string(keys->owners.size()) +
                    " records. Use another database or `redis.prefix`, or flush this one");
  return delete_all(connection, *keys);
}

outcome put_all(session& connection, const store_maintenance::source& next) {
  uint64_t last = 0;
  for (;;) {
    auto given = next();
    if (!given) return tl::unexpected(given.error());
    if (!*given) break;
    const auto put = overloaded{
        [&](const stored_aggregate& x) {
          for (const auto& row : x.rows) last = std::max(last, row.sequence);
          return redis::fill(connection, x);
        },
        [&](const auto& x) { return put_item(connection, x); },
    };
    if (auto filled = std::visit(put, **given); !filled) return filled;
  }
  auto noted = connection.ask({"SET", connection.key("sequence"), std::to_string(last)});
  if (!noted) return tl::unexpected(noted.error());
  return {};
}

outcome set_mark(session& connection, bool there) {
  const auto key = connection.key(restore_mark);
  auto set = there ? connection.ask({"SET", key, "1"}) : connection.ask({"DEL", key});
  if (!set) return tl::unexpected(set.error());
  return {};
}

outcome fill_all(session& connection, const store_maintenance::source& next) {
  if (auto ready = make_ready(connection); !ready) return ready;
  if (auto marked = set_mark(connection, true); !marked) return marked;
  auto filled = put_all(connection, next);
  if (!filled)  // If this fails, too, the mark shows that the restore is incomplete.
    if (const auto keys = scan_keys(connection); !keys || !delete_all(connection, *keys))
      return filled;
  if (auto ended = set_mark(connection, false); !ended) return ended;
  return filled;
}

outcome examine_all(session& connection, bool mend, const store_maintenance::judge& ask,
                    const store_maintenance::finding_sink& tell) {
  bool left = false;
  const auto note = [&](store_finding x) {
    left = left || !x.mended;
    tell(std::move(x));
  };
  auto examined = examination{connection, mend, ask, note}.run();
  if (!examined || !mend || left) return examined;
  auto gone = connection.ask({"DEL", connection.key(damage_mark)});
  if (!gone) return tl::unexpected(gone.error());
  return {};
}

/// Runs `work` with a connection. Failures name the store.
template <class Work>
outcome with_session(const redis_options& options, const std::string& name, const Work& work) {
  const auto named = [&](const failure& x) {
    return tl::unexpected(failure{x.code, name + ": " + x.message});
  };
  auto connection = session::open(options);
  if (!connection) return named(connection.error());
  auto ended = work(*connection);
  if (!ended) return named(ended.error());
  return ended;
}

}  // namespace

std::string redis_maintenance::name() const {
  const auto target = parse_url(options_.url);
  if (!target) return "store redis";
  return (target->tls ? "store rediss://" : "store redis://") + target->host + ":" +
         std::to_string(target->port) + "/" + std::to_string(target->database);
}

outcome redis_maintenance::read(const sink& take) {
  return with_session(options_, name(),
                      [&](session& connection) { return take_all(connection, take); });
}

outcome redis_maintenance::fill(const source& next) {
  return with_session(options_, name(),
                      [&](session& connection) { return fill_all(connection, next); });
}

outcome redis_maintenance::rewrite(const editor& edit) {
  return with_session(options_, name(),
                      [&](session& connection) { return rewrite_aggregates(connection, edit); });
}

outcome redis_maintenance::examine(bool mend, const judge& ask, const finding_sink& tell) {
  return with_session(options_, name(), [&](session& connection) {
    return examine_all(connection, mend, ask, tell);
  });
}

}  // namespace ironbus
