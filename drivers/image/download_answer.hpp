#pragma once

#include "drivers/image/web_reader.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// Range headers for the missing rest of a file, if the server can confirm its version.
http_headers headers_for_rest(const part_file& file);

/// Writes a response into a file and checks it against the server's headers.
class answer_taker {
public:
  answer_taker(part_file& file, download_room room, std::string server)
      : part_{file}, room_{std::move(room)}, server_{std::move(server)} {}

  /// Writes the next part. Empty: success; else the reason to stop.
  std::string take(const http_response& head, std::string_view part);
  /// Call at the end of the body, with its status.
  std::string end(unsigned status, const http_headers& headers);

  bool is_final() const { return is_final_; }  ///< Another attempt would fail the same way.
  error_code why() const { return why_; }

private:
  std::string begin(const http_response& head);
  std::string begin_rest(const http_response& head);
  std::string begin_whole(const http_response& head);
  std::string local_failure(const failure& failed);
  std::string refuse(std::string sentence, error_code why, bool is_final);

  part_file& part_;
  download_room room_;
  std::string server_;
  bool begun_ = false;
  bool is_final_ = false;
  error_code why_ = error_code::unavailable;
};

}  // namespace ironbus
