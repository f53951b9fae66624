#include "messages/ports/store_maintenance.hpp"

#include <array>

namespace ironbus {

std::string_view to_string(store_defect defect) {
  static constexpr std::array<std::string_view, static_cast<size_t>(store_defect::count_)> names{
      "damaged_file", "unreadable",   "dangling_entry", "missing_entry", "different_row",
      "lost_row",     "key_conflict", "wrong_shard",    "unfinished"};
  return names.at(static_cast<size_t>(defect));
}

bool is_mendable(store_defect x) {
  return x != store_defect::unreadable && x != store_defect::key_conflict &&
         x != store_defect::wrong_shard && x != store_defect::unfinished;
}

}  // namespace ironbus
