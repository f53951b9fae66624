#pragma once

#include "gateways/http/transport/client_share.hpp"

#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional/optional.hpp>
#include <boost/system/errc.hpp>

#include <string>

namespace ironbus::http {

/// A request body in a string, counted as it grows, so an announced Content-Length costs nothing.
/// Meets Beast's Body requirements.
struct counted_body {
  struct value_type {
    std::string text;
    client_share* share = nullptr;   ///< Set before the body is read.
    std::optional<overuse> refused;  ///< Why the body must not grow.
  };

  class reader {
  public:
    using error = boost::beast::error_code;

    template <bool is_request, class Fields>
    reader(boost::beast::http::header<is_request, Fields>&, value_type& body) : body_(body) {}

    void init(const boost::optional<uint64_t>&, error& wrong) { wrong = {}; }

    template <class Buffers>
    size_t put(const Buffers& buffers, error& wrong) {
      wrong = {};
      const auto extra = boost::beast::buffer_bytes(buffers);
      body_.refused = body_.share->hold(body_.text.size() + extra);
      if (body_.refused) {
        wrong = boost::system::errc::make_error_code(boost::system::errc::not_enough_memory);
        return 0;
      }
      for (const auto piece : boost::beast::buffers_range_ref(buffers))
        body_.text.append(static_cast<const char*>(piece.data()), piece.size());
      return extra;
    }

    void finish(error& wrong) { wrong = {}; }

  private:
    value_type& body_;
  };
};

}  // namespace ironbus::http
