#pragma once

#include "gateways/http/transport/token_bucket.hpp"
#include "messages/platform/metrics.hpp"
#include "messages/platform/network.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ironbus::http {

/// The maximum bytes of files per second; 0: no limit.
struct file_bandwidth {
  uint64_t total = 0;       ///< To all clients of the process together.
  uint64_t per_client = 0;  ///< To each client of client_budget.
};

/// Sends a file and asks for permission before each part.
class file_sender {
public:
  virtual ~file_sender() = default;
  /// Allows the sender to send so many bytes. Called on any thread, also within `ask`.
  virtual void grant(uint64_t bytes) = 0;
};

/// Schedules the files that a process sends to its clients. The waiting client that has received
/// least comes first, regardless of its number of connections. Thread safe.
class file_traffic {
public:
  using client =
      std::optional<ip_address>;  ///< Unset: a client that a trusted proxy does not name.
  using time_point = steady_clock::time_point;

  explicit file_traffic(file_bandwidth limits);

  /// Without limits senders need not ask.
  bool limited() const { return limits_.total > 0 || limits_.per_client > 0; }
  /// Grants up to `wanted` bytes once, at once or in a later `go_on`. Skips a sender that no longer
  /// exists by then.
  void ask(const client& receiver, std::weak_ptr<file_sender> sender, uint64_t wanted,
           time_point now);
  /// Grants the bytes that have become available. Call it every `period`.
  void go_on(time_point now);
  static constexpr std::chrono::milliseconds period{20};

  void note_begin(bool whole) {
    ++responses_;
    if (!whole) ++ranges_;
  }
  void note_sent(uint64_t bytes) { bytes_ += bytes; }
  void note_end() { --responses_; }

  size_t clients() const;  ///< Remembered ones, which wait or were served recently.

private:
  struct waiting {
    std::weak_ptr<file_sender> sender;
    uint64_t wanted = 0;
  };
  struct line {
    token_bucket own;
    std::deque<waiting> all;
    uint64_t had = 0;    ///< Bytes; a new client starts with the share of the others.
    time_point asked{};  ///< The time of its last request.
  };
  using grants = std::vector<std::pair<std::shared_ptr<file_sender>, uint64_t>>;

  void serve(grants& out);
  void serve_one(line& who, const waiting& one, grants& out);
  void join(line& who) const;

  const file_bandwidth limits_;
  const uint64_t turn_bytes_;  ///< The maximum of one grant.
  mutable std::mutex mutex_;   ///< Guards the next four members.
  token_bucket total_;
  std::map<client, line> lines_;
  std::set<std::pair<uint64_t, client>>
      turns_;             ///< The waiting clients of `lines_` by the bytes they have received.
  uint64_t reached_ = 0;  ///< The bytes of the client that was served last.
  metrics::counter bytes_{{"ironbus_http_file_bytes_total", "Bytes of files sent to clients."}};
  metrics::counter ranges_{
      {"ironbus_http_file_ranges_total", "File downloads with a range request."}};
  metrics::gauge responses_{{"ironbus_http_file_responses", "Files being sent to clients."}};
};

}  // namespace ironbus::http
