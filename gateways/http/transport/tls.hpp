#pragma once

#include "gateways/http/transport/tls_files.hpp"
#include "messages/platform/file_stamp.hpp"

#include <boost/asio/ssl/context.hpp>

#include <memory>
#include <mutex>

namespace ironbus::http {

using tls_context = std::shared_ptr<boost::asio::ssl::context>;

/// The certificate of a server, read again when its files change. Thread safe.
class tls_certificate {
public:
  explicit tls_certificate(tls_files files) : files_(std::move(files)) {}

  /// Reads the files for the first time. `invalid` with the text of check_tls_files.
  result<std::monostate> load();
  /// Uses new files if they are valid. Otherwise keeps the old ones and logs why.
  void reload_if_changed();
  /// The context for new connections. Open connections keep theirs.
  tls_context current() const;

private:
  struct stamps {
    file_stamp certificate;
    file_stamp key;
    bool operator==(const stamps&) const = default;
  };

  stamps stamps_now() const;

  const tls_files files_;
  stamps seen_;
  mutable std::mutex mutex_;  ///< Guards the next member.
  tls_context context_;
};

}  // namespace ironbus::http
