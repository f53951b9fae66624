#pragma once

#include "gateways/sqlite/database/database.hpp"

namespace ironbus::sqlite {

/// Several reads of one moment: nothing falls between them as long as it lives.
class snapshot_read {
public:
  explicit snapshot_read(database& file) : file_{file} { file_.prepare("BEGIN").run(); }
  ~snapshot_read() {
    try {
      file_.prepare("END").run();
    } catch (const database_error&) {
      // A read transaction that cannot end has none of our data; the next BEGIN reports it.
    }
  }
  snapshot_read(const snapshot_read&) = delete;
  snapshot_read& operator=(const snapshot_read&) = delete;

private:
  database& file_;
};

}  // namespace ironbus::sqlite
