#include "ops/simulator/mockup/document_folder.hpp"

#include "drivers/redfish/client/redfish_document.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace ironbus::simulator {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view document_name = "index.json";
constexpr json_limits file_limits{.bytes = 16 * 1024 * 1024, .depth = 40};
constexpr size_t bytes_max = 256 * 1024 * 1024;
constexpr size_t documents_max = 50'000;
constexpr int depth_max = 32;

tl::unexpected<failure> unusable(const std::string& place, const std::string& why) {
  return fail(error_code::invalid, "'" + place + "' " + why);
}

/// The top folder of the documents, and the Redfish path that it stands for.
struct layout {
  fs::path top;
  std::string path;
};

result<layout> find_layout(const std::string& folder) {
  std::error_code failed;
  const fs::path place{folder};
  if (fs::is_regular_file(place / "redfish/v1" / document_name, failed))
    return layout{place / "redfish", "/redfish"};
  if (fs::is_regular_file(place / document_name, failed)) return layout{place, "/redfish/v1"};
  return unusable(folder, "has no redfish/v1/index.json and no index.json");
}

result<json> read_document(const fs::path& file) {
  std::error_code failed;
  const auto size = fs::file_size(file, failed);
  if (failed) return unusable(file.string(), "cannot be read: " + failed.message());
  if (size > file_limits.bytes)
    return unusable(file.string(), "has " + std::to_string(size) +
                                       " bytes; allowed: " + std::to_string(file_limits.bytes));
  std::ifstream stream{file, std::ios::binary};
  const std::string text{std::istreambuf_iterator<char>{stream}, {}};
  if (!stream) return unusable(file.string(), "cannot be read");
  // As the driver reads it: some BMCs repeat members, or show larger numbers than JSON readers
  // take.
  auto out = read_redfish_text(text, file_limits);
  if (!out) return unusable(file.string(), "is not JSON: " + out.error().message);
  if (!out->is_object()) return unusable(file.string(), "is not a JSON object");
  return out;
}

std::string path_of_file(const layout& where, const fs::path& file) {
  const auto below = file.parent_path().lexically_relative(where.top).generic_string();
  return below == "." ? where.path : where.path + "/" + below;
}

}  // namespace

result<documents> read_documents(const std::string& folder) {
  const auto where = find_layout(folder);
  if (!where) return tl::unexpected(where.error());
  documents out;
  size_t bytes = 0;
  std::error_code failed;
  fs::recursive_directory_iterator entry{where->top, failed};
  for (; !failed && entry != fs::recursive_directory_iterator{}; entry.increment(failed)) {
    if (entry.depth() > depth_max)
      return unusable(folder, "has more than " + std::to_string(depth_max) + " levels of folders");
    if (entry->path().filename() != document_name ||
        fs::symlink_status(entry->path(), failed).type() != fs::file_type::regular)
      continue;
    bytes += entry->file_size(failed);
    if (bytes > bytes_max || out.size() >= documents_max)
      return unusable(folder, "has more than " + std::to_string(documents_max) + " documents or " +
                                  std::to_string(bytes_max) + " bytes");
    auto document = read_document(entry->path());
    if (!document) return tl::unexpected(document.error());
    out[path_of_file(*where, entry->path())] = std::move(*document);
  }
  if (failed) return unusable(folder, "cannot be read: " + failed.message());
  return out;
}

}  // namespace ironbus::simulator
