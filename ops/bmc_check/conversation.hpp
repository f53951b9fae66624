#pragma once

#include "drivers/kit/http/http_message.hpp"

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::bmc_check {

/// An oddity of a BMC's responses.
struct oddity {
  std::string kind;
  std::string meaning;
  unsigned count = 0;  ///< 0: not counted.
  std::string first;   ///< Where it was met first: the request or the resource.
};

/// What a client sees of its conversation with a BMC. It sends the requests of the drivers, counts
/// them and looks for oddities. After a rejected login it sends no further request, because BMCs
/// lock accounts. A BMC without sessions may reject the request for one: then the drivers send the
/// password with each request, and only its rejection counts. Used by one thread.
class conversation {
public:
  explicit conversation(http_exchange send) : send_{std::move(send)} {}
  conversation(const conversation&) = delete;
  conversation& operator=(const conversation&) = delete;

  /// For the drivers. The conversation must outlive it.
  http_exchange exchange();

  unsigned requests() const { return requests_; }
  unsigned answers() const { return answers_; }
  bool login_rejected() const { return !rejection_.empty(); }
  std::chrono::milliseconds slowest() const { return slowest_; }
  const std::string& slowest_request() const { return slowest_request_; }
  /// The oddities that were met, in the order of their table.
  std::vector<oddity> oddities() const;

private:
  boost::asio::awaitable<http_result> send(http_request request);
  void note(const http_request& request, const http_result& result, std::chrono::milliseconds took);

  const http_exchange send_;
  unsigned requests_ = 0;
  unsigned answers_ = 0;
  std::string root_;       ///< The latest document read without a login.
  std::string rejection_;  ///< The request with the rejected password, and the answer.
  std::chrono::milliseconds slowest_{};
  std::string slowest_request_;
  std::map<std::string_view, oddity> met_;
};

}  // namespace ironbus::bmc_check
