#include "gateways/sqlite/store_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ironbus::sqlite {

failure file_failure(const std::filesystem::path& file, const failure& why) {
  return {why.code, "store file " + file.string() + ": " + why.message};
}

void create_private(const std::filesystem::path& file) {
  int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor >= 0) ::close(descriptor);
}

void give_owner_of(const std::filesystem::path& model, const std::filesystem::path& file) {
  struct stat found {};
  if (::geteuid() != 0 || ::stat(model.c_str(), &found) != 0) return;
  // If it fails, the service's user cannot open the file and gets an error.
  [[maybe_unused]] const int given = ::chown(file.c_str(), found.st_uid, found.st_gid);
}

uintmax_t size_of(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

std::optional<failure> check_not_lost(const std::filesystem::path& file, const file_lock& lock) {
  if (size_of(file) > 0) return std::nullopt;
  const bool has_log = size_of(file.string() + "-wal") > 0;
  if (!has_log && !lock.store_was_made()) return std::nullopt;
  return failure{error_code::invalid,
                 "it is empty, but " + file.filename().string() + (has_log ? "-wal" : ".lock") +
                     " beside it shows that a store existed here. Put the file back, or fill a new "
                     "one with `ironbusd store restore`. To start without any node, delete the "
                     "files beside it"};
}

}  // namespace ironbus::sqlite
