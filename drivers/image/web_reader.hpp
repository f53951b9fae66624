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

/// Available space.
struct download_room {
  uint64_t bytes_max = 0;
  std::function<void(uint64_t bytes)> make;  ///< Called when the size is known, to free space.
};

/// Blocking HTTP client for image servers. Runs on the caller's thread.
///
/// Follows at most five redirects, to the same host or to one of image_options::redirect_hosts, and
/// never from https to http. Credentials go only to their own server. Errors name the server, never
/// the path, because queries may be secret.
class web_reader {
public:
  /// `verify_ca`: as image_options::verify_ca.
  web_reader(const image_options& options, const std::string& verify_ca, permit allowed,
             const std::atomic<bool>& stopping);

  struct page {
    unsigned status = 0;
    http_headers headers;
    std::string body;

    std::string_view header(std::string_view name) const;
  };

  /// Reads a small document, whatever its status. `too_large` beyond `bytes_max`.
  result<page> read(const http_url& where, const http_headers& headers, size_t bytes_max);

  /// Whether the server confirms that the file still has that version (an ETag or a date). No
  /// retries.
  bool is_unchanged(const http_url& where, const std::string& authorization,
                    const std::string& version);

  /// Downloads a whole file. Resumes a lost connection with a range request if the server supports
  /// it, else restarts, with the retries of image_options. Failures: `too_large` if it exceeds the
  /// space; `not_found` and `invalid` if the server rejects it; `unavailable` and `timeout` if
  /// another attempt may succeed.
  std::optional<failure> download(const http_url& where, const std::string& authorization,
                                  part_file& file, const download_room& room);

private:
  struct attempt_end {
    std::optional<failure> failed;
    bool again = false;  ///< Another attempt may succeed.
  };

  result<page> follow(http_url where, http_headers headers, const body_taker& take);
  http_result ask(const http_url& where, http_headers headers, const body_taker& take);
  attempt_end try_download(const http_url& where, const std::string& authorization, part_file& file,
                           const download_room& room);
  bool may_lead_to(const http_url& where, const http_url& next) const;
  bool pause(std::chrono::milliseconds length) const;

  const image_options& options_;
  const tls_trust trust_;
  permit allowed_;
  const std::atomic<bool>& stopping_;
  std::vector<ip_network> networks_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace ironbus
