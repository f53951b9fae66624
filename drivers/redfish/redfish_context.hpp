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

/// How BMCs are asked in the product: by HTTP. The client repeats nothing, redfish_client does.
http_exchange redfish_by_http(boost::asio::io_context& io, const redfish_options& options);

/// What the interfaces of the family share.
struct redfish_context {
  /// `exchange` empty: by HTTP; `fetched` null: the drivers' own cache, with no options set.
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

  /// A fleet that is booted at once waits for its files.
  static constexpr size_t files_waiting_max = 65'536;

  const redfish_options options;
  const std::vector<vendor_row> vendors;  ///< The installation's own.
  const policy_ptr policy;
  const boost::asio::any_io_executor executor;
  redfish_connections connections;
  blocking_pool files;                        ///< Work on boot files.
  const std::shared_ptr<boot_images> images;  ///< What is booted and lies on web servers.
};

/// A step, the machine's BMC, and the machine there.
struct redfish_call {
  permitted_step request;
  redfish_client bmc;
  std::string system;  ///< Its path as the node says it; empty: the only one.
  std::shared_ptr<redfish_context> context;
};

/// False: it goes on after a wait.
inline bool begins(const redfish_call& call) { return call.request.task_handle.empty(); }

using redfish_outcome = boost::asio::awaitable<step_outcome>;
/// What carries out a step.
using redfish_act = redfish_outcome (*)(redfish_call);

using redfish_found = boost::asio::awaitable<std::optional<step_outcome>>;
/// What only asks the machine.
using redfish_question = redfish_found (*)(redfish_call);

/// An operation, and what carries it out. One that is done in parts, and waits for tasks between
/// them, has a `probe`: it asks how the machine goes on, while `act` begins the part that is due by
/// the step's notes. `recover` finds what an earlier worker has begun and nobody has written down;
/// null: of one in parts the part may be begun again, of any other its declaration decides.
struct redfish_act_row {
  driver_operation what;
  redfish_act act;
  redfish_question probe = nullptr;
  redfish_question recover = nullptr;
};
using redfish_acts = std::span<const redfish_act_row>;

/// How a step ends that a BMC failed. What we refuse ourselves, as the machine cannot do it, is
/// wrong in what was asked for.
step_outcome redfish_step_failed(const redfish_error& error);
/// A step that is done, with what the caller asked for.
step_outcome redfish_answered(json answer);

}  // namespace ironbus
