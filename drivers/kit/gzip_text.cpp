#include "drivers/kit/gzip_text.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <memory>

namespace ironbus {

namespace {

constexpr size_t piece_bytes = 64 * 1024;

struct gzip_closer {
  void operator()(archive* opened) const { archive_read_free(opened); }
};

using gzip_reader = std::unique_ptr<archive, gzip_closer>;

/// A reader for gzip only; null if the text is not gzip.
gzip_reader open_gzip(std::string_view body) {
  gzip_reader out{archive_read_new()};
  archive_entry* entry = nullptr;
  if (!out || archive_read_support_filter_gzip(out.get()) != ARCHIVE_OK ||
      archive_read_support_format_raw(out.get()) != ARCHIVE_OK ||
      archive_read_open_memory(out.get(), body.data(), body.size()) != ARCHIVE_OK ||
      archive_read_next_header(out.get(), &entry) != ARCHIVE_OK ||
      archive_filter_code(out.get(), 0) != ARCHIVE_FILTER_GZIP)
    return nullptr;
  return out;
}

}  // namespace

std::optional<std::string> gunzip(std::string_view body, size_t bytes_max) {
  const auto opened = open_gzip(body);
  if (!opened) return std::nullopt;
  std::string out;
  std::array<char, piece_bytes> piece{};
  for (;;) {
    const auto count = archive_read_data(opened.get(), piece.data(), piece.size());
    if (count == 0) return out;
    if (count < 0 || out.size() + static_cast<size_t>(count) > bytes_max) return std::nullopt;
    out.append(piece.data(), static_cast<size_t>(count));
  }
}

}  // namespace ironbus
