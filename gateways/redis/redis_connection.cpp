#include "gateways/redis/redis_connection.hpp"

#include <array>
#include <utility>

namespace ironbus::redis {

namespace {

/// The size of a TLS record; hiredis reads as much at a time.
constexpr size_t read_bytes = 16 * 1024;
/// A larger buffer, left by a batch of large commits, is freed.
constexpr size_t unsent_kept_bytes = 1024 * 1024;

void append_count(std::string& out, char kind, size_t count) {
  out += kind;
  out += std::to_string(count);
  out += "\r\n";
}

}  // namespace

connection::connection(std::unique_ptr<stream> bytes)
    : bytes_{std::move(bytes)}, reader_{redisReaderCreate()} {}

/// Writes the command as an array of bulk strings (RESP).
void connection::append(std::span<const std::string_view> command) {
  append_count(unsent_, '*', command.size());
  for (const auto text : command) {
    append_count(unsent_, '$', text.size());
    unsent_ += text;
    unsent_ += "\r\n";
  }
}

result<reply> connection::receive() {
  if (!reader_) return fail(error_code::unavailable, "out of memory");
  if (!unsent_.empty()) {
    if (auto sent = bytes_->write(unsent_); !sent) return tl::unexpected<failure>(sent.error());
    unsent_.clear();
    if (unsent_.capacity() > unsent_kept_bytes) unsent_.shrink_to_fit();
  }
  for (;;) {
    void* got = nullptr;
    if (redisReaderGetReply(reader_.get(), &got) != REDIS_OK)
      return fail(error_code::unavailable, reader_->errstr);
    if (got != nullptr) return reply{static_cast<redisReply*>(got)};
    if (auto fed = feed(); !fed) return tl::unexpected<failure>(fed.error());
  }
}

result<std::monostate> connection::feed() {
  std::array<char, read_bytes> bytes;
  const auto count = bytes_->read(bytes);
  if (!count) return tl::unexpected<failure>(count.error());
  if (redisReaderFeed(reader_.get(), bytes.data(), *count) != REDIS_OK)
    return fail(error_code::unavailable, reader_->errstr);
  return std::monostate{};
}

result<reply> ask(connection& link, std::span<const std::string_view> command) {
  link.append(command);
  auto answer = link.receive();
  if (!answer) return fail(error_code::unavailable, "Redis: " + answer.error().message);
  if ((*answer)->type == REDIS_REPLY_ERROR)
    return fail(error_code::unavailable, "Redis: " + std::string{command.front()} + ": " +
                                             std::string{text_of(answer->get())});
  return answer;
}

std::string_view text_of(const redisReply* x) {
  if (x == nullptr || x->str == nullptr) return {};
  return {x->str, static_cast<size_t>(x->len)};
}

}  // namespace ironbus::redis
