#include "drivers/agent/file_image.hpp"

#include "drivers/agent/image_fields.hpp"
#include "drivers/image/image_job.hpp"
#include "messages/platform/open_file.hpp"

namespace ironbus {

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
  if (!rules.disable_deep_image_inspection)
    if (auto wrong = inspect_image(*file, info_text(instance_info, "image_disk_format"),
                                   rules.permitted_image_formats))
      return tl::unexpected(std::move(*wrong));
  if (instance_info.contains("image_checksum") || instance_info.contains("image_os_hash_value"))
    return json{{"sha256", nullptr}};
  const auto sum = sum_of("sha256", *file);
  if (!sum) return tl::unexpected(sum.error());
  return json{{"sha256", *sum}};
}

}  // namespace ironbus
