#include "drivers/ramdisk/deploy/disk_format.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <thread>

using namespace ironbus::ramdisk;
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

const std::string qcow2_start = "QFI\xfb";

/// Serves the same response on each connection, byte by byte, then closes it.
class image_server {
public:
  explicit image_server(std::string body, int status = 200, std::size_t promised = 0)
      : response_{"HTTP/1.1 " + std::to_string(status) + " Text\r\nContent-Length: " +
                  std::to_string(std::max(promised, body.size())) + "\r\n\r\n"},
        body_{std::move(body)},
        acceptor_{io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)},
        thread_{[this] { serve(); }} {}

  ~image_server() {
    ended_ = true;
    tcp::socket last{io_};
    boost::system::error_code ignored;
    last.connect(acceptor_.local_endpoint(), ignored);  // wakes the thread
    thread_.join();
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
      socket.set_option(tcp::no_delay{true});
      boost::system::error_code e;
      std::string request;
      asio::read_until(socket, asio::dynamic_buffer(request), "\r\n\r\n", e);
      ++requests_;
      asio::write(socket, asio::buffer(response_), e);
      for (const char& one : body_)
        if (!e) asio::write(socket, asio::buffer(&one, 1), e);
    }
  }

  std::string response_;
  std::string body_;
  asio::io_context io_;
  tcp::acceptor acceptor_;
  std::atomic<bool> ended_ = false;
  std::atomic<int> requests_ = 0;
  std::thread thread_;
};

image_info image_at(const std::vector<std::string>& urls) {
  image_info out;
  out.id = "i";
  out.urls = urls;
  out.hash_algorithm = "sha256";
  out.hash_value = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";  // no bytes
  return out;
}

download_rules quick_rules() {
  download_rules out;
  out.failures_max = 2;
  out.pause = std::chrono::milliseconds{1};
  return out;
}

std::string detected(const std::string& body) {
  const image_server server{body};
  return disk_format_of(image_at({server.url()}), quick_rules(), false);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_disk_format)

BOOST_AUTO_TEST_CASE(a_given_format_is_returned_without_a_request) {
  const image_server server{qcow2_start + "more"};
  auto image = image_at({server.url()});
  for (const auto* format : {"raw", "qcow2"}) {
    image.disk_format = format;
    BOOST_TEST(disk_format_of(image, quick_rules(), false) == format);
  }
  BOOST_TEST(server.requests() == 0);
}

BOOST_AUTO_TEST_CASE(rejects_other_formats) {
  auto image = image_at({"http://192.0.2.1/i"});
  image.disk_format = "vmdk";
  BOOST_CHECK_EXCEPTION(
      disk_format_of(image, quick_rules(), false), command_failure, [](const command_failure& x) {
        return x.details == "The disk format 'vmdk' is not supported; allowed: raw, qcow2";
      });
}

BOOST_AUTO_TEST_CASE(detects_a_missing_format_by_the_first_bytes) {
  BOOST_TEST(detected(qcow2_start) == "qcow2");
  BOOST_TEST(detected(qcow2_start + std::string(100'000, 'x')) == "qcow2");
  BOOST_TEST(detected(std::string(100'000, '\0')) == "raw");
  BOOST_TEST(detected(std::string(512, '\0') + qcow2_start) == "raw");
  BOOST_TEST(detected("") == "raw");
}

BOOST_AUTO_TEST_CASE(detects_the_format_at_the_first_url_that_works) {
  const image_server missing{"Not Found", 404};
  const image_server server{qcow2_start + "more"};
  BOOST_TEST(disk_format_of(image_at({missing.url(), server.url()}), quick_rules(), false) ==
             "qcow2");
  BOOST_CHECK_THROW(disk_format_of(image_at({missing.url()}), quick_rules(), false),
                    command_failure);
}

BOOST_AUTO_TEST_CASE(a_beginning_that_is_cut_off_has_no_format) {
  const image_server server{"QF", 200, 100};
  BOOST_CHECK_EXCEPTION(disk_format_of(image_at({server.url()}), quick_rules(), false),
                        command_failure,
                        [](const command_failure& x) { return x.type == "ImageDownloadError"; });
  BOOST_TEST(server.requests() == 2);
}

BOOST_AUTO_TEST_SUITE_END()
