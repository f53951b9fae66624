#pragma once

#include "gateways/http/listening/proxy_header.hpp"
#include "gateways/http/listening/verified_certificate.hpp"
#include "gateways/http/transport/application.hpp"
#include "gateways/http/transport/body_reader.hpp"
#include "gateways/http/transport/client_share.hpp"
#include "gateways/http/transport/client_stream.hpp"
#include "gateways/http/transport/connection_set.hpp"
#include "gateways/http/transport/endless_writer.hpp"
#include "gateways/http/transport/tls.hpp"

#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace ironbus::http {

/// The implementation of connection.hpp, for its own sources only. All members are used on the
/// connection's strand only.
class connection final : public std::enable_shared_from_this<connection> {
public:
  connection(boost::asio::ip::tcp::socket socket, tls_context tls, const server_options& options,
             application& app, connection_set& all, bool is_local);
  ~connection();

  /// Call it before `run`, on the thread that created the connection.
  bool join() { return share_.join(); }

  void run();
  void turn_away(overuse why);
  void close_when_idle();
  void close_if_incomplete();

private:
  using error = boost::system::error_code;

  /// The maximum size of one read of a body, besides the longest head. Each connection may hold as
  /// much.
  static constexpr size_t read_bytes_max = 16 * 1024;

  template <class F>
  void on_strand(F work) {
    boost::asio::post(stream_.get_executor(), [self = shared_from_this(), work] { work(); });
  }

  void read_proxy_header();
  void take_client(const proxy_header_step& last);
  void begin();
  void shake_hands();
  void hands_shaken(error error);
  void refuse_connection(overuse why);
  void end();
  void close();

  // connection_request.cpp
  void await_request(std::chrono::milliseconds patience);
  void read_header();
  void header_done(error error);
  void expect_body();
  void ask_admission();
  void continue_or_read_body();
  void read_body();
  void body_done(error error);
  void dispatch();
  request take_head() const;
  void note_sender();

  // connection_response.cpp
  void refuse(unsigned status, const std::string& reason);
  void refuse(response answer);
  void refuse(overuse why);
  void count_answer(response& answer);
  void write(response response);
  void written(error error);
  void send_file(file_part part);
  void answered();
  void begin_stream();
  void become_web_socket(response answer);
  void go_on_with(const std::shared_ptr<endless_writer>& writer);
  void drain();
  std::chrono::milliseconds patience_for(uint64_t bytes) const;

  client_share share_;
  client_stream stream_;
  const tls_context tls_;        ///< Null: without TLS.
  certificate_ptr certificate_;  ///< Of the client; null: none.
  const server_options& options_;
  application& app_;
  connection_set& all_;
  boost::beast::flat_buffer buffer_;
  std::optional<body_parser> parser_;  ///< Of the request that is being read.
  request request_;
  size_t body_max_ = 0;
  bool keep_alive_ = false;
  bool head_only_ = false;
  bool reads_only_ = false;  ///< Without an answer nothing has changed.
  bool busy_ = false;        ///< A request has started to arrive and has not been answered yet.
  bool closing_ = false;
  bool refused_ = false;
  bool draining_ = false;
  std::string head_text_;
  std::string body_text_;

  std::optional<file_part> file_;          ///< The body of the answer that is being written.
  std::shared_ptr<streaming> streaming_;   ///< The stream after the answer that is being written.
  std::weak_ptr<endless_writer> streams_;  ///< Its reads own it, and it owns this connection.
};

}  // namespace ironbus::http
