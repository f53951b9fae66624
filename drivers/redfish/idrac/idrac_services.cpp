#include "drivers/redfish/idrac/idrac_services.hpp"

#include "drivers/kit/pause.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/idrac/idrac_links.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/host_source.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::string_view job_service = "DellJobService";
constexpr const char* deletion = "DellJobService.DeleteJobQueue";
constexpr const char* restart_type = "GracefulRestart";

/// Ids that mean all jobs. The first one also ends blocked jobs, but some iDRACs support only the
/// second.
constexpr std::array all_jobs{"JID_CLEARALL_FORCE", "JID_CLEARALL"};

using maybe_fault = boost::asio::awaitable<std::optional<redfish_error>>;

redfish_get get_idrac(redfish_call call) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  co_return co_await get_manager(call.bmc, std::move(*system));
}

redfish_error lacks_service(const redfish_resource& shown, const std::string& name) {
  return no_link(shown, name).value();
}

json deletion_body(const char* jobs) { return {{"JobID", jobs}}; }
json restart_body() { return {{"ResetType", restart_type}}; }

maybe_fault delete_jobs(redfish_call call) {
  const auto idrac = co_await get_idrac(call);
  if (!idrac) co_return idrac.error();
  const auto link = idrac_link(idrac->body, job_service);
  if (link.empty()) co_return lacks_service(*idrac, "Links.Oem.Dell.DellJobService");
  const auto service = co_await call.bmc.get(link);
  if (!service) co_return service.error();
  const auto target = action_target(service->body, deletion);
  if (target.empty()) co_return lacks_service(*service, "Actions.#DellJobService.DeleteJobQueue");
  std::optional<redfish_error> wrong;
  for (const auto* jobs : all_jobs) {
    auto body = deletion_body(jobs);
    const auto done = co_await call.bmc.post(target, std::move(body));
    if (done) co_return std::nullopt;
    wrong = done.error();
    if (wrong->status != 400) break;
  }
  co_return wrong;
}

/// An iDRAC that did not respond may have accepted the restart, so the driver waits for it.
maybe_fault request_restart(redfish_call call) {
  const auto idrac = co_await get_idrac(call);
  if (!idrac) co_return idrac.error();
  const auto target = action_target(idrac->body, "Manager.Reset");
  if (target.empty()) co_return lacks_service(*idrac, "Actions.#Manager.Reset");
  auto body = restart_body();
  const auto sent = co_await call.bmc.post(target, std::move(body));
  if (!sent && sent.error().fault != redfish_fault::silent) co_return sent.error();
  co_return std::nullopt;
}

/// Reads everything that the steps need, including the job queue, which some provide later than the
/// rest.
maybe_fault ask_all(redfish_call call) {
  const auto idrac = co_await get_idrac(call);
  if (!idrac) co_return idrac.error();
  const auto jobs = idrac_link(idrac->body, job_service);
  if (jobs.empty()) co_return std::nullopt;
  const auto service = co_await call.bmc.get(jobs);
  if (!service) co_return service.error();
  co_return std::nullopt;
}

redfish_error restart_timed_out(const redfish_call& call, const redfish_error& last) {
  const auto limit =
      std::chrono::duration_cast<std::chrono::seconds>(call.bmc.options().bmc_restart_timeout);
  auto out = last;
  out.fault = redfish_fault::silent;
  out.message = "The BMC at " + call.bmc.account().place() +
                " restarted, but did not respond normally within " + std::to_string(limit.count()) +
                " s: " + last.message;
  return out;
}

/// An iDRAC that still responds may not have started its restart yet.
maybe_fault await_restart(redfish_call call) {
  const auto& options = call.bmc.options();
  const auto began = steady_clock::now();
  bool was_away = false;
  for (;;) {
    co_await pause_for(options.bmc_restart_interval);
    const auto wrong = co_await ask_all(call);
    const auto passed = steady_clock::now() - began;
    if (!wrong && (was_away || passed >= options.bmc_restart_pause)) co_return std::nullopt;
    if (wrong && wrong->fault == redfish_fault::not_called) co_return wrong;
    was_away = was_away || wrong.has_value();
    if (wrong && passed >= options.bmc_restart_timeout) co_return restart_timed_out(call, *wrong);
  }
}

maybe_fault restart_idrac(redfish_call call) {
  const auto wrong = co_await request_restart(call);
  if (wrong) co_return wrong;
  co_return co_await await_restart(std::move(call));
}

step_outcome service_outcome(const redfish_call& call, const std::optional<redfish_error>& wrong,
                             const char* evidence) {
  if (!wrong) return step_done({}, evidence);
  const bool ignored =
      call.request.kind == workflow::verify && wrong->fault == redfish_fault::missing;
  return ignored ? step_done({}, "skipped: " + wrong->message) : redfish_step_failed(*wrong);
}

redfish_outcome clear_jobs(redfish_call call) {
  const auto wrong = co_await delete_jobs(call);
  co_return service_outcome(call, wrong, "the job queue is empty");
}

redfish_outcome restart_and_wait(redfish_call call) {
  const auto wrong = co_await restart_idrac(call);
  co_return service_outcome(call, wrong, "the iDRAC restarted and responds");
}

redfish_outcome reset_and_clear(redfish_call call) {
  auto out = co_await restart_and_wait(call);
  if (out.status != step_status::done) co_return out;
  co_return co_await clear_jobs(std::move(call));
}

}  // namespace

redfish_outcome clear_idrac_jobs(redfish_call call) { return clear_jobs(std::move(call)); }

redfish_outcome reset_idrac(redfish_call call) { return restart_and_wait(std::move(call)); }

redfish_outcome reset_idrac_and_clear_jobs(redfish_call call) {
  return reset_and_clear(std::move(call));
}

}  // namespace ironbus
