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

/// Commands out and replies in, over one stream. One thread. After a failure, which is
/// `unavailable` and says why, it is of no further use.
class connection {
public:
  explicit connection(std::unique_ptr<stream> bytes);

  /// Puts a command behind those that are to be sent with the next receive().
  void append(std::span<const std::string_view> command);
  /// Sends what there is to send and waits for the next reply.
  result<reply> receive();

  int socket() const { return bytes_->socket(); }
  /// Bounds how long a read or write of the connection may take.
  void limit_wait(std::chrono::milliseconds timeout) { bytes_->limit_wait(timeout); }
  /// Of a connection on which nothing is under way. Redis never speaks first, so that whatever
  /// comes is the end of it.
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

/// Sends one command and waits for its answer; an error reply is a failure as well.
result<reply> ask(connection& link, std::span<const std::string_view> command);
inline result<reply> ask(connection& link, std::initializer_list<std::string_view> command) {
  return ask(link, std::span{command.begin(), command.size()});
}

/// The text of a string, status or error reply; empty for every other.
std::string_view text_of(const redisReply* x);

}  // namespace ironbus::redis
