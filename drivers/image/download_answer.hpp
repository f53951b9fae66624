#pragma once

#include "drivers/image/web_reader.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// What part of a file a request asks for: what is missing, if the server can be held to the
/// version that the beginning is of.
http_headers headers_for_rest(const part_file& file);

/// Takes an answer into a file, and holds the server to what it has said.
class answer_taker {
public:
  answer_taker(part_file& file, download_room room, std::string server)
      : part_{file}, room_{std::move(room)}, server_{std::move(server)} {}

  /// Takes the next part; empty: good. Else why no more is read.
  std::string take(const http_response& head, std::string_view part);
  /// To be called when all has come, with its status.
  std::string end(unsigned status, const http_headers& headers);

  bool is_final() const { return is_final_; }  ///< Another try would end in the same way.
  error_code why() const { return why_; }

private:
  std::string begin(const http_response& head);
  std::string begin_rest(const http_response& head);
  std::string begin_whole(const http_response& head);
  std::string own_failure(const failure& failed);
  std::string refuse(std::string sentence, error_code why, bool is_final);

  part_file& part_;
  download_room room_;
  std::string server_;
  bool begun_ = false;
  bool is_final_ = false;
  error_code why_ = error_code::unavailable;
};

}  // namespace ironbus
