#include "drivers/kit/http/blocking_client.hpp"

#include "drivers/kit/spawn_call.hpp"

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <optional>

namespace ironbus {

http_result blocking_client::exchange(http_request request) {
  std::optional<http_result> out;
  boost::asio::co_spawn(io_, client_.exchange(std::move(request)),
                        [&out](const std::exception_ptr& thrown, http_result answer) {
                          if (thrown) return log_driver_defect(thrown);
                          out = std::move(answer);
                        });
  io_.restart();
  io_.run();
  if (out) return std::move(*out);
  return http_fail(http_error::broken_off, "The request failed because of an internal error.");
}

}  // namespace ironbus
