#pragma once

#include "gateways/redis/redis_stream.hpp"

#include <hiredis/hiredis.h>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::redis {

struct reply_deleter {
  void operator()(redisReply* x) const { freeReplyObject(x); }
};
using reply = std::unique_ptr<redisReply, reply_deleter>;

/// Sends commands and receives replies over one stream. One thread. After a failure (`unavailable`
/// with the reason) it is unusable.
class connection {
public:
  explicit connection(std::unique_ptr<stream> bytes);

  /// Queues a command for the next receive().
  void append(std::span<const std::string_view> command);
  /// Sends the queued commands and waits for the next reply.
  result<reply> receive();

  int socket() const { return bytes_->socket(); }
  /// Limits the time of each read and write.
  void limit_wait(std::chrono::milliseconds timeout) { bytes_->limit_wait(timeout); }
  /// Whether an idle connection is open. Redis never sends first, so any input means its end.
  bool is_open() { return bytes_->is_quiet(); }

private:
  struct reader_deleter {
    void operator()(redisReader* x) const { redisReaderFree(x); }
  };

  result<std::monostate> feed();

  std::unique_ptr<stream> bytes_;
  std::unique_ptr<redisReader, reader_deleter> reader_;
  std::string unsent_;
};

using connection_ptr = std::unique_ptr<connection>;

/// Sends a command and waits for its reply. An error reply is a failure.
result<reply> ask(connection& link, std::span<const std::string_view> command);
inline result<reply> ask(connection& link, std::initializer_list<std::string_view> command) {
  return ask(link, std::span{command.begin(), command.size()});
}

/// The text of a string, status or error reply. Empty for other types.
std::string_view text_of(const redisReply* x);

}  // namespace ironbus::redis
