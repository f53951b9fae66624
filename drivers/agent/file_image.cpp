#include "drivers/agent/file_image.hpp"

#include "messages/crypto/sha256.hpp"
#include "messages/platform/open_file.hpp"

#include <vector>

namespace ironbus {

namespace {

result<std::string> sha256_of(const open_file& opened) {
  sha256_digest digest;
  std::vector<char> block(1024 * 1024);
  for (uint64_t number = 0;;) {
    const auto got = opened.read(number, block);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) break;
    digest.add({block.data(), *got});
    number += *got;
  }
  return hexadecimal(digest.end());
}

}  // namespace

bool is_file_image(const json& instance_info) {
  const auto found = instance_info.find("image_source");
  return found != instance_info.end() && found->is_string() &&
         found->get_ref<const std::string&>().starts_with("file://");
}

result<json> describe_file_image(const json& instance_info, const image_rules& rules) {
  const auto path = path_of_file_url(instance_info.at("image_source").get<std::string>());
  if (!path) return tl::unexpected(path.error());
  const auto file = open_below(*path, rules.file_url_allowed_paths);
  if (!file) return tl::unexpected(file.error());
  if (instance_info.contains("image_checksum") || instance_info.contains("image_os_hash_value"))
    return json{{"sha256", nullptr}};
  const auto sum = sha256_of(*file);
  if (!sum) return tl::unexpected(sum.error());
  return json{{"sha256", *sum}};
}

}  // namespace ironbus
