#include "gateways/sqlite/maintenance/file_findings.hpp"

#include "gateways/sqlite/integrity.hpp"

#include <array>

namespace ironbus::sqlite {

namespace {

struct question {
  std::string_view table;
  std::string_view rows_astray;  ///< A name for each row that leads to nothing.
  std::string_view text;
};

constexpr std::array questions{
    question{"unique_key",
             "SELECT space || ' ' || value FROM unique_key "
             "WHERE record NOT IN (SELECT number FROM record WHERE erased = 0)",
             "the record that holds the key is missing"},
    question{"listing",
             "SELECT collection || ' ' || id FROM listing "
             "WHERE record NOT IN (SELECT number FROM record WHERE erased = 0)",
             "the record of the row is missing"},
    question{"listing_column",
             "SELECT c.collection || ' ' || c.name || '=' || c.value FROM listing_column c "
             "LEFT JOIN listing l ON l.sequence = c.sequence AND l.collection = c.collection "
             "WHERE l.sequence IS NULL",
             "the row of the column is missing"},
    question{"outbox_log",
             "SELECT 'record ' || o.record FROM outbox_log o "
             "LEFT JOIN record r ON r.number = o.record AND r.shard = o.shard "
             "WHERE r.number IS NULL",
             "the record of the messages is missing, or is in another shard"},
};

void ask_for(database& file, const question& what, const store_maintenance::finding_sink& tell) {
  auto ask = file.prepare(what.rows_astray);
  while (ask.step())
    tell({store_defect::dangling_entry, std::string{what.table}, ask.text(0),
          std::string{what.text}});
}

/// Damage ends one query, but not the others.
template <class Ask>
void guarded(const store_maintenance::finding_sink& tell, std::string_view place, const Ask& ask) {
  try {
    ask();
  } catch (const database_error& error) {
    tell({store_defect::damaged_file, std::string{place}, {}, error.what()});
  }
}

}  // namespace

void examine_file(database& file, const store_maintenance::finding_sink& tell) {
  guarded(tell, "file", [&] {
    for (const auto& table : table_names(file))
      guarded(tell, table, [&] {
        for (auto& text : check_table(file, table))
          tell({store_defect::damaged_file, table, {}, std::move(text)});
      });
  });
  for (const auto& x : questions) guarded(tell, x.table, [&] { ask_for(file, x, tell); });
}

}  // namespace ironbus::sqlite
