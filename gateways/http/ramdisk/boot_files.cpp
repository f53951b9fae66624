#include "gateways/http/ramdisk/file_answer.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/model/served_files.hpp"
#include "messages/platform/file_recipe.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// Whether the text is a valid boot file name: no separator, not hidden, not relative, and not the
/// name of a recipe, which describes another file.
bool is_boot_name(const std::string& text) {
  return !text.empty() && text.front() != '.' && !text.ends_with(recipe_suffix) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
         });
}

/// Opens the file, or the files that the recipe of this name combines.
result<composed_file> open_boot_file(const std::string& path, const std::string& root) {
  auto file = open_below(path, {root});
  if (file) return composed_file{std::move(*file)};
  if (file.error().code != error_code::not_found) return tl::unexpected(file.error());
  return open_recipe(path + std::string{recipe_suffix}, {root});
}

void send_file_of(const call_ptr& call, const std::string& folder, const std::string& name) {
  const failure none{error_code::not_found, "No boot file at this address."};
  const auto& root = call->services.policy.boot_root;
  if (root.empty() || !is_boot_name(folder) || !is_boot_name(name)) return call->refuse(none);
  const auto file = open_boot_file(root + "/" + folder + "/" + name, root);
  if (!file) {
    if (file.error().code != error_code::not_found)
      log::warn("cannot serve a boot file", {{log_key::error, file.error().message}});
    return call->refuse(none);
  }
  call->respond(file_answer(call->request, *file, call->services.time.now()));
}

}  // namespace

void send_boot_file(const call_ptr& call) {
  send_file_of(call, call->arguments[0], call->arguments[1]);
}

void send_grub_file(const call_ptr& call) { send_file_of(call, grub_folder, call->arguments[0]); }

}  // namespace ironbus::http
