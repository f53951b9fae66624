#include "gateways/sqlite/database/database.hpp"

#include <utility>

namespace ironbus::sqlite {

namespace {

/// Lists have many shapes. Above this number all kept statements are dropped.
constexpr size_t prepared_max = 200;

/// A reader that finds a half-written header takes the writer's lock for a moment.
constexpr int lock_patience_ms = 5000;

/// The primary code of an extended result code.
constexpr int primary_code = 0xff;

}  // namespace

database_error::database_error(sqlite3* handle, std::string_view doing)
    : std::runtime_error{"SQLite: " + std::string{doing} + ": " + sqlite3_errmsg(handle)},
      code_{sqlite3_extended_errcode(handle)} {}

database_error database_error::damage(const std::string& what) {
  database_error made{what};
  made.code_ = SQLITE_CORRUPT;
  return made;
}

bool database_error::is_damage() const {
  const int code = code_ & primary_code;
  return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

bool database_error::is_refusal() const {
  const int code = code_ & primary_code;
  return code == SQLITE_FULL || code == SQLITE_READONLY || code_ == SQLITE_IOERR_WRITE;
}

statement::~statement() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void statement::check(int code) const {
  if (code != SQLITE_OK) throw database_error{sqlite3_db_handle(statement_), "bind"};
}

statement& statement::operator<<(std::string_view words) {
  const char* text = words.data() != nullptr ? words.data() : "";
  check(sqlite3_bind_text64(statement_, ++bound_, text, words.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

statement& statement::operator<<(int64_t x) {
  check(sqlite3_bind_int64(statement_, ++bound_, x));
  return *this;
}

statement& statement::operator<<(std::nullptr_t) {
  check(sqlite3_bind_null(statement_, ++bound_));
  return *this;
}

bool statement::step() {
  auto code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  throw database_error{sqlite3_db_handle(statement_), sqlite3_sql(statement_)};
}

std::string statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<size_t>(sqlite3_column_bytes(statement_, column))};
}

int64_t statement::number(int column) const { return sqlite3_column_int64(statement_, column); }

bool statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

database::database(const std::filesystem::path& file, access how) {
  auto flags =
      how == access::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr) == SQLITE_OK) {
    sqlite3_busy_timeout(handle_, lock_patience_ms);
    return;
  }
  database_error error{handle_, "open " + file.string()};
  sqlite3_close(handle_);
  throw error;
}

database::~database() {
  prepared_.clear();
  sqlite3_close(handle_);
}

statement_ptr database::compile(std::string_view sql) {
  sqlite3_stmt* made = nullptr;
  auto code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                 SQLITE_PREPARE_PERSISTENT, &made, nullptr);
  if (code != SQLITE_OK) throw database_error{handle_, sql};
  return statement_ptr{made};
}

statement database::prepare(std::string_view sql) {
  std::string key{sql};
  if (auto found = prepared_.find(key); found != prepared_.end())
    return statement{found->second.get()};
  auto made = compile(sql);
  if (prepared_.size() >= prepared_max) prepared_.clear();
  return statement{prepared_.emplace(std::move(key), std::move(made)).first->second.get()};
}

void database::execute(const char* sql) {
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    throw database_error{handle_, sql};
}

bool database::is_moved() const {
  int moved = 0;
  return sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
         moved != 0;
}

int64_t database::number(std::string_view sql) {
  auto ask = prepare(sql);
  return ask.step() ? ask.number(0) : 0;
}

}  // namespace ironbus::sqlite
