#pragma once

#include "drivers/ramdisk/deploy/image_info.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace ironbus::ramdisk::test {

/// Serves the same response on each connection, byte by byte, then closes it. Starts at once
/// unless it is `away`.
class image_server {
public:
  explicit image_server(std::string body, int status = 200, std::size_t promised = 0,
                        bool away = false)
      : response_{"HTTP/1.1 " + std::to_string(status) + " Text\r\nContent-Length: " +
                  std::to_string(std::max(promised, body.size())) + "\r\n\r\n"},
        body_{std::move(body)},
        acceptor_{io_} {
    acceptor_.open(boost::asio::ip::tcp::v4());
    acceptor_.bind({boost::asio::ip::address_v4::loopback(), 0});
    if (!away) start();
  }

  ~image_server() {
    if (!thread_.joinable()) return;
    ended_ = true;
    boost::asio::ip::tcp::socket last{io_};
    boost::system::error_code ignored;
    last.connect(acceptor_.local_endpoint(), ignored);  // wakes the thread
    thread_.join();
  }

  /// Until then, connections are refused.
  void start() {
    acceptor_.listen();
    thread_ = std::thread{[this] { serve(); }};
  }

  [[nodiscard]] std::string url() const {
    return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()) + "/i";
  }
  [[nodiscard]] int requests() const { return requests_; }

private:
  void serve() {
    while (true) {
      auto socket = acceptor_.accept();
      if (ended_) return;
      socket.set_option(boost::asio::ip::tcp::no_delay{true});
      boost::system::error_code e;
      std::string request;
      boost::asio::read_until(socket, boost::asio::dynamic_buffer(request), "\r\n\r\n", e);
      ++requests_;
      boost::asio::write(socket, boost::asio::buffer(response_), e);
      for (const char& one : body_)
        if (!e) boost::asio::write(socket, boost::asio::buffer(&one, 1), e);
    }
  }

  std::string response_;
  std::string body_;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::atomic<bool> ended_ = false;
  std::atomic<int> requests_ = 0;
  std::thread thread_;
};

inline image_info image_at(const std::vector<std::string>& urls) {
  image_info out;
  out.id = "i";
  out.urls = urls;
  out.hash_algorithm = "sha256";
  out.hash_value = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";  // no bytes
  return out;
}

}  // namespace ironbus::ramdisk::test
