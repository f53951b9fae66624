#include "drivers/kit/draft_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace ironbus {

result<std::unique_ptr<draft_file>> draft_file::begin(const std::string& folder) {
  std::error_code unmade;
  std::filesystem::create_directories(folder, unmade);
  auto path = folder + "/.draft-XXXXXX";
  const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
  if (descriptor >= 0)
    return std::unique_ptr<draft_file>{new draft_file{folder, std::move(path), descriptor}};
  return fail(error_code::unavailable,
              "No file can be written in '" + folder + "': " + std::strerror(errno) + ".");
}

draft_file::draft_file(std::string folder, std::string path, int descriptor)
    : folder_{std::move(folder)}, path_{std::move(path)}, descriptor_{descriptor} {}

draft_file::~draft_file() {
  ::close(descriptor_);
  ::unlink(path_.c_str());  // fails where it has a name of its own
}

tl::unexpected<failure> draft_file::unwritable() const {
  return fail(error_code::unavailable,
              "A file in '" + folder_ + "' cannot be written: " + std::strerror(errno) + ".");
}

result<std::monostate> draft_file::append(std::string_view bytes) {
  digest_.add(bytes);
  while (!bytes.empty()) {
    const auto n = ::write(descriptor_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return unwritable();
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return std::monostate{};
}

std::string draft_file::sum() { return digest_.end(); }

result<std::monostate> draft_file::finish(const std::string& name, unsigned mode) {
  const auto target = folder_ + "/" + name;
  const bool done = ::fchmod(descriptor_, mode) == 0 && ::fsync(descriptor_) == 0 &&
                    ::rename(path_.c_str(), target.c_str()) == 0;
  if (!done) return unwritable();
  return std::monostate{};
}

}  // namespace ironbus
