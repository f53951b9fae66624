#include "drivers/agent/agent_interface.hpp"

#include "drivers/agent/agent_deploy.hpp"
#include "drivers/agent/agent_steps_run.hpp"
#include "drivers/agent/image_preparation.hpp"
#include "drivers/agent/inspection.hpp"
#include "drivers/agent/ramdisk_logs.hpp"
#include "drivers/kit/spawn_call.hpp"

#include <boost/asio/strand.hpp>

#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using outcome = asio::awaitable<step_outcome>;

// Brace lists in plain functions only: g++ 12 cannot compile them in a coroutine.

/// Settings of disk erasure, under the names that agents read from the node.
facts erasure_settings(const erasure_options& erasure_options) {
  facts out;
  out.driver_internal_info = {
      {"agent_erase_devices_iterations", erasure_options.random_overwrites},
      {"agent_erase_devices_zeroize", erasure_options.zeros_at_last},
      {"agent_continue_if_secure_erase_failed", erasure_options.overwrite_if_erase_fails},
      {"agent_continue_if_ata_erase_failed",
       erasure_options.overwrite_if_erase_fails},  // read by older agents
      {"agent_enable_nvme_secure_erase", erasure_options.by_nvme},
      {"agent_enable_ata_secure_erase", erasure_options.by_ata},
      {"disk_erasure_concurrency", erasure_options.disks_at_once},
      {"agent_erase_skip_read_only", erasure_options.skip_read_only}};
  return out;
}

agent_order rescue_order(const json& password) {
  auto out = simple_order("rescue.finalize_rescue", false);
  out.params = {{"rescue_password", password}, {"hashed", true}};
  return out;
}

outcome prepare_cleaning(agent_context& context, permitted_step) {
  co_return step_done(erasure_settings(context.client.options().erasure));
}

outcome collect(agent_context& context, permitted_step x) {
  co_return co_await collect_steps(context.client, x);
}

outcome finalize_rescue(agent_context& context, permitted_step request) {
  const auto password = text_or_null(request.machine.instance_info, "hashed_rescue_password");
  if (!password.is_string()) co_return step_failed("instance_info lacks hashed_rescue_password.");
  const auto done =
      co_await context.client.carry_out(request.allowed, request.machine, rescue_order(password));
  if (!done) co_return send_failure(done.error());
  co_return step_done();
}

struct agent_row {
  std::string_view interface;
  std::string_view step;
  agent_operation act;
  bool handed_over = false;  ///< The agent continues by itself.
};

constexpr std::array agent_rows{
    agent_row{"deploy", "prepare", &prepare_deploy},
    agent_row{"deploy", "clean_up", &release_image},
    agent_row{"deploy", "tear_down", &release_image},
    agent_row{"deploy", "prepare_cleaning", &prepare_cleaning},
    agent_row{"deploy", "collect_logs", &collect_ramdisk_logs},
    agent_row{"deploy", "get_clean_steps", &collect},
    agent_row{"deploy", "get_deploy_steps", &collect},
    agent_row{"deploy", "get_service_steps", &collect},
    agent_row{"deploy", "write_image", &write_image, true},
    agent_row{"deploy", "execute_bootc_install", &execute_bootc_install, true},
    agent_row{"deploy", "prepare_instance_boot", &prepare_instance_boot},
    agent_row{"deploy", "tear_down_agent", &tear_down_agent},
    agent_row{"rescue", "finalize_rescue", &finalize_rescue},
    agent_row{"inspect", "inspect_hardware", &begin_inspection},
    agent_row{"inspect", "await_data", &await_inspection_data},
    agent_row{"inspect", reserved_step::call_api, &call_api},
};

outcome act(agent_context& context, permitted_step request) {
  for (const auto& row : agent_rows)
    if (row.interface == request.what.interface && row.step == request.what.name)
      co_return co_await row.act(context, std::move(request));
  if (!request.what.in_agent) co_return step_done();
  auto args = request.what.args.tree();
  co_return co_await hand_over(context.client, request, std::move(args));
}

/// Only steps sent to the agent continue by themselves. Others end with their call.
bool is_handed_over(const step_request& request) {
  if (!request.what.in_agent) return false;
  for (const auto& row : agent_rows)
    if (row.interface == request.what.interface && row.step == request.what.name)
      return row.handed_over;
  return true;
}

using watched = asio::awaitable<std::optional<step_outcome>>;

watched watch(const agent_client& agents, permitted_step x) {
  co_return co_await watch_step(agents, x);
}

/// A step of this driver that continues by itself.
bool waits_for_image(const step_request& request) {
  return !request.task_handle.empty() && request.what.interface == "deploy" &&
         request.what.name == "prepare";
}

watched watch_image(agent_context& context, permitted_step x) {
  co_return co_await watch_preparation(context, std::move(x));
}

watched find_again(const agent_client& agents, permitted_step x) {
  co_return co_await find_step_again(agents, x);
}

}  // namespace

agent_interface::agent_interface(std::shared_ptr<agent_context> context)
    : context_{std::move(context)} {}

agent_interface::~agent_interface() {
  context_->images.stop();
  context_->work.stop();
}

void agent_interface::run(permitted_step request, step_callback done) {
  spawn_call(asio::make_strand(context_->io), context_, act(*context_, std::move(request)),
             std::move(done), step_failed(driver_defect));
}

void agent_interface::recover(permitted_step request, recover_callback done) {
  if (!is_handed_over(request))
    return driver_interface::recover(std::move(request), std::move(done));
  spawn_call(asio::make_strand(context_->io), context_,
             find_again(context_->client, std::move(request)), std::move(done),
             std::optional<step_outcome>{});
}

void agent_interface::probe(permitted_step request, recover_callback done) {
  if (waits_for_image(request))
    return spawn_call(asio::make_strand(context_->io), context_,
                      watch_image(*context_, std::move(request)), std::move(done),
                      std::optional<step_outcome>{});
  spawn_call(asio::make_strand(context_->io), context_, watch(context_->client, std::move(request)),
             std::move(done), std::optional<step_outcome>{});
}

}  // namespace ironbus
