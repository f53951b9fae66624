#include "gateways/sqlite/file_condition.hpp"

#include "gateways/sqlite/store_file.hpp"
#include "messages/platform/log.hpp"

namespace ironbus::sqlite {

void file_condition::note(const std::string& what) {
  std::lock_guard guard{mutex_};
  if (trouble_) return;
  trouble_ = file_failure(file_, {error_code::unavailable, what});
  ++damaged_;
  log::error("the store is damaged", {{log_key::store, "sqlite"},
                                      {log_key::file, file_.string()},
                                      {log_key::error, trouble_->message}});
}

void file_condition::note(const database_error& error) {
  if (!error.is_damage()) return;
  note(std::string{"it is damaged: "} + error.what() +
       ". `ironbusd store check` lists the damage. Stop the process and run `ironbusd store "
       "repair`, or "
       "restore a back-up");
}

void file_condition::check_location(const database& file) {
  if (file.is_moved())
    note(
        "it was moved or deleted while in use, so ironbus no longer writes to it. "
        "Put it back and restart");
}

std::optional<failure> file_condition::trouble() const {
  std::lock_guard guard{mutex_};
  return trouble_;
}

}  // namespace ironbus::sqlite
