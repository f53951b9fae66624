#include "gateways/sqlite/sqlite_store.hpp"

#include "gateways/sqlite/commit_writer.hpp"
#include "gateways/sqlite/event_reader.hpp"
#include "gateways/sqlite/file_condition.hpp"
#include "gateways/sqlite/integrity_watch.hpp"
#include "gateways/sqlite/listing_reader.hpp"
#include "gateways/sqlite/member_table.hpp"
#include "gateways/sqlite/read_thread.hpp"
#include "gateways/sqlite/reads.hpp"
#include "gateways/sqlite/schema.hpp"
#include "gateways/sqlite/step_claims.hpp"
#include "gateways/sqlite/store_file.hpp"
#include "gateways/sqlite/write_thread.hpp"

#include <functional>
#include <optional>
#include <utility>

namespace ironbus {

using namespace sqlite;

namespace {

using system_clock = std::chrono::system_clock;

/// Runs a read or write and converts its value or exception into a result.
template <class T, class Work>
result<T> guarded(file_condition& condition, const Work& work) {
  try {
    return work();
  } catch (const database_error& error) {
    condition.note(error);
    return fail(error_code::unavailable, error.what());
  }
}

/// How long a start waits for the examination of the file. The examination of a large file
/// continues in the background.
constexpr std::chrono::milliseconds first_check_max{1000};

}  // namespace

/// The threads are the last members and are destroyed first. The writer is destroyed before the
/// reader, because it passes reads to it.
struct sqlite_store::parts {
  file_lock lock;
  file_condition condition;
  std::unique_ptr<database> writing;
  database reading;
  commit_writer commits;  ///< This and the next are used on the writer's thread.
  member_table members{};
  integrity_watch watch;
  read_thread reader;
  write_thread writer;

  parts(file_lock held, std::unique_ptr<database> prepared, const sqlite_options& options)
      : lock{std::move(held)},
        condition{options.path},
        writing{std::move(prepared)},
        reading{options.path, database::access::read_only},
        commits{*writing},
        watch{options.path, condition, options.check_period},
        reader{reading},
        writer{*writing, options.batch_max, [this] { commits.forget(); },
               [this](const database_error& error) { condition.note(error); }} {}

  /// Runs `work` with the writer's next group. Calls `done` when the group is on disk.
  template <class Result, class Work>
  void write_for(Work work, std::function<void(Result)> done, bool writes = true) {
    auto outcome = std::make_shared<Result>();
    writer.put({[work = std::move(work), outcome](database& file) { *outcome = work(file); },
                [done = std::move(done), outcome](const std::optional<failure>& error) {
                  if (error) return done(tl::unexpected<failure>(*error));
                  done(std::move(*outcome));
                },
                writes});
  }

  template <class T>
  void write(std::function<result<T>(database&)> work, callback<T> done, bool writes = true) {
    write_for<result<T>>(std::move(work), std::move(done), writes);
  }

  /// Runs `work` on the reader at once.
  template <class T>
  void read(std::function<result<T>(database&)> work, callback<T> done) {
    reader.put([this, work = std::move(work), done = std::move(done)](database& file) {
      done(guarded<T>(condition, [&] { return work(file); }));
    });
  }

  /// Like `read`, but after all earlier calls, so that callers see their own writes.
  template <class T>
  void read_in_order(std::function<result<T>(database&)> work, callback<T> done) {
    writer.put(
        {[](database&) {},
         [this, work = std::move(work), done = std::move(done)](
             const std::optional<failure>&) mutable { read<T>(std::move(work), std::move(done)); },
         false});
  }
};

result<std::unique_ptr<sqlite_store>> sqlite_store::open(const sqlite_options& options) {
  auto locked = file_lock::acquire(options.path);
  if (!locked) return tl::unexpected<failure>(file_failure(options.path, locked.error()));
  if (auto lost = check_not_lost(options.path, *locked))
    return tl::unexpected<failure>(file_failure(options.path, *lost));
  try {
    auto writing = std::make_unique<database>(options.path, database::access::read_write);
    auto prepared = prepare_schema(*writing);
    if (!prepared) return tl::unexpected<failure>(file_failure(options.path, prepared.error()));
    locked->note_store();
    auto made = std::make_unique<parts>(*std::move(locked), std::move(writing), options);
    made->watch.await_first(first_check_max);
    if (auto trouble = made->condition.trouble()) return tl::unexpected<failure>(*trouble);
    return std::unique_ptr<sqlite_store>{new sqlite_store{std::move(made)}};
  } catch (const database_error& error) {
    return tl::unexpected<failure>(
        file_failure(options.path, {error_code::unavailable, error.what()}));
  }
}

sqlite_store::sqlite_store(std::unique_ptr<parts> x) : parts_{std::move(x)} {}

sqlite_store::~sqlite_store() = default;

void sqlite_store::apply(commit x, commit_callback done) {
  parts_->write_for<commit_result>(
      [this, x = std::move(x)](database&) { return parts_->commits.apply(x); }, std::move(done));
}

void sqlite_store::mark_published(std::string aggregate, std::string id, uint64_t version) {
  // If the mark is lost, the outbox is only published again.
  parts_->writer.put({[this, aggregate = std::move(aggregate), id = std::move(id), version](
                          database&) { parts_->commits.mark_published(aggregate, id, version); },
                      [](const std::optional<failure>&) {}, true, true});
}

void sqlite_store::load(std::string aggregate, std::string id, callback<stored> done) {
  parts_->read_in_order<stored>([aggregate = std::move(aggregate), id = std::move(id)](
                                    database& file) { return read_record(file, aggregate, id); },
                                std::move(done));
}

void sqlite_store::resolve(unique_key key, callback<std::string> done) {
  parts_->read_in_order<std::string>(
      [key = std::move(key)](database& file) { return read_holder(file, key); }, std::move(done));
}

void sqlite_store::list(query x, callback<std::vector<listed>> done) {
  parts_->read<std::vector<listed>>(
      [x = std::move(x)](database& file) { return read_list(file, x); }, std::move(done));
}

void sqlite_store::count(std::string collection, std::string column,
                         std::vector<std::string> values, callback<std::vector<uint64_t>> done) {
  parts_->read<std::vector<uint64_t>>(
      [collection = std::move(collection), column = std::move(column), values = std::move(values)](
          database& file) { return count_rows(file, collection, column, values); },
      std::move(done));
}

void sqlite_store::acquire_shard(uint32_t shard, callback<uint64_t> done) {
  parts_->write<uint64_t>([this, shard](database&) { return parts_->commits.acquire_shard(shard); },
                          std::move(done));
}

void sqlite_store::attention_of(std::string aggregate, uint32_t shard,
                                callback<std::vector<attention>> done) {
  parts_->read_in_order<std::vector<attention>>(
      [aggregate = std::move(aggregate), shard](database& file) {
        return read_attention(file, aggregate, shard);
      },
      std::move(done));
}

void sqlite_store::announce(member member, std::chrono::milliseconds ttl,
                            callback<std::monostate> done) {
  parts_->write<std::monostate>(
      [this, x = std::move(member), ttl](database&) -> result<std::monostate> {
        if (parts_->members.announce(x, ttl, member_table::clock::now())) return std::monostate{};
        return fail(error_code::conflict, "A newer process uses the name " + x.name);
      },
      std::move(done), false);
}

void sqlite_store::withdraw(std::string name, std::string incarnation) {
  parts_->writer.put({[this, name = std::move(name), incarnation = std::move(incarnation)](
                          database&) { parts_->members.withdraw(name, incarnation); },
                      [](const std::optional<failure>&) {}, false});
}

void sqlite_store::members(callback<std::vector<member>> done) {
  parts_->write<std::vector<member>>(
      [this](database&) { return parts_->members.alive(member_table::clock::now()); },
      std::move(done), false);
}

/// The file is used by one process only. After a restart no worker can hold a step, so
/// `claim_purpose` does not matter.
void sqlite_store::claim_step(std::string key, std::string owner, claim_purpose,
                              callback<step_claim> done) {
  parts_->write<step_claim>(
      [key = std::move(key), owner = std::move(owner)](database& file) {
        return claim(file, key, owner, system_clock::now());
      },
      std::move(done));
}

void sqlite_store::read_claim(std::string key, callback<step_claim> done) {
  parts_->read<step_claim>(
      [key = std::move(key)](database& file) { return look_up_claim(file, key); }, std::move(done));
}

void sqlite_store::take_over_step(std::string key, std::string dead_owner, std::string owner,
                                  callback<step_claim> done) {
  parts_->write<step_claim>(
      [key = std::move(key), dead_owner = std::move(dead_owner), owner = std::move(owner)](
          database& file) { return take_over(file, key, dead_owner, owner, system_clock::now()); },
      std::move(done));
}

void sqlite_store::finish_step(std::string key, std::string owner, std::string outcome,
                               callback<std::monostate> done) {
  parts_->write<std::monostate>(
      [key = std::move(key), how = step_claim{std::move(owner), std::move(outcome)}](
          database& file) { return finish(file, key, how, system_clock::now()); },
      std::move(done));
}

void sqlite_store::read_events(event_query x, callback<event_page> done) {
  parts_->read<event_page>(
      [x = std::move(x)](database& file) { return sqlite::read_events(file, x); }, std::move(done));
}

void sqlite_store::trim_events(event_retention x, callback<trimmed_events> done) {
  parts_->write<trimmed_events>([this, x](database&) { return parts_->commits.trim_events(x); },
                                std::move(done));
}

void sqlite_store::ping(callback<std::monostate> done) {
  parts_->write<std::monostate>(
      [this](database& file) -> result<std::monostate> {
        parts_->condition.check_location(file);
        if (auto trouble = parts_->condition.trouble())
          return tl::unexpected<failure>(*std::move(trouble));
        file.number("SELECT version FROM record LIMIT 1");
        return std::monostate{};
      },
      std::move(done), false);
}

void sqlite_store::try_write(callback<std::monostate> done) {
  parts_->write<std::monostate>(
      [this](database& file) -> result<std::monostate> {
        parts_->condition.check_location(file);
        if (auto why = parts_->writer.recent_refusal()) return tl::unexpected(*std::move(why));
        rewrite_version(file);
        return std::monostate{};
      },
      [this,
       done = std::move(done)](result<std::monostate> outcome) {  // Damage is the better reason.
        if (auto trouble = parts_->condition.trouble()) return done(tl::unexpected(*trouble));
        done(std::move(outcome));
      });
}

std::string sqlite_store::durability() const {
  return "full: SQLite WAL with synchronous FULL; a commit survives kill -9 and power loss";
}

}  // namespace ironbus
