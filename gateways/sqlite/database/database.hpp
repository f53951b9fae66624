#pragma once

#include "messages/base/errors.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ironbus::sqlite {

/// What SQLite could not do. It stays within this folder: the store turns it into a `failure`.
class database_error : public std::runtime_error {
public:
  database_error(sqlite3* handle, std::string_view doing);
  explicit database_error(const std::string& what) : std::runtime_error{what} {}

  /// Damage that was found by looking for it.
  static database_error damage(const std::string& what);

  /// What the file says contradicts itself: trying again is useless.
  bool is_damage() const;
  /// The disk is full, or the file may not be written: no transaction that fails so has been done.
  bool is_refusal() const;

private:
  int code_ = 0;
};

/// A prepared statement in use: bind, then step. It is reset, for the next user, when it goes.
class statement {
public:
  explicit statement(sqlite3_stmt* x) : statement_{x} {}
  statement(statement&& x) noexcept : statement_{std::exchange(x.statement_, nullptr)} {}
  statement& operator=(statement&&) = delete;
  ~statement();

  /// Binds the next parameter. Text is not copied: it must live until the last step.
  statement& operator<<(std::string_view x);
  statement& operator<<(std::string&&) = delete;
  statement& operator<<(int64_t x);
  statement& operator<<(std::nullptr_t);

  /// True if there is a row to read.
  bool step();
  /// For what gives no rows.
  void run() { step(); }

  std::string text(int column) const;
  int64_t number(int column) const;
  bool is_null(int column) const;

private:
  void check(int code) const;

  sqlite3_stmt* statement_;
  int bound_ = 0;
};

struct finalize_statement {
  void operator()(sqlite3_stmt* x) const { sqlite3_finalize(x); }
};
using statement_ptr = std::unique_ptr<sqlite3_stmt, finalize_statement>;

/// One connection, used by one thread at a time. Statements are prepared once and kept; a text must
/// not be prepared again while its statement is in use, nor a list of new shape while any is.
class database {
public:
  enum class access : uint8_t { read_write, read_only };

  /// Throws `database_error` if the file cannot be opened.
  database(const std::filesystem::path& file, access how);
  ~database();

  database(const database&) = delete;
  database& operator=(const database&) = delete;

  statement prepare(std::string_view sql);
  /// For the caller to keep; it must end before the connection does.
  statement_ptr compile(std::string_view sql);
  /// Runs statements without parameters or rows.
  void execute(const char* sql);
  /// The first column of the first row, 0 if there is none.
  int64_t number(std::string_view sql);

  int64_t last_row() const { return sqlite3_last_insert_rowid(handle_); }
  /// How many rows the last statement changed.
  int changes() const { return sqlite3_changes(handle_); }
  /// The file has been deleted, or another has its name: what is written is lost with the process.
  bool is_moved() const;
  /// Ends what is running; any thread may call it.
  void interrupt() { sqlite3_interrupt(handle_); }
  /// False if SQLite has given the transaction up by itself, as it does when the disk is full.
  bool in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

private:
  sqlite3* handle_ = nullptr;
  std::unordered_map<std::string, statement_ptr> prepared_;
};

/// A statement that is used so often that looking it up by its text would show.
class kept_statement {
public:
  kept_statement(database& file, std::string_view sql) : statement_{file.compile(sql)} {}

  /// Must not be called again while what it gave is in use.
  statement operator()() { return statement{statement_.get()}; }

private:
  statement_ptr statement_;
};

}  // namespace ironbus::sqlite
