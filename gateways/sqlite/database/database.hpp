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

/// An error of SQLite. It stays within this folder; the store converts it into a `failure`.
class database_error : public std::runtime_error {
public:
  database_error(sqlite3* handle, std::string_view doing);
  explicit database_error(const std::string& what) : std::runtime_error{what} {}

  /// An error for damage that an examination found.
  static database_error damage(const std::string& what);

  /// The file's content is inconsistent, so a retry is useless.
  bool is_damage() const;
  /// The disk is full or the file is read-only. Such a transaction was not done.
  bool is_refusal() const;

private:
  int code_ = 0;
};

/// A prepared statement in use: bind, then step. The destructor resets it for the next use.
class statement {
public:
  explicit statement(sqlite3_stmt* x) : statement_{x} {}
  statement(statement&& x) noexcept : statement_{std::exchange(x.statement_, nullptr)} {}
  statement& operator=(statement&&) = delete;
  ~statement();

  /// Binds the next parameter. Does not copy the text, which must live until the last step.
  statement& operator<<(std::string_view x);
  statement& operator<<(std::string&&) = delete;
  statement& operator<<(int64_t x);
  statement& operator<<(std::nullptr_t);

  /// True if there is a row to read.
  bool step();
  /// Runs a statement without rows.
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

/// One connection, used by one thread at a time. Statements are prepared once and kept. Do not
/// prepare a text again while its statement is in use, nor a list of a new shape while any
/// statement is.
class database {
public:
  enum class access : uint8_t { read_write, read_only };

  /// Throws `database_error` if the file cannot be opened.
  database(const std::filesystem::path& file, access how);
  ~database();

  database(const database&) = delete;
  database& operator=(const database&) = delete;

  statement prepare(std::string_view sql);
  /// A statement for the caller to keep. It must be destroyed before the connection.
  statement_ptr compile(std::string_view sql);
  /// Runs statements without parameters or rows.
  void execute(const char* sql);
  /// The first column of the first row; 0 without rows.
  int64_t number(std::string_view sql);

  int64_t last_row() const { return sqlite3_last_insert_rowid(handle_); }
  /// The number of rows that the last statement changed.
  int changes() const { return sqlite3_changes(handle_); }
  /// The file was deleted or replaced: later writes are lost with the process.
  bool is_moved() const;
  /// Interrupts the running statement. Callable from any thread.
  void interrupt() { sqlite3_interrupt(handle_); }
  /// False if SQLite has rolled back the transaction, as it does when the disk is full.
  bool in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

private:
  sqlite3* handle_ = nullptr;
  std::unordered_map<std::string, statement_ptr> prepared_;
};

/// A frequently used statement, kept to avoid the lookup by text.
class kept_statement {
public:
  kept_statement(database& file, std::string_view sql) : statement_{file.compile(sql)} {}

  /// Do not call it again while its last result is in use.
  statement operator()() { return statement{statement_.get()}; }

private:
  statement_ptr statement_;
};

}  // namespace ironbus::sqlite
