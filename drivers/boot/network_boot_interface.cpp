#include "drivers/boot/network_boot_interface.hpp"

#include "drivers/boot/boot_root.hpp"
#include "drivers/boot/boot_writer.hpp"
#include "drivers/boot/dnsmasq_files.hpp"
#include "drivers/boot/ipxe_files.hpp"
#include "drivers/kit/spawn_call.hpp"
#include "messages/contract/boot_notes.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/model/served_files.hpp"

#include <boost/asio/strand.hpp>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using outcome = asio::awaitable<step_outcome>;

/// Retries, because fetched files may be evicted before they are linked.
constexpr int attempts_max = 3;

/// Unset: none. A machine that boots from its disk needs none.
std::optional<boot_files> wanted_files(const step& call) {
  if (call.name == "prepare_ramdisk") return boot_files::of_ramdisk;
  if (call.name == "prepare_instance" && call.args.value("live", json{}) == true)
    return boot_files::of_instance;
  return std::nullopt;
}

/// The call that restores the state without boot files: dnsmasq must know the machine.
std::string_view removal_call(const network_boot_context& context) {
  if (!by_dnsmasq(context.options.dhcp)) return {};
  return driver_operations::boot::clean_up_instance.name;
}

/// dnsmasq's answer is removed first and written last, so that an answered machine finds its files.
std::optional<failure> remove_boot(const std::string& uuid, const network_boot_context& context) {
  std::optional<failure> wrong;
  if (by_dnsmasq(context.options.dhcp)) wrong = withdraw_boot(uuid, context.options);
  remove_boot_files(uuid, context.policy->boot_root);
  return wrong;
}

std::optional<failure> write_boot(const machine& node, const boot_plan& wish, const boot_task& task,
                                  const boot_images::files& fetched) {
  auto wrong = ensure_main_files(task.policy);
  if (!wrong) wrong = write_boot_files(node, wish, task, fetched);
  if (wrong || !by_dnsmasq(task.options.dhcp)) return wrong;
  dhcp_machine offered{node.uuid, boot_macs(node), {}};
  if (!wish.bootloader.empty())
    offered.disk_url = task.policy.service_url + boot_file_path(node.uuid, boot_disk_name);
  return offer_boot(offered, task.how.loader, task.options, task.policy.service_url);
}

using work = std::function<result<std::monostate>()>;

result<std::monostate> as_result(std::optional<failure> wrong) {
  if (wrong) return tl::unexpected(std::move(*wrong));
  return std::monostate{};
}

/// Registers a machine with dnsmasq here if its former boot file location is lost.
std::optional<failure> make_known(const machine& node, const network_boot_context& context) {
  const dhcp_machine known{node.uuid, boot_macs(node), {}};
  if (!by_dnsmasq(context.options.dhcp) || known.macs.empty()) return std::nullopt;
  return register_host(known, context.options);
}

work removing(std::shared_ptr<network_boot_context> context, const permitted_step& request) {
  boot_writer who{context->policy->boot_root, request};
  return [context = std::move(context), node = request.machine, who = std::move(who),
          rebuilds = request.what.args.contains(lost_location_argument)] {
    const work remove = [&] {
      auto wrong = remove_boot(node.uuid, *context);
      if (!wrong && rebuilds) wrong = make_known(node, *context);
      return as_result(std::move(wrong));
    };
    return change_boot_files_as(who, remove);
  };
}

work writing(std::shared_ptr<network_boot_context> context, network_boot how,
             const permitted_step& request, boot_plan wish, boot_images::files fetched) {
  boot_writer who{context->policy->boot_root, request};
  return [context = std::move(context), how, node = request.machine, wish = std::move(wish),
          fetched = std::move(fetched), who = std::move(who)] {
    const boot_task task{*context->policy, context->options, how, context->images->options()};
    const work write = [&] { return as_result(write_boot(node, wish, task, fetched)); };
    return write_boot_files_as(who, write,
                               [&](const boot_writer&) { remove_boot(node.uuid, *context); });
  };
}

result<boot_plan> wish_of(const step_request& request, const network_boot_context& context,
                          const network_boot& how, boot_files what) {
  if (what == boot_files::of_ramdisk && context.policy->service_url.empty())
    return fail(
        error_code::invalid,
        "Cannot give the ramdisk the URL of this service: set the option agent.service_url.");
  return boot_plan_of(request, {*context.policy, context.options, how, context.images->options()},
                      what);
}

outcome remove_all(std::shared_ptr<network_boot_context> context, permitted_step request) {
  auto removal = removing(context, request);
  const auto done = co_await context->files.run(request.allowed, std::move(removal));
  if (!done) co_return step_failed(done.error().message);
  co_return boot_step_done(context->options.place, removal_call(*context));
}

/// `retry_failed`: the step starts.
outcome prepare(std::shared_ptr<network_boot_context> context, network_boot how,
                permitted_step request, boot_files what, bool retry_failed) {
  const auto wish = wish_of(request, *context, how, what);
  if (!wish) co_return step_failed(wish.error().message);
  for (int attempt = 1;; ++attempt) {
    auto fetched = co_await context->images->bring(wish->sources, request.allowed, retry_failed);
    if (!fetched) co_return context->images->pending_outcome();
    if (!*fetched) co_return step_failed(fetched->error().message);
    auto files = writing(context, how, request, *wish, std::move(**fetched));
    const auto done = co_await context->files.run(request.allowed, std::move(files));
    if (done) co_return boot_step_done(context->options.place, request.what.name);
    const bool gone = done.error().code == error_code::not_found && !wish->sources.empty();
    if (!gone || attempt == attempts_max) co_return step_failed(done.error().message);
  }
}

outcome act(std::shared_ptr<network_boot_context> context, network_boot how,
            permitted_step request) {
  const auto what = wanted_files(request.what);
  if (!what) co_return co_await remove_all(std::move(context), std::move(request));
  co_return co_await prepare(std::move(context), how, std::move(request), *what, true);
}

asio::awaitable<std::optional<step_outcome>> go_on(std::shared_ptr<network_boot_context> context,
                                                   network_boot how, permitted_step request) {
  const auto what = wanted_files(request.what);
  if (!what) co_return std::nullopt;
  auto out = co_await prepare(std::move(context), how, std::move(request), *what, false);
  if (out.status == step_status::waiting) co_return std::nullopt;
  co_return out;
}

}  // namespace

network_boot_interface::~network_boot_interface() { context_->files.stop(); }

void network_boot_interface::run(permitted_step request, step_callback done) {
  spawn_call(asio::make_strand(context_->executor), context_,
             act(context_, how_, std::move(request)), std::move(done), step_failed(driver_defect));
}

void network_boot_interface::probe(permitted_step request, recover_callback done) {
  if (request.task_handle.empty())
    return driver_interface::probe(std::move(request), std::move(done));
  spawn_call(asio::make_strand(context_->executor), context_,
             go_on(context_, how_, std::move(request)), std::move(done),
             std::optional<step_outcome>{});
}

}  // namespace ironbus
