#include "ops/simulator/agent/iso_reader.hpp"

namespace ironbus::simulator {

namespace asio = boost::asio;

/// Outside the unnamed namespace, because coroutine frames contain it.
struct iso_extent {
  uint64_t sector = 0;
  uint64_t bytes = 0;
};

namespace {

constexpr uint64_t sector_bytes = 2048;
constexpr uint64_t volume_sector = 16;
constexpr size_t root_place = 156;
constexpr size_t record_bytes_min = 34;
constexpr uint64_t file_bytes_max = 64UL * 1024;

uint64_t number_at(const std::string& text, size_t place) {
  uint64_t out = 0;
  for (size_t i = 4; i-- > 0;) out = (out << 8U) | static_cast<unsigned char>(text[place + i]);
  return out;
}

iso_extent extent_at(const std::string& text, size_t record) {
  return {number_at(text, record + 2), number_at(text, record + 10)};
}

std::optional<iso_extent> find_name(const std::string& folder, const std::string& name) {
  for (size_t place = 0; place + record_bytes_min <= folder.size();) {
    const size_t bytes = static_cast<unsigned char>(folder[place]);
    if (bytes == 0) {
      place = (place / sector_bytes + 1) * sector_bytes;
      continue;
    }
    const size_t length = static_cast<unsigned char>(folder[place + 32]);
    if (bytes < record_bytes_min || place + 33 + length > folder.size()) return std::nullopt;
    if (folder.compare(place + 33, length, name) == 0) return extent_at(folder, place);
    place += bytes;
  }
  return std::nullopt;
}

asio::awaitable<std::optional<std::string>> read_extent(api_client& service, std::string target,
                                                        iso_extent where, uint64_t disc_bytes) {
  std::string out;
  if (where.bytes > file_bytes_max || where.sector * sector_bytes + where.bytes > disc_bytes)
    co_return std::nullopt;
  while (out.size() < where.bytes) {
    const auto first = where.sector * sector_bytes + out.size();
    const auto got = co_await service.get_part(target, first, sector_bytes);
    if (got.status != 206 || got.text.size() != sector_bytes) co_return std::nullopt;
    out += got.text;
  }
  out.resize(where.bytes);
  co_return out;
}

}  // namespace

asio::awaitable<std::optional<std::string>> read_iso_file(api_client& service, std::string target,
                                                          std::vector<std::string> path) {
  const auto bytes = co_await service.size_of(target);
  if (!bytes || *bytes % sector_bytes != 0) co_return std::nullopt;
  const iso_extent first{volume_sector, sector_bytes};
  const auto volume = co_await read_extent(service, target, first, *bytes);
  if (!volume || volume->compare(0, 6, "\1CD001") != 0) co_return std::nullopt;
  if (number_at(*volume, 80) * sector_bytes != *bytes) co_return std::nullopt;
  auto found = extent_at(*volume, root_place);
  for (const auto& name : path) {
    const auto folder = co_await read_extent(service, target, found, *bytes);
    const auto next = folder ? find_name(*folder, name) : std::nullopt;
    if (!next) co_return std::nullopt;
    found = *next;
  }
  co_return co_await read_extent(service, std::move(target), found, *bytes);
}

}  // namespace ironbus::simulator
