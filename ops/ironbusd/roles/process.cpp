#include "ops/ironbusd/roles/process.hpp"

#include "drivers/boot/boot_location.hpp"
#include "drivers/boot/boot_root.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/log.hpp"
#include "ops/ironbusd/folders/installation.hpp"
#include "ops/ironbusd/folders/ramdisk_folder.hpp"
#include "ops/ironbusd/options/address_check.hpp"
#include "ops/ironbusd/roles/descriptors.hpp"
#include "ops/ironbusd/roles/exposition.hpp"
#include "ops/ironbusd/roles/gateway_setup.hpp"
#include "ops/ironbusd/roles/node_tallies.hpp"
#include "ops/ironbusd/store_tools/secret_key_file.hpp"

namespace ironbus::daemon {

namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 3> bus_state_names{"connecting", "connected", "blocked"};
/// The part of drain_timeout that conductor, bus and store need to stop.
constexpr std::chrono::milliseconds reserve = 9s;
constexpr std::chrono::milliseconds callbacks_limit = 2s;

/// The boot files for machines without a node: the agent's ramdisk, if discovery is enabled.
boot_publication publication_of(const settings& settings, const installation_policy& policy) {
  boot_publication out;
  if (!settings.ramdisk.empty()) out.loaders = settings.ramdisk + "/" + ramdisk_loaders;
  const auto& images = policy.drivers.ramdisks;
  if (!settings.api.discovery.enabled || settings.boot.dhcp.unknown_machines == "ignore" ||
      policy.service_url.empty() || images.deploy_kernel.empty() || images.deploy_ramdisk.empty())
    return out;
  out.discovery_parameters = "ipa-api-url=" + policy.service_url + " " +
                             inspection_kernel_params(settings.inspection, policy.service_url) +
                             (settings.boot.agent_debug ? " ipa-debug=1 " : " ") +
                             settings.boot.kernel_append_params;
  return out;
}

std::string joined(const std::vector<std::string>& names) {
  return join(
      names, [](std::string_view name) { return name; }, ",");
}

}  // namespace

process::process(settings settings, std::function<void(const std::string&)> on_ready)
    : settings_(std::move(settings)),
      policy_(make_policy(settings_)),
      on_ready_(std::move(on_ready)),
      who_(make_identity(settings_)) {}

process::~process() { stop(); }

// -- start ------------------------------------------------------------------------------------

result<std::monostate> process::start() {
  const auto descriptors = raise_descriptor_limit();
  if (!descriptors) return tl::unexpected(descriptors.error());
  descriptors_ = *descriptors;
  auto traced = trace_export::start(settings_, who_);
  if (!traced) return tl::unexpected(traced.error());
  traces_ = std::move(*traced);
  if (auto opened = open_ports(); !opened) return opened;
  if (auto claimed = own_folders(); !claimed) return claimed;
  if (auto started = start_roles(); !started) return started;
  announcer_options announcing;
  // No other process uses a SQLite store, so none takes over the work of a suspended host.
  if (settings_.sqlite_store()) announcing.lease_time = std::chrono::hours{24 * 365};
  announcer_ = std::make_unique<announcer>(
      *records_, describe(who_, settings_, catalog_), driver_ ? driver_->held() : nullptr,
      [this] { note_ready(store_ready_); }, announcing);
  announcer_->start();
  bus_->start();
  log::info("started", {{log_key::name, who_.name},
                        {log_key::incarnation, who_.incarnation},
                        {log_key::roles, joined(settings_.roles)},
                        {log_key::bus, mask_url(settings_.bus)},
                        {log_key::store, mask_url(settings_.store)}});
  return std::monostate{};
}

result<std::monostate> process::open_ports() {
  auto catalog = build_catalog(policy_->drivers);
  if (!catalog) return tl::unexpected(catalog.error());
  catalog_ = std::move(*catalog);
  warn_of_clear_secrets(settings_);
  auto opened = open_store(settings_);
  if (!opened) return tl::unexpected(opened.error());
  store_ = std::move(*opened);
  records_ = std::make_unique<store_gate>(*store_);
  census_ = std::make_unique<node_census>(*records_, node_tallies(catalog_));
  integrity_ = watch_integrity(settings_, *records_);
  auto made = make_bus(settings_, who_.name);
  if (!made) return tl::unexpected(made.error());
  bus_ = std::move(*made);
  watch_bus();
  auto inspecting = inspection_role::make(settings_, *bus_, *records_);
  if (!inspecting) return tl::unexpected(inspecting.error());
  inspection_ = std::move(*inspecting);
  return std::monostate{};
}

result<std::monostate> process::own_folders() {
  auto installation = find_installation_id(settings_, *store_);
  if (!installation) return tl::unexpected(installation.error());
  settings_.boot.installation = *std::move(installation);
  if (auto foreign = claim_folders(settings_, settings_.boot.installation, who_.host))
    return tl::unexpected(*std::move(foreign));
  return std::monostate{};
}

result<std::monostate> process::start_roles() {
  auto decides_by = read_conductor_options();
  if (!decides_by) return tl::unexpected(decides_by.error());
  if (settings_.has_role("driver")) {
    find_boot_place();
    auto made = driver_role::make(settings_, policy_, who_, *bus_, *records_, time_);
    if (!made) return tl::unexpected(made.error());
    driver_ = std::move(*made);
    if (auto served = start_network_boot(); !served) return served;
  }
  if (settings_.has_role("gateway") || settings_.has_role("conductor")) inspection_->start();
  // Parts that can fail start before parts that begin to work.
  if (settings_.has_role("gateway"))
    if (auto started = start_gateway(); !started) return started;
  if (auto started = start_health(); !started) return started;
  if (settings_.has_role("conductor")) start_conductor(std::move(*decides_by));
  if (driver_) driver_->start();
  return std::monostate{};
}

/// Without a writable folder there are no boot files to lose; steps that need it report the error.
void process::find_boot_place() {
  auto place = ensure_boot_location(policy_->boot_root, settings_.boot.dhcp);
  if (!place)
    return log::info(
        "no boot file location on this host: other workers will not rebuild its boot files",
        {{log_key::error, place.error().message}});
  settings_.boot.place = std::move(*place);
}

/// Runs before the gateway starts, so that booting machines find their files.
result<std::monostate> process::start_network_boot() {
  sweeper_ = std::make_unique<boot_file_sweeper>(*bus_, *records_, policy_, settings_.boot);
  sweeper_->start();
  if (settings_.ramdisk.empty() && !by_dnsmasq(settings_.boot.dhcp)) return std::monostate{};
  const auto published = publication_of(settings_, *policy_);
  if (auto wrong = publish_boot_root(*policy_, published)) return tl::unexpected(std::move(*wrong));
  if (!published.discovery_parameters.empty())
    driver_->keep_discovery(policy_, settings_.agents.images, published.discovery_parameters);
  if (!settings_.managed_dhcp.wanted()) return std::monostate{};
  auto started = managed_dnsmasq::start(settings_, policy_->service_url);
  if (!started) return tl::unexpected(started.error());
  dnsmasq_ = std::move(*started);
  return std::monostate{};
}

result<std::monostate> process::start_gateway() {
  auto options = gateway_options_of(settings_, *policy_, who_.name, descriptors_);
  options.session_secret = find_session_secret(settings_, *store_);
  options.write_metrics = [this](auto done) { write_metrics(std::move(done)); };
  gateway_ = std::make_unique<http::gateway>(*bus_, *records_, catalog_, inspection_->engine(),
                                             time_, policy_, std::move(options));
  report_open_access(settings_);
  return gateway_->start();
}

result<std::monostate> process::start_health() {
  if (settings_.health_listen.host.empty()) return std::monostate{};
  http::server_options options;
  options.host = settings_.health_listen.host;
  options.port = settings_.health_listen.port;
  options.stop_grace = 1s;
  health_ = std::make_unique<health>(*bus_, *records_,
                                     [this](auto done) { write_metrics(std::move(done)); });
  health_server_ = std::make_unique<http::server>(std::move(options), *health_);
  return health_server_->start();
}

void process::write_metrics(std::function<void(std::string)> done) {
  census_->ask([text = exposition(metrics::collect()), done = std::move(done)](
                   const node_census::families& nodes) { done(text + exposition(nodes)); });
}

result<conductor_options> process::read_conductor_options() const {
  auto out = settings_.conductor;
  const auto& path = settings_.certificate_key_file;
  if (path.empty() || !settings_.has_role("conductor")) return out;
  auto key = signing_key::read(path);
  if (!key) return tl::unexpected(key.error());
  out.certificate_key = std::make_shared<const signing_key>(std::move(*key));
  return out;
}

void process::start_conductor(conductor_options decides_by) {
  auto options = settings_.runtime;
  options.name = who_.name;
  options.host = who_.host;
  receivers_ = std::make_unique<webhook_client>(policy_->webhooks, settings_.webhook_client);
  conductor_ =
      std::make_unique<conductor>(*bus_, *records_, catalog_, inspection_->engine(), time_, policy_,
                                  std::move(decides_by), std::move(options), receivers_.get());
  conductor_->start();
}

// -- ready ----------------------------------------------------------------------------------------

void process::watch_bus() {
  bus_->on_state([this](bus_state state, const std::string& reason) {
    const bool connected = state == bus_state::connected;
    std::vector<log::field> fields{
        {log_key::bus, mask_url(settings_.bus)},
        {log_key::state, std::string{bus_state_names.at(static_cast<size_t>(state))}}};
    if (!reason.empty()) fields.push_back({log_key::reason, reason});
    log::write(connected || stopped_ ? log::level::info : log::level::warn,
               "the bus has changed its state", std::move(fields));
    if (connected) note_ready(bus_ready_);
  });
}

void process::note_ready(bool& what) {
  {
    std::lock_guard guard{mutex_};
    what = true;
    if (!bus_ready_ || !store_ready_ || std::exchange(ready_announced_, true)) return;
  }
  on_ready_(ready_line());
}

std::string process::ready_line() const {
  const auto took = std::chrono::steady_clock::now() - begun_;
  std::string out = "ironbusd ready";
  if (gateway_) out += " listen=" + to_string(host_port{settings_.listen.host, gateway_->port()});
  if (gateway_ && settings_.api.server.tls.wanted()) out += " tls=on";
  if (gateway_ && !settings_.api.unix_socket.path.empty())
    out += " unix_socket=" + settings_.api.unix_socket.path;
  if (gateway_ && gateway_->ramdisk_port() != 0)
    out += " ramdisk_listen=" +
           to_string(host_port{settings_.ramdisk_listen.host, gateway_->ramdisk_port()});
  if (gateway_ && gateway_->metadata_port() != 0)
    out += " metadata_listen=" +
           to_string(host_port{settings_.metadata_listen.host, gateway_->metadata_port()});
  if (health_server_)
    out += " health_listen=" +
           to_string(host_port{settings_.health_listen.host, health_server_->port()});
  return out + " roles=" + joined(settings_.roles) + " bus=" + mask_url(settings_.bus) +
         " store=" + mask_url(settings_.store) +
         " in=" + std::to_string(std::chrono::duration_cast<milliseconds>(took).count()) + "ms";
}

void process::reload() {
  if (gateway_) gateway_->reload();
}

// -- stop -----------------------------------------------------------------------------------------

bool process::stop() {
  if (stopped_.exchange(true)) return true;
  bool finished = true;
  const auto until = std::chrono::steady_clock::now() + settings_.drain_timeout;
  dnsmasq_.reset();
  if (gateway_) gateway_->stop();
  if (driver_) {
    const auto left =
        std::chrono::duration_cast<milliseconds>(until - std::chrono::steady_clock::now());
    finished = driver_->stop(std::max({left - reserve, left / 2, 0ms}));
  }
  if (conductor_) conductor_->stop();
  if (inspection_) inspection_->stop();
  if (bus_) bus_->stop();
  if (sweeper_) sweeper_->stop();
  if (announcer_) announcer_->stop();
  if (health_server_) health_server_->stop();
  integrity_.reset();
  if (records_) records_->close(callbacks_limit);
  traces_.reset();
  return finished;
}

}  // namespace ironbus::daemon
