#include "gateways/http/ramdisk/file_answer.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/model/served_files.hpp"
#include "messages/platform/open_file.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// A name of ours: no separators, nothing hidden, nothing relative.
bool is_boot_name(const std::string& text) {
  return !text.empty() && text.front() != '.' && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

void send_file_of(const call_ptr& call, const std::string& folder, const std::string& name) {
  const failure none{error_code::not_found, "There is no boot file at this address."};
  const auto& root = call->services.policy.boot_root;
  if (root.empty() || !is_boot_name(folder) || !is_boot_name(name)) return call->refuse(none);
  auto file = open_below(root + "/" + folder + "/" + name, {root});
  if (!file) return call->refuse(none);
  call->respond(file_answer(call->request, std::move(*file), call->services.time.now()));
}

}  // namespace

void send_boot_file(const call_ptr& call) {
  send_file_of(call, call->arguments[0], call->arguments[1]);
}

void send_grub_file(const call_ptr& call) { send_file_of(call, grub_folder, call->arguments[0]); }

}  // namespace ironbus::http
