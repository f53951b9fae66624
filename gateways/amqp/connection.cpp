#include "gateways/amqp/connection.hpp"

#include <amqp_ssl_socket.h>
#include <amqp_tcp_socket.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>

namespace ironbus::amqp {

namespace {

timeval timeval_of(std::chrono::microseconds microseconds) {
  timeval out{};
  out.tv_sec = microseconds.count() / 1'000'000;
  out.tv_usec = microseconds.count() % 1'000'000;
  return out;
}

std::string describe(const amqp_method_t& method) {
  if (method.id == AMQP_CHANNEL_CLOSE_METHOD) {
    auto* x = static_cast<amqp_channel_close_t*>(method.decoded);
    return std::to_string(x->reply_code) + " " + text_of(x->reply_text);
  }
  if (method.id == AMQP_CONNECTION_CLOSE_METHOD) {
    auto* x = static_cast<amqp_connection_close_t*>(method.decoded);
    return std::to_string(x->reply_code) + " " + text_of(x->reply_text);
  }
  return "unexpected method " + std::to_string(method.id);
}

/// The library reports TLS errors only as failed.
std::string text_of_status(int library_status) {
  if (library_status == AMQP_STATUS_SSL_ERROR) {
    if (auto why = take_tls_error(); !why.empty()) return why;
    // With TLS 1.3 the broker checks our certificate after our side of the handshake has ended.
    return "the broker closed the connection; during login this can mean that it requires a client "
           "certificate or rejects ours";
  }
  return amqp_error_string2(library_status);
}

status outcome(const amqp_rpc_reply_t& reply, std::string_view doing) {
  auto failed = [&](const std::string& why) {
    return fail(error_code::unavailable, std::string{doing} + ": " + why);
  };
  switch (reply.reply_type) {
    case AMQP_RESPONSE_NORMAL: return std::monostate{};
    case AMQP_RESPONSE_LIBRARY_EXCEPTION: return failed(text_of_status(reply.library_error));
    case AMQP_RESPONSE_SERVER_EXCEPTION: return failed(describe(reply.reply));
    default: return failed("no answer");
  }
}

amqp_table_entry_t enabled(const char* key) {
  amqp_table_entry_t out{};
  out.key = amqp_cstring_bytes(key);
  out.value.kind = AMQP_FIELD_KIND_BOOLEAN;
  out.value.value.boolean = 1;
  return out;
}

/// Why a frame ends the connection. Empty if it does not.
std::string fatal_reason(const amqp_frame_t& frame) {
  if (frame.frame_type != AMQP_FRAME_METHOD) return {};
  const auto& method = frame.payload.method;
  switch (method.id) {
    case AMQP_CHANNEL_CLOSE_METHOD:
    case AMQP_CONNECTION_CLOSE_METHOD: return "closed by the broker: " + describe(method);
    default: return {};
  }
}

}  // namespace

amqp_bytes_t bytes_of(std::string_view x) {
  // The library takes non-const pointers for data that it only reads.
  return {x.size(), const_cast<char*>(x.data())};
}

std::string text_of(amqp_bytes_t x) {
  return x.len == 0 ? std::string{} : std::string{static_cast<const char*>(x.bytes), x.len};
}

connection::connection(const amqp_address& where, const amqp_options& how)
    : peer_{how.tls, where.host}, state_(amqp_new_connection()) {}

result<std::unique_ptr<connection>> connection::open(const amqp_address& where,
                                                     const amqp_options& how,
                                                     std::string_view role) {
  std::unique_ptr<connection> out{new connection{where, how}};
  if (!out->state_) return fail(error_code::unavailable, "out of memory");
  if (auto ok = out->connect(where, how); !ok) return tl::unexpected(ok.error());
  if (auto ok = out->log_in(where, how, role); !ok) return tl::unexpected(ok.error());
  auto timeout = timeval_of(how.rpc_timeout);
  amqp_set_rpc_timeout(out->raw(), &timeout);
  amqp_channel_open(out->raw(), channel);
  if (auto ok = out->answered("opening a channel"); !ok) return tl::unexpected(ok.error());
  return out;
}

result<amqp_socket_t*> connection::make_socket(const amqp_address& where) {
  auto* socket = where.tls ? amqp_ssl_socket_new(raw()) : amqp_tcp_socket_new(raw());
  if (!socket) return fail(error_code::unavailable, "out of memory");
  if (!where.tls) return socket;
  // The library checks the certificate after the handshake, when it has already sent ours, and does
  // not support IP addresses. So the check is part of the handshake. The library's check of the
  // result stays.
  amqp_ssl_socket_set_verify_hostname(socket, 0);
  auto* context = static_cast<SSL_CTX*>(amqp_ssl_socket_get_context(socket));
  if (auto ready = peer_.prepare(context); !ready) return tl::unexpected(ready.error());
  return socket;
}

status connection::connect(const amqp_address& where, const amqp_options& how) {
  auto doing = "connecting to " + where.host + ":" + std::to_string(where.port);
  auto socket = make_socket(where);
  if (!socket) return fail(error_code::unavailable, doing + ": " + socket.error().message);
  auto timeout = timeval_of(how.connect_timeout);
  const auto code = amqp_socket_open_noblock(*socket, where.host.c_str(), where.port, &timeout);
  if (code == AMQP_STATUS_OK) {
    tune_socket(how);
    return std::monostate{};
  }
  if (auto why = peer_.why_refused(); !why.empty())
    return fail(error_code::unavailable, doing + ": " + why);
  return sent(code, doing);
}

void connection::tune_socket(const amqp_options& how) const {
  // The library writes without a timeout. A peer that stops reading would block the thread for the
  // kernel's default of about 15 minutes. If this option cannot be set, the connection still works.
  auto limit = static_cast<unsigned>(std::chrono::milliseconds{2 * how.heartbeat}.count());
  setsockopt(socket(), IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit);
}

status connection::log_in(const amqp_address& where, const amqp_options& how,
                          std::string_view role) {
  auto timeout = timeval_of(how.handshake_timeout);
  amqp_set_handshake_timeout(raw(), &timeout);
  std::array abilities{enabled("consumer_cancel_notify"), enabled("connection.blocked"),
                       enabled("publisher_confirms")};
  std::array<amqp_table_entry_t, 2> entries{};
  entries[0].key = amqp_cstring_bytes("capabilities");
  entries[0].value.kind = AMQP_FIELD_KIND_TABLE;
  entries[0].value.value.table = {static_cast<int>(abilities.size()), abilities.data()};
  auto name = how.connection_name + " " + std::string{role};
  entries[1].key = amqp_cstring_bytes("connection_name");
  entries[1].value.kind = AMQP_FIELD_KIND_UTF8;
  entries[1].value.value.bytes = bytes_of(name);
  amqp_table_t properties{static_cast<int>(entries.size()), entries.data()};
  constexpr int frame_bytes_max = 131072;
  const auto present = [&](amqp_sasl_method_enum method, const auto&... proof) {
    return amqp_login_with_properties(raw(), where.vhost.c_str(), 0, frame_bytes_max,
                                      static_cast<int>(how.heartbeat.count()), &properties, method,
                                      proof.c_str()...);
  };
  const auto place = " to vhost '" + where.vhost + "'";
  if (how.login_by_certificate)  // The broker takes the user from the certificate and ignores the
                                 // login.
    return outcome(present(AMQP_SASL_METHOD_EXTERNAL, how.connection_name),
                   "logging in by certificate" + place);
  return outcome(present(AMQP_SASL_METHOD_PLAIN, where.user, where.password),
                 "logging in as '" + where.user + "'" + place);
}

status connection::answered(std::string_view doing) const {
  auto out = outcome(amqp_get_rpc_reply(raw()), doing);
  amqp_maybe_release_buffers(raw());
  return out;
}

status connection::sent(int library_status, std::string_view doing) {
  if (library_status == AMQP_STATUS_OK) return std::monostate{};
  return fail(error_code::unavailable, std::string{doing} + ": " + text_of_status(library_status));
}

status connection::read(const std::function<status(const amqp_frame_t&)>& take, size_t frames_max) {
  for (size_t i = 0; i < frames_max; ++i) {
    amqp_maybe_release_buffers(raw());  // Of the previous frame.
    amqp_frame_t frame;
    timeval at_once{};
    auto code = amqp_simple_wait_frame_noblock(raw(), &frame, &at_once);
    if (code == AMQP_STATUS_TIMEOUT) break;
    if (code != AMQP_STATUS_OK) return fail(error_code::unavailable, text_of_status(code));
    if (auto why = fatal_reason(frame); !why.empty()) return fail(error_code::unavailable, why);
    if (auto ok = take(frame); !ok) return ok;
  }
  return std::monostate{};
}

bool connection::has_buffered() const {
  return amqp_frames_enqueued(raw()) || amqp_data_in_buffer(raw());
}

void connection::close() {
  timeval brief{1, 0};
  amqp_set_rpc_timeout(raw(), &brief);
  amqp_connection_close(raw(), AMQP_REPLY_SUCCESS);
}

}  // namespace ironbus::amqp
