#include "gateways/archive/archive_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace ironbus::archive {

namespace {

constexpr size_t flushed_at = 1 << 20;

std::filesystem::path part_of(const std::filesystem::path& file) { return file.string() + ".part"; }

}  // namespace

result<writer> writer::open(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored))
    return fail(error_code::conflict, file.string() + " already exists; choose another name");
  const auto part = part_of(file);
  const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return fail(error_code::unavailable,
                part.string() + " cannot be written: " + std::strerror(errno));
  writer made{file, descriptor};
  if (auto begun = made.put(beginning{}); !begun) return tl::unexpected(begun.error());
  return made;
}

writer::writer(std::filesystem::path file, int descriptor)
    : file_{std::move(file)}, part_{part_of(file_)}, descriptor_{descriptor} {}

writer::writer(writer&& other) noexcept
    : file_{std::move(other.file_)},
      part_{std::move(other.part_)},
      descriptor_{std::exchange(other.descriptor_, -1)},
      waiting_{std::move(other.waiting_)},
      sum_{std::move(other.sum_)},
      lines_{other.lines_},
      bytes_{other.bytes_} {}

writer::~writer() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(part_.c_str());  // end() was not called.
}

failure writer::cannot(const char* what) const {
  return {error_code::unavailable,
          part_.string() + " cannot be " + what + ": " + std::strerror(errno)};
}

result<std::monostate> writer::add(const stored_item& x) {
  return std::visit([this](const auto& item) { return put(item); }, x);
}

result<std::monostate> writer::put(const line& content) {
  const auto text = encode_line(content) + "\n";
  sum_.add(text);
  ++lines_;
  bytes_ += text.size();
  waiting_ += text;
  return waiting_.size() < flushed_at ? result<std::monostate>{} : flush();
}

result<std::monostate> writer::flush() {
  for (std::string_view rest = waiting_; !rest.empty();) {
    const auto written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(cannot("written"));
    rest.remove_prefix(static_cast<size_t>(written));
  }
  waiting_.clear();
  return {};
}

result<std::monostate> writer::end() {
  const auto text = encode_line(ending{lines_, sum_.end()}) + "\n";
  waiting_ += text;
  bytes_ += text.size();
  if (auto flushed = flush(); !flushed) return flushed;
  if (::fsync(descriptor_) != 0) return tl::unexpected(cannot("synced to disk"));
  if (::rename(part_.c_str(), file_.c_str()) != 0) return tl::unexpected(cannot("renamed"));
  ::close(std::exchange(descriptor_, -1));
  const auto folder = file_.has_parent_path() ? file_.parent_path() : ".";
  if (const int place = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); place >= 0) {
    ::fsync(place);
    ::close(place);
  }
  return {};
}

}  // namespace ironbus::archive
