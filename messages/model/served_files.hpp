#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// An image that a gateway serves to the agent of one deployment: driver_internal_info.image_file =
/// {"token", "sha256"?, "cached"?}. Its file is that of image_source or, with `cached`, a
/// downloaded one: IMAGE_ROOT/nodes/NODE/TOKEN. A driver notes it when it prepares the deployment.
/// The note ends with the deployment, and then the URL is no longer valid. With "url" instead of
/// the token the agent downloads it there, from a registry.
inline constexpr const char* served_image_key = "image_file";

/// The file of a downloaded image, relative to the image folder.
inline std::string cached_image_path(std::string_view node_uuid, std::string_view token) {
  return "/nodes/" + std::string{node_uuid} + "/" + std::string{token};
}

/// The path of the URL. The token makes it unguessable.
inline std::string served_image_path(std::string_view node_uuid, std::string_view token) {
  return "/v1/images/" + std::string{node_uuid} + "/" + std::string{token};
}

/// The folder of boot files for all machines, which they load first.
inline constexpr const char* network_folder = "network";
/// In that folder: the script that chains iPXE to the machine's own script.
inline constexpr const char* ipxe_script_name = "boot.ipxe";
/// The folder of GRUB's files; GRUB searches /grub by itself.
inline constexpr const char* grub_folder = "grub";

/// The URL path of a boot file that drivers have written, ROOT/folder/name.
inline std::string boot_file_path(std::string_view folder, std::string_view name) {
  return "/v1/boot/" + std::string{folder} + "/" + std::string{name};
}

}  // namespace ironbus
