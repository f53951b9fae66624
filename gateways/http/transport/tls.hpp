#pragma once

#include "gateways/http/listening/expiry_watch.hpp"
#include "gateways/http/listening/tls_metrics.hpp"
#include "gateways/http/transport/tls_files.hpp"
#include "messages/platform/file_stamp.hpp"

#include <boost/asio/ssl/context.hpp>

#include <array>
#include <memory>
#include <mutex>

namespace ironbus::http {

using tls_context = std::shared_ptr<boost::asio::ssl::context>;

/// The certificate of a server and the authorities of its clients, read again when their files
/// change. Thread safe.
class tls_certificate {
public:
  /// `metrics` must outlive this object.
  tls_certificate(tls_files files, tls_metrics& metrics)
      : files_(std::move(files)), metrics_(metrics) {}

  /// Reads the files for the first time. `invalid` with the text of check_tls_files.
  result<std::monostate> load();
  /// Uses new files if they are valid. Otherwise keeps the old ones and logs why. Also warns of
  /// files that expire soon.
  void reload_if_changed();
  /// The context for new connections. Open connections keep theirs.
  tls_context current() const;

private:
  using stamps = std::array<file_stamp, 4>;

  stamps stamps_now() const;
  void hold(tls_context context, const authority_dates& dates);
  void warn_of_expiry();

  const tls_files files_;
  tls_metrics& metrics_;
  std::mutex reading_;  ///< Guards the next two members.
  stamps seen_;
  expiry_watch expiry_;
  mutable std::mutex mutex_;  ///< Guards the next member.
  tls_context context_;
};

}  // namespace ironbus::http
