#pragma once

#include "messages/base/json.hpp"
#include "ops/simulator/agent/api_connection.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulator {

struct api_answer {
  unsigned status = 0;             ///< 0: no response.
  std::string text;                ///< The body, unchanged.
  std::string range;               ///< Content-Range.
  std::optional<uint64_t> length;  ///< Content-Length.
  json body;                       ///< Discarded (as nlohmann defines it) if the text is not JSON.
};

/// The agents' client of the service. Keeps a few connections; further calls wait for their turn.
/// Everything runs on one executor, which runs one handler at a time.
class api_client {
public:
  api_client(const boost::asio::any_io_executor& executor, api_address service)
      : service_{std::move(service)},
        turn_{executor, boost::asio::steady_timer::time_point::max()} {}

  /// `version`: API version such as "1.62"; empty: the call sends none.
  boost::asio::awaitable<api_answer> get(std::string target, std::string version);
  boost::asio::awaitable<api_answer> post(std::string target, std::string version, json body);
  /// Reads exactly this range of a file; status 0 if the service returns another range.
  boost::asio::awaitable<api_answer> get_part(std::string target, uint64_t first, uint64_t bytes);
  /// Size of a file (HEAD); unset if the service does not serve it.
  boost::asio::awaitable<std::optional<uint64_t>> size_of(std::string target);

private:
  using connection = std::unique_ptr<api_connection>;
  using request = api_connection::request;

  boost::asio::awaitable<api_answer> in_turn(request asked);
  boost::asio::awaitable<api_answer> call(request asked);
  boost::asio::awaitable<connection> connect();

  api_address service_;
  std::vector<connection> idle_;
  size_t calls_ = 0;                ///< Running calls.
  boost::asio::steady_timer turn_;  ///< Never expires; each ended call cancels one wait.
};

}  // namespace ironbus::simulator
