#pragma once

#include "drivers/kit/http/http_message.hpp"

#include <boost/beast/http.hpp>

#include <cstdint>
#include <string>

// Conversion of requests and responses to Boost.Beast types.
namespace ironbus {

inline constexpr uint32_t answer_header_max = 16 * 1024;
inline constexpr uint32_t read_ahead = 64 * 1024;

using written_request = boost::beast::http::request<boost::beast::http::span_body<const char>>;

/// Refers to the body without a copy.
written_request written(const http_request& request, bool through_proxy, bool keep);

http_headers headers_of(const boost::beast::http::fields& fields);

/// Capitalizes "the agent" for the start of a sentence.
std::string sentence(std::string peer);

}  // namespace ironbus
