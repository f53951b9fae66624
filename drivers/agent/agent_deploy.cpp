#include "drivers/agent/agent_deploy.hpp"

#include "drivers/agent/agent_steps_run.hpp"
#include "drivers/agent/image.hpp"
#include "drivers/agent/image_fields.hpp"
#include "drivers/agent/image_preparation.hpp"
#include "drivers/agent/ramdisk_logs.hpp"
#include "drivers/kit/capabilities.hpp"
#include "drivers/kit/config_drive.hpp"
#include "messages/platform/log.hpp"

namespace ironbus {

namespace asio = boost::asio;

namespace {

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

std::function<result<std::string>()> drive_work(json drive, const machine& target_machine) {
  return [drive = std::move(drive), &target_machine] {
    return make_config_drive(drive, target_machine);
  };
}

/// The config drive of the request or the instance, in the agent's format; null: none.
asio::awaitable<result<json>> drive_for(agent_context& context, const permitted_step& request,
                                        json asked) {
  if (asked.is_null()) asked = request.machine.instance_info.value("configdrive", json{});
  if (asked.is_null()) co_return asked;
  auto work = drive_work(std::move(asked), request.machine);
  auto made = co_await context.work.run(request.allowed, std::move(work));
  if (!made) co_return tl::unexpected(made.error());
  co_return json(std::move(*made));
}

/// Credentials of the registry as container tools store them: USER:PASSWORD in base64. Empty: none.
result<std::string> pull_secret_for(const agent_context& context, const machine& target_machine) {
  static constexpr std::string_view basic = "Basic ";
  auto found = registry_authorization(context, target_machine);
  if (!found || found->empty()) return found;
  if (!found->starts_with(basic))
    return fail(error_code::invalid,
                "bootc needs credentials as USER:PASSWORD in base64; those of the registry are a "
                "token (image_pull_secret or image.authentication_config).");
  return found->substr(basic.size());
}

json bootc_args(const machine& target_machine, const std::string& secret) {
  json out = {{"image_source", info_text(target_machine.instance_info, "image_source")},
              {"instance_info", target_machine.instance_info.tree()}};
  for (const auto* key : {"image_pull_secret", "configdrive"}) out["instance_info"].erase(key);
  if (!secret.empty()) out["pull_secret"] = secret;
  return out;
}

}  // namespace

asio::awaitable<step_outcome> write_image(agent_context& context, permitted_step request) {
  auto authorization = co_await authorization_for_agent(context, request);
  if (!authorization) co_return step_failed(authorization.error().message);
  auto args = write_image_args(request.machine, context.policy->service_url, *authorization);
  if (!args) co_return step_failed(args.error().message);
  if (request.what.args.is_object()) args->update(request.what.args);
  auto drive = co_await drive_for(context, request, request.what.args.value("configdrive", json()));
  if (!drive) co_return step_failed(drive.error().message);
  if (!drive->is_null()) (*args)["configdrive"] = std::move(*drive);
  co_return co_await hand_over(context.client, request, std::move(*args));
}

asio::awaitable<step_outcome> execute_bootc_install(agent_context& context,
                                                    permitted_step request) {
  auto secret = pull_secret_for(context, request.machine);
  if (!secret) co_return step_failed(secret.error().message);
  auto args = bootc_args(request.machine, *secret);
  if (request.what.args.is_object()) args.update(request.what.args);
  auto drive = co_await drive_for(context, request, request.what.args.value("configdrive", json()));
  if (!drive) co_return step_failed(drive.error().message);
  if (!drive->is_null()) args["configdrive"] = std::move(*drive);
  co_return co_await hand_over(context.client, request, std::move(args));
}

/// A whole-disk image contains its boot loader. UEFI firmware still needs a boot entry.
asio::awaitable<step_outcome> prepare_instance_boot(agent_context& context,
                                                    permitted_step request) {
  if (!request.what.in_agent) co_return step_done();  // for custom-agent, only the later calls
  const auto mode = deploy_boot_mode(request.machine.instance_info, request.machine.properties);
  const bool whole = is_whole_disk_image(request.machine.instance_info);
  json partitions = json::object();
  const auto found = co_await context.client.order_in_turn(
      request.allowed, request.machine, simple_order("standby.get_partition_uuids", true));
  if (found && found->status == command_status::succeeded)
    partitions = found->result;
  else if (!whole && !found)
    co_return send_failure(found.error());
  else if (!whole)
    co_return step_failed("The agent did not report the image's partitions: " + found->error);
  if (!whole || mode == "uefi") {
    const auto done = co_await context.client.carry_out(request.allowed, request.machine,
                                                        bootloader_order(partitions, mode));
    if (!done) co_return send_failure(done.error());
  }
  co_return step_done(boot_facts(partitions, mode, whole));
}

/// Flushes the disks. An agent that no longer responds is not a failure, because the machine is
/// powered off anyway.
asio::awaitable<step_outcome> tear_down_agent(agent_context& context, permitted_step request) {
  co_await collect_ramdisk_logs(context, request);  // later the agent is not running
  const auto synced = co_await context.client.order_in_turn(request.allowed, request.machine,
                                                            simple_order("standby.sync", true));
  if (!synced)
    log::warn("the agent did not flush its disks",
              {{log_key::node, request.machine.uuid}, {log_key::error, synced.error().message}});
  co_await release_image(context, request);
  const char* last = request.machine.disable_power_off ? "system.lockdown" : "standby.power_off";
  const auto off =
      co_await context.client.order(request.allowed, request.machine, simple_order(last, false));
  co_return step_done(facts{},
                      off ? "the agent powers the machine off" : "the agent did not respond");
}

}  // namespace ironbus
