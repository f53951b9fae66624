#include "drivers/kit/iso_image.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>

namespace ironbus {

namespace {

using archive_ptr = std::unique_ptr<archive, decltype(&archive_write_free)>;
using entry_ptr = std::unique_ptr<archive_entry, decltype(&archive_entry_free)>;

la_ssize_t append_part(archive*, void* target, const void* part, size_t size) {
  static_cast<std::string*>(target)->append(static_cast<const char*>(part), size);
  return static_cast<la_ssize_t>(size);
}

tl::unexpected<failure> broken(const archive_ptr& archive_ptr) {
  const auto* why = archive_error_string(archive_ptr.get());
  return fail(error_code::internal, "Cannot build the ISO image: " +
                                        std::string{why != nullptr ? why : "unknown error"} + ".");
}

bool append_file(const archive_ptr& target, const iso_file& file) {
  const entry_ptr entry{archive_entry_new(), &archive_entry_free};
  archive_entry_set_pathname(entry.get(), file.path.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), 0, 0);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(file.content.size()));
  return archive_write_header(target.get(), entry.get()) == ARCHIVE_OK &&
         archive_write_data(target.get(), file.content.data(), file.content.size()) ==
             static_cast<la_ssize_t>(file.content.size());
}

std::string format_options(const iso_options& options) {
  auto out = "iso9660:volume-id=" + options.label + ",iso9660:joliet,iso9660:rockridge=useful";
  if (options.boot_file.empty()) return out;
  out += ",iso9660:boot=" + options.boot_file + ",iso9660:boot-type=no-emulation,iso9660:!pad";
  if (options.is_boot_info_wanted) out += ",iso9660:boot-info-table,iso9660:boot-load-size=4";
  return out;
}

/// The library writes the primary volume label in capitals and without special characters, as
/// ECMA-119 requires. Readers of config drives need it unchanged. Its offset is fixed by the
/// standard.
void put_label(std::string& image, const std::string& label) {
  constexpr size_t place = 16 * 2048 + 40;
  constexpr size_t length = 32;
  if (image.size() < place + length) return;
  auto text = label.substr(0, length);
  text.resize(length, ' ');
  image.replace(place, length, text);
}

}  // namespace

result<std::string> make_iso_image(const iso_options& options, const std::vector<iso_file>& files) {
  std::string out;
  const archive_ptr target{archive_write_new(), &archive_write_free};
  bool good =
      archive_write_set_format_iso9660(target.get()) == ARCHIVE_OK &&
      archive_write_set_options(target.get(), format_options(options).c_str()) == ARCHIVE_OK &&
      archive_write_set_bytes_in_last_block(target.get(), 1) == ARCHIVE_OK &&
      archive_write_open(target.get(), &out, nullptr, &append_part, nullptr) == ARCHIVE_OK;
  for (const auto& x : files) good = good && append_file(target, x);
  if (!good || archive_write_close(target.get()) != ARCHIVE_OK) return broken(target);
  put_label(out, options.label);
  return out;
}

result<std::string> compress_gzip(const std::string& content) {
  std::string out;
  const archive_ptr target{archive_write_new(), &archive_write_free};
  const entry_ptr entry{archive_entry_new(), &archive_entry_free};
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  const bool good =
      archive_write_set_format_raw(target.get()) == ARCHIVE_OK &&
      archive_write_add_filter_gzip(target.get()) == ARCHIVE_OK &&
      archive_write_set_options(target.get(), "gzip:!timestamp") == ARCHIVE_OK &&
      archive_write_set_bytes_in_last_block(target.get(), 1) == ARCHIVE_OK &&
      archive_write_open(target.get(), &out, nullptr, &append_part, nullptr) == ARCHIVE_OK &&
      archive_write_header(target.get(), entry.get()) == ARCHIVE_OK &&
      archive_write_data(target.get(), content.data(), content.size()) ==
          static_cast<la_ssize_t>(content.size()) &&
      archive_write_close(target.get()) == ARCHIVE_OK;
  if (!good) return broken(target);
  return out;
}

}  // namespace ironbus
