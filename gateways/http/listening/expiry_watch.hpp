#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// When a loaded file stops being useful.
struct file_expiry {
  using time_point = std::chrono::system_clock::time_point;

  std::string_view what;  ///< "certificate", "client_ca" or "client_crl": a label of metrics.
  std::string file;       ///< Its path.
  time_point end;         ///< Of its certificate that expires first, or of its list.
};

/// Decides when to warn of files that expire: from 30 days before a certificate expires, from one
/// day before a revocation list is due, and then once a day.
class expiry_watch {
public:
  using time_point = file_expiry::time_point;

  /// Replaces the files. A warning may follow at once.
  void watch(std::vector<file_expiry> files);
  /// The files to warn of now.
  std::vector<file_expiry> due(time_point now);

  const std::vector<file_expiry>& files() const { return files_; }

private:
  std::vector<file_expiry> files_;
  time_point next_ = time_point::min();
};

/// The sentence of a warning, such as "the certificate expires in 12 days".
std::string expiry_text(const file_expiry& file, file_expiry::time_point now);

}  // namespace ironbus::http
