#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// An image that a gateway hands to one deployment's agent: driver_internal_info.image_file =
/// {"token", "sha256"?, "cached"?}. It lies on the file that image_source names, or, `cached`, on
/// one that was fetched: IMAGE_ROOT/nodes/NODE/TOKEN. A driver notes it when the deployment is
/// prepared; it is gone with the deployment, and then the address leads nowhere. With "url" in the
/// token's place the agent fetches it there, from a registry.
inline constexpr const char* served_image_key = "image_file";

/// The file of an image that was fetched, below the folder of all that were.
inline std::string cached_image_path(std::string_view node_uuid, std::string_view token) {
  return "/nodes/" + std::string{node_uuid} + "/" + std::string{token};
}

/// The path below the service's address. The token is what makes it unguessable.
inline std::string served_image_path(std::string_view node_uuid, std::string_view token) {
  return "/v1/images/" + std::string{node_uuid} + "/" + std::string{token};
}

/// The folder of boot files that are every machine's: what it loads first.
inline constexpr const char* network_folder = "network";
/// In it: the script that sends iPXE on to that of its machine.
inline constexpr const char* ipxe_script_name = "boot.ipxe";
/// The folder of what GRUB reads, which is where GRUB looks for it by itself: /grub.
inline constexpr const char* grub_folder = "grub";

/// The path below the service's address of a boot file that drivers have written, ROOT/folder/name.
inline std::string boot_file_path(std::string_view folder, std::string_view name) {
  return "/v1/boot/" + std::string{folder} + "/" + std::string{name};
}

}  // namespace ironbus
