#include "drivers/image/part_file.hpp"

#include "drivers/kit/whole_file.hpp"
#include "messages/base/json.hpp"
#include "messages/base/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

namespace ironbus {

namespace {

constexpr unsigned part_mode = 0600;
constexpr size_t reread_at_once = 1024 * 1024;

std::string notes_of(const std::string& path) { return path + ".json"; }

json read_notes(const std::string& path) {
  std::ifstream source_file{notes_of(path)};
  std::ostringstream text;
  text << source_file.rdbuf();
  auto notes = parse_json(text.str());
  return source_file && notes && notes->is_object() ? std::move(*notes) : json::object();
}

}  // namespace

part_file::part_file(std::string path, owned_fd file, const std::string& algorithm)
    : path_{std::move(path)},
      algorithm_{algorithm},
      file_{std::move(file)},
      wanted_{algorithm},
      sha256_{"sha256"} {}

failure part_file::unwritable() const {
  return {error_code::unavailable,
          "The file '" + path_ + "' cannot be written: " + std::strerror(errno)};
}

result<part_file> part_file::open(const std::string& path, const std::string& algorithm) {
  owned_fd file{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, part_mode)};
  part_file out{path, std::move(file), algorithm};
  if (!out.file_) return tl::unexpected(out.unwritable());
  const auto notes = read_notes(path);
  out.validator_ = member_text(notes, "validator");
  if (const auto total = notes.find("total"); total != notes.end() && total->is_number_unsigned())
    out.total_ = total->get<uint64_t>();
  auto wrong = out.validator_.empty() ? out.restart({}, {}) : out.read_again();
  if (wrong) return tl::unexpected(std::move(*wrong));
  return out;
}

std::optional<failure> part_file::read_again() {
  std::vector<char> block(reread_at_once);
  for (;;) {
    const auto got = ::pread(file_.get(), block.data(), block.size(), static_cast<off_t>(bytes_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 || (total_ && bytes_ + static_cast<uint64_t>(got) > *total_))
      return restart({}, {});
    if (got == 0) return std::nullopt;
    const std::string_view part{block.data(), static_cast<size_t>(got)};
    wanted_.add(part);
    sha256_.add(part);
    bytes_ += part.size();
  }
}

std::optional<failure> part_file::restart(std::string validator, std::optional<uint64_t> total) {
  if (::ftruncate(file_.get(), 0) != 0) return unwritable();
  bytes_ = 0;
  wanted_ = digest{algorithm_};
  sha256_ = digest{"sha256"};
  validator_ = std::move(validator);
  total_ = total;
  json notes = {{"validator", validator_}};
  if (total_) notes["total"] = *total_;
  const auto noted = write_whole(notes_of(path_), to_text(notes), part_mode);
  if (!noted) return noted.error();
  return std::nullopt;
}

std::optional<failure> part_file::append(std::string_view part) {
  wanted_.add(part);
  sha256_.add(part);
  while (!part.empty()) {
    const auto n = ::pwrite(file_.get(), part.data(), part.size(), static_cast<off_t>(bytes_));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return unwritable();
    bytes_ += static_cast<uint64_t>(n);
    part.remove_prefix(static_cast<size_t>(n));
  }
  return std::nullopt;
}

result<part_file::sums> part_file::end() {
  if (::fsync(file_.get()) != 0) return tl::unexpected(unwritable());
  return sums{wanted_.end(), sha256_.end()};
}

void part_file::remove(const std::string& path) {
  ::unlink(path.c_str());
  ::unlink(notes_of(path).c_str());
}

}  // namespace ironbus
