#include "drivers/agent/agent_interface.hpp"

#include "drivers/agent/agent_steps_run.hpp"
#include "drivers/agent/image.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/strand.hpp>
#include <spdlog/spdlog.h>

#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using outcome = asio::awaitable<step_outcome>;

json text_or_null(const json& in, const char* key) {
  const auto at = in.find(key);
  return at != in.end() && at->is_string() ? *at : json{};
}

// Lists in braces stand in plain functions: g++ 12 cannot keep them in a coroutine.

/// What disk erasure reads from its node; by the names that agents know.
facts erasure_settings() {
  facts out;
  out.driver_internal_info = {{"agent_erase_devices_iterations", 1},
                              {"agent_erase_devices_zeroize", true},
                              {"agent_continue_if_secure_erase_failed", false},
                              {"agent_continue_if_ata_erase_failed", false},
                              {"agent_enable_nvme_secure_erase", true},
                              {"agent_enable_ata_secure_erase", true},
                              {"disk_erasure_concurrency", 4},
                              {"agent_erase_skip_read_only", false}};
  return out;
}

agent_order simple_order(const char* name, bool wait) {
  agent_order out;
  out.name = name;
  out.wait = wait;
  return out;
}

agent_order bootloader_order(const json& partitions, const std::string& mode) {
  auto out = simple_order("image.install_bootloader", false);
  out.params = {{"root_uuid", text_or_null(partitions, "root uuid")},
                {"efi_system_part_uuid", text_or_null(partitions, "efi system partition uuid")},
                {"prep_boot_part_uuid", text_or_null(partitions, "prep boot partition uuid")},
                {"target_boot_mode", mode}};
  return out;
}

facts boot_facts(const json& partitions, const std::string& mode, bool whole) {
  const auto root = text_or_null(partitions, "root uuid");
  facts out;
  out.driver_internal_info = {{"is_whole_disk_image", whole},
                              {"deploy_boot_mode", mode},
                              {"root_uuid_or_disk_id", root},
                              {"instance", {{"root_uuid", root}}}};
  return out;
}

agent_order rescue_order(const json& password) {
  auto out = simple_order("rescue.finalize_rescue", false);
  out.params = {{"rescue_password", password}, {"hashed", false}};
  return out;
}

outcome prepare_cleaning(const agent_client&, step_request) {
  co_return step_done(erasure_settings());
}

outcome collect(const agent_client& agents, step_request x) {
  co_return co_await collect_steps(agents, x);
}

outcome write_image(const agent_client& agents, step_request x) {
  auto args = write_image_args(x.on);
  if (x.what.args.is_object()) args.update(x.what.args);
  co_return co_await hand_over(agents, x, std::move(args));
}

std::string boot_mode_of(const machine& on) {
  const auto known = text_or_null(on.driver_internal_info, "deploy_boot_mode");
  if (known.is_string()) return known.get<std::string>();
  const auto capabilities = text_or_null(on.properties, "capabilities");
  const bool bios = capabilities.is_string() && capabilities.get_ref<const std::string&>().find(
                                                    "boot_mode:bios") != std::string::npos;
  return bios ? "bios" : "uefi";
}

/// An image of a whole disk brings its boot loader; firmware in UEFI mode still has to hear of it.
outcome prepare_instance_boot(const agent_client& agents, step_request x) {
  const auto mode = boot_mode_of(x.on);
  const bool whole = is_whole_disk_image(x.on.instance_info);
  json partitions = json::object();
  const auto found = co_await agents.order(x.on, simple_order("standby.get_partition_uuids", true));
  if (found && found->status == command_status::succeeded)
    partitions = found->result;
  else if (!whole && !found)
    co_return not_told(found.error());
  else if (!whole)
    co_return step_failed("The agent does not say where the image is: " + found->error);
  if (!whole || mode == "uefi") {
    const auto done = co_await agents.carry_out(x.on, bootloader_order(partitions, mode));
    if (!done) co_return not_told(done.error());
  }
  co_return step_done(boot_facts(partitions, mode, whole));
}

/// What is on its way to the disks gets there. An agent that does not answer any more is no reason
/// to fail: the machine is powered off either way.
outcome tear_down_agent(const agent_client& agents, step_request x) {
  const auto synced = co_await agents.order(x.on, simple_order("standby.sync", true));
  if (!synced) spdlog::warn("node={} standby.sync: {}", x.on.uuid, synced.error().message);
  const char* last = x.on.disable_power_off ? "system.lockdown" : "standby.power_off";
  const auto off = co_await agents.order(x.on, simple_order(last, false));
  co_return step_done(facts{}, off ? "the agent powers off" : "the agent did not answer");
}

outcome finalize_rescue(const agent_client& agents, step_request x) {
  const auto password = text_or_null(x.on.instance_info, "rescue_password");
  if (!password.is_string()) co_return step_failed("instance_info lacks rescue_password.");
  const auto done = co_await agents.carry_out(x.on, rescue_order(password));
  if (!done) co_return not_told(done.error());
  co_return step_done();
}

struct agent_row {
  std::string_view interface;
  std::string_view step;
  outcome (*act)(const agent_client&, step_request);
};

constexpr std::array agent_rows{
    agent_row{"deploy", "prepare_cleaning", &prepare_cleaning},
    agent_row{"deploy", "get_clean_steps", &collect},
    agent_row{"deploy", "get_deploy_steps", &collect},
    agent_row{"deploy", "get_service_steps", &collect},
    agent_row{"deploy", "write_image", &write_image},
    agent_row{"deploy", "prepare_instance_boot", &prepare_instance_boot},
    agent_row{"deploy", "tear_down_agent", &tear_down_agent},
    agent_row{"rescue", "finalize_rescue", &finalize_rescue},
};

outcome act(const agent_client& agents, step_request x) {
  for (const auto& row : agent_rows)
    if (row.interface == x.what.interface && row.step == x.what.name)
      co_return co_await row.act(agents, std::move(x));
  if (!x.what.in_agent) co_return step_done();
  auto args = x.what.args;
  co_return co_await hand_over(agents, x, std::move(args));
}

/// Only what is handed over goes on by itself; the others are done with their call.
bool is_handed_over(const step_request& x) {
  if (!x.what.in_agent) return false;
  for (const auto& row : agent_rows)
    if (row.interface == x.what.interface && row.step == x.what.name)
      return row.act == &write_image;
  return true;
}

using watched = asio::awaitable<std::optional<step_outcome>>;

watched watch(const agent_client& agents, step_request x) {
  co_return co_await watch_step(agents, x);
}

watched find_again(const agent_client& agents, step_request x) {
  co_return co_await find_step_again(agents, x);
}

/// Runs a coroutine on a strand of its own; a defect in it is logged and ends as `otherwise`.
template <class T>
void spawn_call(const std::shared_ptr<agent_world>& world, asio::awaitable<T> call,
                std::function<void(T)> done, T otherwise) {
  asio::co_spawn(asio::make_strand(world->io), std::move(call),
                 [world, done = std::move(done), otherwise = std::move(otherwise)](
                     const std::exception_ptr& thrown, T x) mutable {
                   if (!thrown) return done(std::move(x));
                   try {
                     std::rethrow_exception(thrown);
                   } catch (const std::exception& e) {
                     spdlog::error("a call of an agent broke off: {}", e.what());
                   }
                   done(std::move(otherwise));
                 });
}

}  // namespace

agent_interface::agent_interface(std::shared_ptr<agent_world> world) : world_{std::move(world)} {}

void agent_interface::run(step_request x, step_callback done) {
  spawn_call<step_outcome>(
      world_, act(world_->client, std::move(x)), std::move(done),
      step_failed(
          "The driver broke off because of a defect; the log of its worker has the cause."));
}

void agent_interface::recover(step_request x, recover_callback done) {
  if (!is_handed_over(x)) return driver_interface::recover(std::move(x), std::move(done));
  spawn_call<std::optional<step_outcome>>(world_, find_again(world_->client, std::move(x)),
                                          std::move(done), std::nullopt);
}

void agent_interface::probe(step_request x, recover_callback done) {
  spawn_call<std::optional<step_outcome>>(world_, watch(world_->client, std::move(x)),
                                          std::move(done), std::nullopt);
}

}  // namespace ironbus
