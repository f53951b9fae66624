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

/// Bytes of files that may be sent in a second; 0: any number.
struct file_bandwidth {
  uint64_t total = 0;       ///< To all clients of the process together.
  uint64_t per_client = 0;  ///< To one, which is what client_budget counts as one.
};

/// Whoever sends a file and asks before it does.
class file_sender {
public:
  virtual ~file_sender() = default;
  /// It may send so many bytes. Called on any thread, also within `ask`.
  virtual void grant(uint64_t bytes) = 0;
};

/// The files on their way to the clients of a process: how many, and who may send next. Of the
/// clients that wait the one comes first that has had least, whatever number of connections each
/// has. Thread safe.
class file_traffic {
public:
  using client = std::optional<ip_address>;  ///< Unset: whom a trusted proxy does not name.
  using time_point = steady_clock::time_point;

  explicit file_traffic(file_bandwidth limits);

  /// Without limits nobody needs to ask.
  bool limited() const { return limits_.total > 0 || limits_.per_client > 0; }
  /// Grants up to `wanted` bytes once, at once or in a later `go_on`. A sender that has gone by
  /// then is passed over.
  void ask(const client& receiver, std::weak_ptr<file_sender> sender, uint64_t wanted,
           time_point now);
  /// Grants what time has made possible; to be called every `period`.
  void go_on(time_point now);
  static constexpr std::chrono::milliseconds period{20};

  void note_begin(bool whole) {
    ++responses_;
    if (!whole) ++ranges_;
  }
  void note_sent(uint64_t bytes) { bytes_ += bytes; }
  void note_end() { --responses_; }

  size_t clients() const;  ///< That are remembered, as they wait or have just been served.

private:
  struct waiting {
    std::weak_ptr<file_sender> sender;
    uint64_t wanted = 0;
  };
  struct line {
    token_bucket own;
    std::deque<waiting> all;
    uint64_t had = 0;    ///< Bytes; of one who comes anew as if it had had its share until then.
    time_point asked{};  ///< When it did so last.
  };
  using grants = std::vector<std::pair<std::shared_ptr<file_sender>, uint64_t>>;

  void serve(grants& out);
  void serve_one(line& who, const waiting& one, grants& out);
  void join(line& who) const;

  const file_bandwidth limits_;
  const uint64_t turn_bytes_;  ///< What one grant is at most.
  mutable std::mutex mutex_;   ///< Guards the next four.
  token_bucket total_;
  std::map<client, line> lines_;
  std::set<std::pair<uint64_t, client>> turns_;  ///< Those of `lines_` that wait, by what they had.
  uint64_t reached_ = 0;                         ///< What the one had that was served last.
  metrics::counter bytes_{{"ironbus_http_file_bytes_total", "Bytes of files sent to clients."}};
  metrics::counter ranges_{
      {"ironbus_http_file_ranges_total", "File downloads of which only a part was requested."}};
  metrics::gauge responses_{{"ironbus_http_file_responses", "Files being sent to clients."}};
};

}  // namespace ironbus::http
