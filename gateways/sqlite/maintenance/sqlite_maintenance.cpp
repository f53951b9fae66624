#include "gateways/sqlite/maintenance/sqlite_maintenance.hpp"

#include "gateways/sqlite/maintenance/aggregate_reader.hpp"
#include "gateways/sqlite/maintenance/aggregate_writer.hpp"
#include "gateways/sqlite/maintenance/file_findings.hpp"
#include "gateways/sqlite/maintenance/salvage.hpp"
#include "gateways/sqlite/maintenance/text_rewrite.hpp"
#include "gateways/sqlite/schema.hpp"
#include "gateways/sqlite/store_file.hpp"
#include "messages/base/overloaded.hpp"

#include <algorithm>

namespace ironbus {

using namespace sqlite;

namespace {

using outcome = result<std::monostate>;

/// Runs `work`. Failures name the file.
template <class Work>
outcome on_file(const std::filesystem::path& file, const Work& work) {
  try {
    auto ended = work();
    if (!ended) return tl::unexpected(file_failure(file, ended.error()));
    return ended;
  } catch (const database_error& error) {
    return tl::unexpected(file_failure(file, {error_code::unavailable, error.what()}));
  }
}

/// Checks that this release can read the file without an upgrade.
outcome check_readable(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return fail(error_code::not_found, "file not found");
  if (size_of(file) == 0) return fail(error_code::invalid, "it is empty");
  return {};
}

outcome take_all(database& file, const store_maintenance::sink& take) {
  aggregate_reader source{file};
  for (auto number : source.numbers()) {
    auto found = source.read(number);
    if (!found) return fail(error_code::unavailable, "a record disappeared while it was read");
    if (auto taken = take(*std::move(found)); !taken) return taken;
  }
  for (const auto& x : source.epochs())
    if (auto taken = take(x); !taken) return taken;
  for (const auto& x : source.claims())
    if (auto taken = take(x); !taken) return taken;
  return {};
}

outcome put_all(database& file, const store_maintenance::source& next) {
  aggregate_writer target{file};
  for (;;) {
    auto given = next();
    if (!given) return tl::unexpected(given.error());
    if (!*given) break;
    const auto* aggregate = std::get_if<stored_aggregate>(&**given);
    std::vector<unique_key> taken;
    std::visit(overloaded{[&](const stored_aggregate& x) { taken = target.put(x); },
                          [&](const auto& x) { target.put(x); }},
               **given);
    if (!taken.empty())
      return fail(error_code::invalid, aggregate->aggregate + ":" + aggregate->id + " has " +
                                           taken[0].space + " '" + taken[0].value +
                                           "', which another record has, too");
  }
  target.end();
  return {};
}

outcome check_empty(database& file) {
  const auto count = file.number("SELECT count(*) FROM record");
  if (count == 0) return {};
  return fail(error_code::conflict, "it is not empty: it holds " + std::to_string(count) +
                                        " records. Use another folder as `data`, or move the "
                                        "file and the files beside it away");
}

/// Stores findings, so that they can be reported again as repaired.
class noted_findings {
public:
  store_maintenance::finding_sink sink() {
    return [this](store_finding x) { all_.push_back(std::move(x)); };
  }
  bool can_be_mended() const {
    return std::any_of(all_.begin(), all_.end(), [](const auto& x) { return is_mendable(x.what); });
  }
  void pass_on(bool mended, const store_maintenance::finding_sink& tell) {
    for (auto& x : all_) {
      x.mended = mended && is_mendable(x.what);
      tell(std::move(x));
    }
  }

private:
  std::vector<store_finding> all_;
};

}  // namespace

std::string sqlite_maintenance::name() const { return "store file " + options_.path.string(); }

outcome sqlite_maintenance::read(const sink& take) {
  return on_file(options_.path, [&]() -> outcome {
    if (auto readable = check_readable(options_.path); !readable) return readable;
    database file{options_.path, database::access::read_only};
    if (auto known = check_schema(file); !known) return known;
    file.execute("BEGIN");
    auto taken = take_all(file, take);
    file.execute("END");
    return taken;
  });
}

outcome sqlite_maintenance::fill(const source& next) {
  return on_file(options_.path, [&]() -> outcome {
    const auto lock = file_lock::acquire(options_.path);
    if (!lock) return tl::unexpected(lock.error());
    create_private(options_.path);
    database file{options_.path, database::access::read_write};
    if (auto prepared = prepare_schema(file); !prepared) return prepared;
    if (auto empty = check_empty(file); !empty) return empty;
    file.execute("BEGIN IMMEDIATE");
    auto filled = put_all(file, next);
    file.execute(filled ? "COMMIT" : "ROLLBACK");
    if (filled) lock->note_store();
    return filled;
  });
}

outcome sqlite_maintenance::rewrite(const editor& edit) {
  return on_file(options_.path, [&]() -> outcome {
    if (auto readable = check_readable(options_.path); !readable) return readable;
    const auto alone = file_lock::acquire(options_.path);
    if (!alone && alone.error().code != error_code::conflict) return tl::unexpected(alone.error());
    database file{options_.path, database::access::read_write};
    if (auto known = check_schema(file); !known) return known;
    auto rewritten = rewrite_texts(file, edit);
    if (rewritten && alone) remove_remains(file);
    return rewritten;
  });
}

outcome sqlite_maintenance::look(const judge& ask, const finding_sink& tell) {
  database file{options_.path, database::access::read_only};
  if (auto known = check_schema(file); !known) return known;
  file.execute("BEGIN");
  examine_file(file, tell);
  try {
    aggregate_reader source{file};
    for (auto number : source.numbers())
      if (auto found = source.read(number)) ask(*found, tell);
  } catch (const database_error& error) {
    tell({store_defect::damaged_file, "record", {}, error.what()});
  }
  return {};
}

outcome sqlite_maintenance::examine(bool mend, const judge& ask, const finding_sink& tell) {
  return on_file(options_.path, [&]() -> outcome {
    if (auto readable = check_readable(options_.path); !readable) return readable;
    if (!mend) return look(ask, tell);
    const auto lock = file_lock::acquire(options_.path);
    if (!lock) return tl::unexpected(lock.error());
    noted_findings seen;
    if (auto looked = look(ask, seen.sink()); !looked) return looked;
    const bool writes = seen.can_be_mended();
    auto written = writes ? write_anew(ask, tell) : outcome{};
    seen.pass_on(writes && written, tell);
    return written;
  });
}

outcome sqlite_maintenance::write_anew(const judge& ask, const finding_sink& tell) {
  const std::filesystem::path fresh_path = options_.path.string() + ".repaired";
  std::filesystem::remove(fresh_path);
  create_private(fresh_path);
  give_owner_of(options_.path, fresh_path);
  {
    database damaged{options_.path, database::access::read_only};
    database fresh{fresh_path, database::access::read_write};
    if (auto prepared = prepare_schema(fresh); !prepared) return prepared;
    // `look` has already reported the checker's findings, but not the lost data.
    const auto judged = [&](const stored_aggregate& x, const finding_sink&) {
      return ask(x, [](const store_finding&) {});
    };
    salvage(damaged, fresh, judged, tell);
  }
  auto kept = replace_file(options_.path, fresh_path);
  if (!kept) return tl::unexpected(kept.error());
  return {};
}

}  // namespace ironbus
