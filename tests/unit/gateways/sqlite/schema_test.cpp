#include "gateways/sqlite/schema.hpp"

#include "gateways/sqlite/sqlite_store.hpp"

#include <boost/test/unit_test.hpp>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

using namespace ironbus;
using sqlite::database;

BOOST_AUTO_TEST_SUITE(schema)

namespace {

struct folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("ironbus-schema-" + std::to_string(getpid()));
  std::filesystem::path file = path / "store.db";

  folder() { std::filesystem::create_directory(path); }
  ~folder() { std::filesystem::remove_all(path); }

  void execute(const char* sql) const { database{file, database::access::read_write}.execute(sql); }

  failure refusal() const {
    auto store = sqlite_store::open({.path = file});
    BOOST_TEST(!store.has_value());
    return store ? failure{} : store.error();
  }
};

/// SQLite sleeps through its file layer while another connection holds a lock. This layer records
/// the call instead of sleeping. Databases opened during its life use it.
struct waits_of_sqlite {
  std::function<void()> on_wait;
  int count = 0;

  waits_of_sqlite() {
    layer_.zName = "waits";
    layer_.pNext = nullptr;
    layer_.pAppData = real_->pAppData;
    current = this;
    layer_.xSleep = [](sqlite3_vfs*, int microseconds) {
      if (++current->count == 1) current->on_wait();
      return microseconds;
    };
    sqlite3_vfs_register(&layer_, 1);
  }
  ~waits_of_sqlite() {
    sqlite3_vfs_unregister(&layer_);
    sqlite3_vfs_register(real_, 1);
  }

private:
  static inline waits_of_sqlite* current = nullptr;
  sqlite3_vfs* real_ = sqlite3_vfs_find(nullptr);
  sqlite3_vfs layer_ = *real_;
};

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_new_file_gets_the_schema, folder) {
  database first{file, database::access::read_write};
  BOOST_TEST(sqlite::prepare_schema(first).has_value());
  BOOST_TEST(first.number("PRAGMA user_version") == sqlite::schema_version);
  BOOST_TEST(sqlite::prepare_schema(first).has_value());
}

BOOST_FIXTURE_TEST_CASE(opening_waits_for_a_short_lock, folder) {
  waits_of_sqlite waits;
  database first{file, database::access::read_write};
  BOOST_TEST(sqlite::prepare_schema(first).has_value());
  database second{file, database::access::read_write};
  first.execute("BEGIN IMMEDIATE");
  waits.on_wait = [&] { first.execute("COMMIT"); };
  BOOST_CHECK_NO_THROW(second.execute("BEGIN IMMEDIATE; COMMIT"));
  BOOST_TEST(waits.count == 1);
}

BOOST_FIXTURE_TEST_CASE(a_file_of_a_newer_ironbus_is_rejected, folder) {
  BOOST_TEST(sqlite_store::open({.path = file}).has_value());
  execute("PRAGMA user_version = 99");
  auto error = refusal();
  BOOST_TEST((error.code == error_code::invalid));
  BOOST_TEST(contains(error.message, "store.db: it was written by a newer ironbus (schema 99"));
}

BOOST_FIXTURE_TEST_CASE(a_database_of_another_program_is_rejected_unchanged, folder) {
  execute("CREATE TABLE theirs (x)");
  auto error = refusal();
  BOOST_TEST((error.code == error_code::invalid));
  BOOST_TEST(contains(error.message, "another program"));
  BOOST_TEST((database{file, database::access::read_only}.number(
                  "SELECT count(*) FROM sqlite_schema") == 1));
}

BOOST_FIXTURE_TEST_CASE(a_file_that_is_not_a_database_is_rejected_unchanged, folder) {
  std::ofstream{file}
      << "This is a letter, not a database, and it is quite long enough to be seen.";
  auto error = refusal();
  BOOST_TEST((error.code == error_code::unavailable));
  BOOST_TEST(contains(error.message, "not a database"));
}

BOOST_FIXTURE_TEST_CASE(a_missing_folder_is_named, folder) {
  file = path / "no" / "store.db";
  auto error = refusal();
  BOOST_TEST((error.code == error_code::unavailable));
  BOOST_TEST(contains(error.message, "/no/store.db"));
}

BOOST_FIXTURE_TEST_CASE(only_the_owner_may_read_the_file, folder) {
  auto store = sqlite_store::open({.path = file});
  for (const auto& entry : std::filesystem::directory_iterator{path}) {
    struct stat status {};
    stat(entry.path().c_str(), &status);
    BOOST_TEST_CONTEXT(entry.path()) { BOOST_TEST((status.st_mode & 077u) == 0u); }
  }
}

BOOST_AUTO_TEST_SUITE_END()
