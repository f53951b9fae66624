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
  unsigned status = 0;             ///< 0: there was none.
  std::string text;                ///< As it came.
  std::string range;               ///< Content-Range.
  std::optional<uint64_t> length;  ///< Content-Length.
  json body;                       ///< Discarded, as nlohmann has it, if the text is no JSON.
};

/// The service as agents call it, over a few connections that are kept; what is more waits for its
/// turn. All on one executor, which runs one handler at a time.
class api_client {
public:
  api_client(const boost::asio::any_io_executor& executor, api_address service)
      : service_{std::move(service)},
        turn_{executor, boost::asio::steady_timer::time_point::max()} {}

  /// `version`: of the API, "1.62"; empty: the call names none.
  boost::asio::awaitable<api_answer> get(std::string target, std::string version);
  boost::asio::awaitable<api_answer> post(std::string target, std::string version, json body);
  /// Bytes of a file, as many as asked for; status 0 if others come.
  boost::asio::awaitable<api_answer> get_part(std::string target, uint64_t first, uint64_t bytes);
  /// Of a file of which parts can be had (HEAD); unset: there is none.
  boost::asio::awaitable<std::optional<uint64_t>> size_of(std::string target);

private:
  using connection = std::unique_ptr<api_connection>;
  using request = api_connection::request;

  boost::asio::awaitable<api_answer> in_turn(request asked);
  boost::asio::awaitable<api_answer> call(request asked);
  boost::asio::awaitable<connection> connect();

  api_address service_;
  std::vector<connection> idle_;
  size_t calls_ = 0;                ///< Those on their way.
  boost::asio::steady_timer turn_;  ///< Never expires; cancelled once for each call that ends.
};

}  // namespace ironbus::simulator
