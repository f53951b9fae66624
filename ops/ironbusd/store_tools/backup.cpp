#include "ops/ironbusd/store_tools/backup.hpp"

#include "gateways/archive/archive_reader.hpp"
#include "gateways/archive/archive_writer.hpp"
#include "ops/ironbusd/store_tools/record_checker.hpp"

namespace ironbus::daemon {

namespace {

/// A key rarely moves from one record to another while both are read.
constexpr int tries_max = 5;

result<backup_size> write_once(store_maintenance& source, const std::filesystem::path& file) {
  auto target = archive::writer::open(file);
  if (!target) return tl::unexpected(target.error());
  uint64_t records = 0;
  auto read = source.read([&](const stored_item& x) {
    if (std::holds_alternative<stored_aggregate>(x)) ++records;
    return target->add(x);
  });
  if (!read) return tl::unexpected(read.error());
  if (auto ended = target->end(); !ended) return tl::unexpected(ended.error());
  return backup_size{records, target->bytes()};
}

}  // namespace

result<backup_size> write_backup(store_maintenance& source, const std::filesystem::path& file) {
  std::error_code ignored;
  for (int tries = 1;; ++tries) {
    auto written = write_once(source, file);
    const bool again = !written && written.error().code == error_code::conflict &&
                       tries < tries_max && !std::filesystem::exists(file, ignored);
    if (!again) return written;
  }
}

result<uint64_t> restore_backup(store_maintenance& target, const std::filesystem::path& file,
                                uint32_t shards) {
  auto source = archive::reader::open(file);
  if (!source) return tl::unexpected(source.error());
  uint64_t records = 0;
  auto filled = target.fill([&]() -> result<std::optional<stored_item>> {
    auto item = source->next();
    const auto* x = item && *item ? std::get_if<stored_aggregate>(&**item) : nullptr;
    if (x == nullptr) return item;
    ++records;
    if (auto strange = check_shard(*x, shards)) return tl::unexpected(*std::move(strange));
    return item;
  });
  if (!filled) return tl::unexpected(filled.error());
  return records;
}

}  // namespace ironbus::daemon
