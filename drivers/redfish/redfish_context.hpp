#pragma once

#include "drivers/boot/boot_images.hpp"
#include "drivers/kit/blocking_pool.hpp"
#include "drivers/kit/http/http_client.hpp"
#include "drivers/port/driver.hpp"
#include "drivers/redfish/client/redfish_client.hpp"
#include "drivers/redfish/client/redfish_connection.hpp"
#include "drivers/redfish/client/redfish_options.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/model/policy.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <memory>
#include <span>

namespace ironbus {

/// The HTTP exchange in production. It does not retry; redfish_client does.
http_exchange redfish_by_http(boost::asio::io_context& io, const redfish_options& options);

/// Shared by the interfaces of the family.
struct redfish_context {
  /// `exchange` empty: HTTP. `fetched` null: the drivers' own cache with default options.
  redfish_context(boost::asio::io_context& io, redfish_options settings,
                  http_exchange exchange = {}, policy_ptr installation = {},
                  std::shared_ptr<boot_images> fetched = {})
      : options{std::move(settings)},
        vendors{read_vendor_rows(options.vendor_rows).value_or(std::vector<vendor_row>{})},
        policy{installation ? std::move(installation)
                            : std::make_shared<const installation_policy>()},
        executor{io.get_executor()},
        connections{executor, exchange ? std::move(exchange) : redfish_by_http(io, options),
                    options.connection_cache_size},
        files{{"redfish", 1, files_waiting_max}},
        images{fetched ? std::move(fetched)
                       : std::make_shared<boot_images>(*policy, image_options{})} {}

  /// Boot files of many machines that boot at the same time are queued.
  static constexpr size_t files_waiting_max = 65'536;

  const redfish_options options;
  const std::vector<vendor_row> vendors;  ///< The installation's own rows.
  const policy_ptr policy;
  const boost::asio::any_io_executor executor;
  redfish_connections connections;
  blocking_pool files;                        ///< Threads for boot files.
  const std::shared_ptr<boot_images> images;  ///< Boot files fetched from web servers.
};

/// A step with its BMC client and system.
struct redfish_call {
  permitted_step request;
  redfish_client bmc;
  std::string system;           ///< Path of the system; empty: the only one.
  std::string media_transport;  ///< See redfish_account.
  std::shared_ptr<redfish_context> context;
};

/// False: the step resumes after a wait.
inline bool begins(const redfish_call& call) { return call.request.task_handle.empty(); }

using redfish_outcome = boost::asio::awaitable<step_outcome>;
/// Executes a step.
using redfish_operation = redfish_outcome (*)(redfish_call);

using redfish_probe_result = boost::asio::awaitable<std::optional<step_outcome>>;
/// Reads the state of a step; changes nothing.
using redfish_probe = redfish_probe_result (*)(redfish_call);

/// An operation and its functions. An operation in parts that waits for tasks has a `probe`, which
/// reads the progress, while `act` starts the next part by the step's notes. `recover` finds work
/// that a dead worker started without recording it. If it is null, a part may be repeated; for
/// other operations their declaration decides.
struct redfish_operation_row {
  driver_operation what;
  redfish_operation act;
  redfish_probe probe = nullptr;
  redfish_probe recover = nullptr;
};
using redfish_operations = std::span<const redfish_operation_row>;

/// Outcome of a step that failed with this error. Errors that the driver itself detects count as
/// wrong requests.
step_outcome redfish_step_failed(const redfish_error& error);
/// A finished step with the requested data.
step_outcome redfish_answered(json answer);

}  // namespace ironbus
