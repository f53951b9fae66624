#pragma once

#include "drivers/image/image_options.hpp"
#include "drivers/image/part_file.hpp"
#include "drivers/kit/http/http_connection.hpp"
#include "drivers/port/permit.hpp"
#include "messages/platform/http_url.hpp"
#include "messages/platform/network.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// What there is room for.
struct download_room {
  uint64_t bytes_max = 0;
  std::function<void(uint64_t bytes)> make;  ///< Called when it is known how much will come.
};

/// Asks image servers, on the caller's thread, which must be one that may wait.
///
/// Redirects are followed, at most five times, to the same host or to one of
/// image_options::redirect_hosts, never from https to http; credentials go to the server that they
/// are for and to no other. Errors name the server, never what is behind its path: queries may be
/// secrets.
class web_reader {
public:
  web_reader(const image_options& options, permit allowed, const std::atomic<bool>& stopping);

  struct page {
    unsigned status = 0;
    http_headers headers;
    std::string body;

    std::string_view header(std::string_view name) const;
  };

  /// A small document, whatever its status. `too_large` beyond `bytes_max`.
  result<page> read(const http_url& where, const http_headers& headers, size_t bytes_max);

  /// Whether the server says that a file is still that version (an ETag or a date). Asked once.
  bool is_unchanged(const http_url& where, const std::string& authorization,
                    const std::string& version);

  /// Brings all of a file. What breaks off is gone on with by a range where the server allows it,
  /// else begun anew; the server is asked again as often as image_options says. Failures:
  /// `too_large`, more than there is room for; `not_found` and `invalid`, what the server will not
  /// give; `unavailable`, `timeout`, what another try may mend.
  std::optional<failure> download(const http_url& where, const std::string& authorization,
                                  part_file& file, const download_room& room);

private:
  struct attempt_end {
    std::optional<failure> failed;
    bool again = false;  ///< Another try may mend it.
  };

  result<page> follow(http_url where, http_headers headers, const body_taker& take);
  http_result ask(const http_url& where, http_headers headers, const body_taker& take);
  attempt_end try_download(const http_url& where, const std::string& authorization, part_file& file,
                           const download_room& room);
  bool may_lead_to(const http_url& where, const http_url& next) const;
  bool pause(std::chrono::milliseconds length) const;

  const image_options& options_;
  permit allowed_;
  const std::atomic<bool>& stopping_;
  std::vector<ip_network> networks_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace ironbus
