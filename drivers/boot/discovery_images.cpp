#include "drivers/boot/discovery_images.hpp"

#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/blocking_pool.hpp"
#include "drivers/kit/pause.hpp"
#include "drivers/kit/spawn_call.hpp"
#include "messages/platform/log.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/strand.hpp>

namespace ironbus {

namespace asio = boost::asio;

struct discovery_images::state {
  state(asio::io_context& io, policy_ptr installation, image_options options,
        std::string kernel_parameters, lease_ptr lease)
      : strand{asio::make_strand(io)},
        policy{std::move(installation)},
        images{*policy, std::move(options)},
        parameters{std::move(kernel_parameters)},
        held{std::move(lease)} {}

  const asio::any_io_executor strand;
  const policy_ptr policy;
  boot_images images;
  const std::string parameters;
  const lease_ptr held;
  std::string published;  ///< The published versions.
  blocking_pool files{{"discovery", 1, 1}};
};

namespace {

result<std::vector<boot_source>> sources_of_discovery(const installation_policy& policy) {
  const auto boots = ramdisk_of({}, policy.drivers.ramdisks, false);
  return boot_sources_of({boots.kernel, boots.image}, {}, false, boot_fetcher::service);
}

std::string versions_of(const boot_images::files& files) {
  std::string out;
  for (const auto& [named, file] : files) out += named + " " + file.name + "\n";
  return out;
}

void log_discovery_failure(const failure& why) {
  log::warn("cannot update the GRUB boot files for unknown machines",
            {{log_key::error, why.message}});
}

}  // namespace

discovery_images::discovery_images(asio::io_context& io, policy_ptr policy, image_options images,
                                   std::string parameters, lease_ptr held)
    : state_{std::make_shared<state>(io, std::move(policy), std::move(images),
                                     std::move(parameters), std::move(held))} {}

asio::awaitable<std::chrono::milliseconds> discovery_images::look() {
  const auto self = state_;
  const auto sources = sources_of_discovery(*self->policy);
  if (!sources) {
    log_discovery_failure(sources.error());
    co_return refresh_interval;
  }
  const auto allowed = self->held->issue();
  if (!allowed.holds()) co_return waiting_interval;
  const auto fetched = co_await self->images.bring(*sources, allowed, true);
  if (!fetched) co_return waiting_interval;
  if (!*fetched) {
    log_discovery_failure(fetched->error());
    co_return retry_interval;
  }
  auto versions = versions_of(**fetched);
  if (versions == self->published) co_return refresh_interval;
  std::function<result<std::monostate>()> publish = [self, files = **fetched] {
    const auto wrong = publish_discovery(*self->policy, self->parameters, files,
                                         boot_fetcher_of({}, false, self->images.options()));
    return wrong ? result<std::monostate>{tl::unexpected(*wrong)} : std::monostate{};
  };
  const auto done = co_await self->files.run(allowed, std::move(publish));
  if (!done) {
    log_discovery_failure(done.error());
    co_return retry_interval;
  }
  self->published = std::move(versions);
  co_return refresh_interval;
}

void discovery_images::start() {
  const auto sources = sources_of_discovery(*state_->policy);
  if (sources && sources->empty()) return;
  const auto keep = [](discovery_images self) -> asio::awaitable<void> {
    for (;;) {
      const auto pause = co_await self.look();
      co_await pause_for(pause);
    }
  };
  asio::co_spawn(state_->strand, keep(*this), [](const std::exception_ptr& thrown) {
    if (thrown) log_driver_defect(thrown);
  });
}

}  // namespace ironbus
