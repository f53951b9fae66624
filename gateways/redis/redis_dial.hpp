#pragma once

#include "gateways/redis/redis_url.hpp"

#include <hiredis/hiredis.h>

#include <chrono>
#include <functional>
#include <memory>

namespace ironbus::redis {

struct context_deleter {
  void operator()(redisContext* x) const { redisFree(x); }
};
using context = std::unique_ptr<redisContext, context_deleter>;

struct reply_deleter {
  void operator()(redisReply* x) const { freeReplyObject(x); }
};
using reply = std::unique_ptr<redisReply, reply_deleter>;

/// Connects a socket, calling `while_waiting` about every millisecond so that the thread can turn
/// others away meanwhile; it ends the attempt by giving false. Looking the host up blocks.
result<context> dial(const server& address, std::chrono::milliseconds timeout,
                     const std::function<bool()>& while_waiting);

/// Sends one command and waits for its answer; an error reply is a failure as well.
result<reply> ask(redisContext& address, std::initializer_list<std::string_view> command);

/// Bounds how long a read or write of the connection may take.
void limit_wait(redisContext& context, std::chrono::milliseconds timeout);

/// The text of a string, status or error reply; empty for every other.
std::string_view text_of(const redisReply* x);

}  // namespace ironbus::redis
