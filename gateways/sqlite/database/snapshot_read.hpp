#pragma once

#include "gateways/sqlite/database/database.hpp"

namespace ironbus::sqlite {

/// A read transaction: all reads during its life see the same state.
class snapshot_read {
public:
  explicit snapshot_read(database& file) : file_{file} { file_.prepare("BEGIN").run(); }
  ~snapshot_read() {
    try {
      file_.prepare("END").run();
    } catch (const database_error&) {
      // A read transaction that cannot end contains no data of ours; the next BEGIN reports it.
    }
  }
  snapshot_read(const snapshot_read&) = delete;
  snapshot_read& operator=(const snapshot_read&) = delete;

private:
  database& file_;
};

}  // namespace ironbus::sqlite
