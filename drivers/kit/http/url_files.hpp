#pragma once

#include "drivers/kit/blocking_pool.hpp"
#include "drivers/kit/http/http_message.hpp"
#include "drivers/kit/shared_files.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ironbus {

/// Fetches files of HTTP servers once for all that boot them, in pieces of 8 MiB, so that memory
/// does not follow their size. A server that does not know ranges is refused where its file is
/// larger than a piece. Outlives its calls; the executor and the pool outlive it.
class url_files {
public:
  /// `exchange` takes answers of at least 8 MiB; `root` is that of the shared files.
  url_files(const boost::asio::any_io_executor& executor, http_exchange exchange,
            blocking_pool& files, std::string root);

  /// What is at the URL now: one that was asked for within a minute is believed to be the same, and
  /// who asks while it is fetched waits for that. `invalid`: no URL, or a file that is empty or
  /// larger than `bytes_max`; `unavailable`: the server fails, or has changed it meanwhile.
  boost::asio::awaitable<result<shared_file>> fetch(permit allowed, std::string url,
                                                    uint64_t bytes_max);

  static constexpr uint64_t piece_bytes = 8ULL * 1024 * 1024;
  static constexpr std::chrono::seconds believed{60};

private:
  using outcome = result<shared_file>;
  struct visit;     ///< Somebody who fetches, and those who wait for it.
  struct download;  ///< What is known of the file on its way.

  void forget_old_visits();
  std::optional<outcome> found_by(const visit& other) const;
  boost::asio::awaitable<void> make_visit(std::shared_ptr<visit> own, permit allowed,
                                          std::string url, uint64_t bytes_max);
  boost::asio::awaitable<outcome> fetch_once(permit allowed, std::string url, uint64_t bytes_max);
  boost::asio::awaitable<outcome> download_file(permit allowed, std::string url,
                                                uint64_t bytes_max);
  boost::asio::awaitable<result<std::monostate>> read_piece(std::shared_ptr<download> all);
  boost::asio::awaitable<result<std::monostate>> keep_piece(std::shared_ptr<download> all,
                                                            http_response answer);
  boost::asio::awaitable<outcome> keep_file(std::shared_ptr<download> all);

  boost::asio::strand<boost::asio::any_io_executor> strand_;
  const http_exchange exchange_;
  blocking_pool& files_;
  const std::string root_;
  std::map<std::string, std::shared_ptr<visit>> visits_;  ///< By URL; on the strand.
};

}  // namespace ironbus
