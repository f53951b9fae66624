#pragma once

#include "messages/base/json.hpp"
#include "ops/simulator/agent/api_connection.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <memory>
#include <string>
#include <vector>

namespace ironbus::simulator {

struct api_answer {
  unsigned status = 0;  ///< 0: there was none.
  std::string text;     ///< As it came.
  json body;            ///< Discarded, as nlohmann has it, if the text is no JSON.
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

private:
  using connection = std::unique_ptr<api_connection>;

  boost::asio::awaitable<api_answer> in_turn(std::string verb, std::string target,
                                             std::string version, std::string body);
  boost::asio::awaitable<api_answer> call(std::string verb, std::string target, std::string version,
                                          std::string body);
  boost::asio::awaitable<connection> connect();

  api_address service_;
  std::vector<connection> idle_;
  size_t calls_ = 0;                ///< Those on their way.
  boost::asio::steady_timer turn_;  ///< Never expires; cancelled once for each call that ends.
};

}  // namespace ironbus::simulator
