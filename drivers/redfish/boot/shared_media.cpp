#include "drivers/redfish/boot/shared_media.hpp"

#include "drivers/boot/boot_writer.hpp"
#include "drivers/kit/whole_file.hpp"
#include "drivers/redfish/client/media_transport.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/served_files.hpp"
#include "messages/platform/file_recipe.hpp"

#include <chrono>
#include <filesystem>

namespace ironbus {

namespace fs = std::filesystem;

/// An image to copy. Outside of an unnamed namespace, because coroutines hold it.
struct share_copy {
  media_share share;
  std::string section;    ///< Of the share's options.
  std::string boot_root;  ///< The source is below it.
  std::string name;
};

namespace {

constexpr unsigned shared_image_mode = 0644;

/// The file name of an image that this service serves for the node. Empty: another image.
std::string served_name(const redfish_call& call, const std::string& url) {
  const auto& service = call.context->policy->service_url;
  const auto folder = service + boot_file_path(call.request.machine.uuid, "");
  if (service.empty() || !is_uuid(call.request.machine.uuid) || !url.starts_with(folder)) return {};
  auto name = url.substr(folder.size());
  return name.find('/') == std::string::npos && !name.starts_with('.') ? name : std::string{};
}

// -- on the share, in the pool --------------------------------------------------------------------

failure share_failure(const std::string& path, const std::string& why) {
  return {error_code::unavailable, "The folder '" + path + "' " + why + "."};
}

/// A missing folder is not created: the share may not be mounted. A link in it could lead to
/// another place.
std::optional<failure> check_folders(const share_copy& wanted, const std::string& node_uuid) {
  std::error_code unknown;
  if (!fs::is_directory(wanted.share.share_path, unknown))
    return share_failure(wanted.share.share_path,
                         "of the option " + wanted.section + ".share_path does not exist");
  const auto folder = fs::path{wanted.share.share_path} / node_uuid;
  const auto type = fs::symlink_status(folder, unknown).type();
  if (type == fs::file_type::directory || type == fs::file_type::not_found) return std::nullopt;
  return share_failure(folder.string(), "is not a folder. Remove it");
}

/// The copy has the source's time, so that it can be recognised.
std::chrono::seconds time_of(const fs::path& path) {
  std::error_code unknown;
  const auto time = fs::last_write_time(path, unknown);
  return unknown ? std::chrono::seconds{-1}
                 : std::chrono::floor<std::chrono::seconds>(time.time_since_epoch());
}

bool is_copied(const composed_file& content, const fs::path& source, const fs::path& target) {
  std::error_code unknown;
  if (fs::symlink_status(target, unknown).type() != fs::file_type::regular) return false;
  return fs::file_size(target, unknown) == content.size_bytes() &&
         time_of(target) == time_of(source);
}

/// The name of a boot ISO depends on its content, which may have the token of an earlier agent.
void remove_earlier_discs(const fs::path& target) {
  if (target.extension() != ".iso") return;
  std::error_code unknown;
  for (const auto& one : fs::directory_iterator{target.parent_path(), unknown})
    if (one.path() != target && one.path().extension() == ".iso") fs::remove(one.path(), unknown);
}

result<std::string> copy_image(const share_copy& wanted, const std::string& node_uuid) {
  auto source = fs::path{wanted.boot_root} / node_uuid / wanted.name;
  const auto recipe = source.string() + std::string{recipe_suffix};
  std::error_code unknown;
  const bool is_built = fs::exists(recipe, unknown);
  if (is_built) source = recipe;
  auto content = is_built
                     ? open_recipe(recipe, {wanted.boot_root})
                     : open_below(source.string(), {wanted.boot_root}).map([](open_file&& file) {
                         return composed_file{std::move(file)};
                       });
  if (!content) return tl::unexpected(content.error());
  const auto target = fs::path{wanted.share.share_path} / node_uuid / wanted.name;
  if (!is_copied(*content, source, target)) {
    const auto copied = copy_whole(*content, target.string(), shared_image_mode);
    if (!copied) return tl::unexpected(copied.error());
    fs::last_write_time(target, fs::last_write_time(source, unknown), unknown);
  }
  remove_earlier_discs(target);
  auto base = wanted.share.base_url;
  while (base.ends_with('/')) base.pop_back();
  return base + "/" + node_uuid + "/" + wanted.name;
}

std::function<result<std::string>()> copying(const redfish_call& call, share_copy copy) {
  boot_writer who{copy.share.share_path, call.request};
  return [copy = std::move(copy), who = std::move(who)]() -> result<std::string> {
    if (auto wrong = check_folders(copy, who.uuid)) return tl::unexpected(std::move(*wrong));
    const std::function<result<std::string>()> write = [&] { return copy_image(copy, who.uuid); };
    return write_boot_files_as(who, write);
  };
}

result<std::monostate> clear_share(const boot_writer& who) {
  const auto folder = fs::path{who.root} / who.uuid;
  std::error_code error;
  if (fs::symlink_status(folder, error).type() == fs::file_type::not_found) return std::monostate{};
  const std::function<result<std::monostate>()> remove = [&]() -> result<std::monostate> {
    fs::remove_all(folder, error);
    if (!error) return std::monostate{};
    return tl::unexpected(share_failure(folder.string(), "cannot be removed: " + error.message()));
  };
  return change_boot_files_as(who, remove);
}

std::function<result<std::monostate>()> clearing(const redfish_call& call) {
  std::vector<boot_writer> all;
  for (const auto& row : share_rows())
    if (const auto& share = call.context->options.*row.share; share.is_set())
      all.emplace_back(share.share_path, call.request);
  return [all = std::move(all)]() -> result<std::monostate> {
    for (const auto& who : all)
      if (auto cleared = clear_share(who); !cleared) return cleared;
    return std::monostate{};
  };
}

// -- the transport --------------------------------------------------------------------------------

std::vector<std::string> usable_shares(const redfish_options& options) {
  std::vector<std::string> out;
  for (const auto& row : share_rows())
    if ((options.*row.share).is_set()) out.emplace_back(row.transport);
  return out;
}

/// Reads the devices only if their protocols matter.
boost::asio::awaitable<redfish_result<std::string>> transport_of(redfish_call call,
                                                                 std::string url) {
  const auto shares = usable_shares(call.context->options);
  if (call.media_transport != "auto" || shares.empty()) co_return call.media_transport;
  const auto slots = co_await find_call_media(call);
  if (!slots) co_return tl::unexpected(slots.error());
  std::vector<json> devices;
  for (const auto& slot : *slots) devices.push_back(slot.shown.body);
  co_return chosen_transport(call.media_transport, url, devices, shares);
}

step_outcome share_unset(const share_row& row) {
  const std::string section{row.section};
  return step_refused("vmedia_transport_protocol is " + std::string{row.transport} +
                      ", but the options " + section + ".base_url and " + section +
                      ".share_path are not set.");
}

}  // namespace

shared_image place_on_share(redfish_call call, std::string url) {
  wanted_image out{url, call.media_transport};
  auto name = served_name(call, url);
  if (name.empty()) co_return out;
  auto transport = co_await transport_of(call, std::move(url));
  if (!transport) co_return tl::unexpected(redfish_step_failed(transport.error()));
  out.transport = std::move(*transport);
  const auto* row = share_row_of(out.transport);
  if (row == nullptr) co_return out;
  const auto& share = call.context->options.*row->share;
  if (!share.is_set()) co_return tl::unexpected(share_unset(*row));
  share_copy copy{share, std::string{row->section}, call.context->policy->boot_root,
                  std::move(name)};
  auto work = copying(call, std::move(copy));
  auto placed = co_await call.context->files.run(call.request.allowed, std::move(work));
  if (!placed) co_return tl::unexpected(step_failed(placed.error().message));
  out.url = std::move(*placed);
  out.user = share.username;
  out.password = share.password;
  co_return out;
}

boost::asio::awaitable<std::optional<failure>> clear_shares(redfish_call call) {
  if (!is_uuid(call.request.machine.uuid)) co_return std::nullopt;
  auto work = clearing(call);
  const auto done = co_await call.context->files.run(call.request.allowed, std::move(work));
  if (done) co_return std::nullopt;
  co_return done.error();
}

bool is_on_share(const redfish_call& call, const std::string& shown) {
  return !usable_shares(call.context->options).empty() &&
         shown.find("/" + call.request.machine.uuid + "/") != std::string::npos;
}

}  // namespace ironbus
