#pragma once

#include "tests/support/jumping_host.hpp"
#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <array>
#include <string>

namespace ironbus::test {

inline const std::string ramdisk_disc = "http://192.0.2.1/deploy.iso";

inline http_response told(unsigned status, const std::string& body = {}) {
  http_response out;
  out.status = status;
  out.body = body;
  return out;
}

inline std::string error_text(const std::string& message) {
  return R"({"error": {"message": ")" + message + R"("}})";
}

struct media_fixture : redfish_fixture {
  explicit media_fixture(std::string_view profile = "dell") : redfish_fixture{profile} {
    node.interfaces["boot"] = "redfish-virtual-media";
    node.driver_info.edit()["deploy_iso"] = ramdisk_disc;
    use({});  // the usual times
  }

  step_outcome prepare() { return run("boot", "prepare_ramdisk"); }
  step_outcome clean_up() { return run("boot", "clean_up_ramdisk"); }
  json media() { return link.bmc.state()["media"]; }
  void insert(const std::string& image) {
    done("management", "attach_virtual_media", {{"device_type", "cdrom"}, {"image_url", image}});
  }
  /// The machine's own answer.
  http_response own(const http_request& request) {
    static constexpr std::array names{"GET", "POST", "PATCH", "PUT", "DELETE"};
    const auto said = link.bmc.answer_to({names[static_cast<size_t>(request.method)],
                                          request.target, request.headers, request.body});
    auto out = told(said.response.status, said.response.body);
    out.headers = said.response.headers;
    return out;
  }
  std::chrono::nanoseconds passed() const { return host_.passed(); }

private:
  jumping_host host_{[this](std::chrono::nanoseconds length) {
    link.time.moment += std::chrono::duration_cast<timestamp::duration>(length);
  }};
};

inline bool is_eject(const http_request& x) {
  return x.target.ends_with("VirtualMedia.EjectMedia");
}
inline bool is_insert(const http_request& x) {
  return x.target.ends_with("VirtualMedia.InsertMedia");
}
inline bool is_device(const http_request& x) {
  return x.method == http_method::get && holds(x.target, "/VirtualMedia/");
}

/// Ejections are accepted with 202 and take effect later. Until then insertions are rejected.
class slow_ejection {
public:
  slow_ejection(media_fixture& x, std::chrono::seconds length) : x_{x}, length_{length} {
    x.link.instead = [this](const http_request& request) { return answer(request); };
  }
  size_t rejected = 0;

private:
  std::optional<http_result> answer(const http_request& request) {
    if (pending_ && x_.link.time.moment >= due_) {
      x_.own(*pending_);
      pending_.reset();
    }
    if (is_eject(request)) {
      if (!pending_) due_ = x_.link.time.moment + length_;
      pending_ = request;
      pending_->body = "{}";  // some BMCs require it
      pending_->headers.emplace_back("Content-Type", "application/json");
      return told(202);
    }
    if (!pending_ || !is_insert(request)) return {};
    ++rejected;
    return told(500, error_text("The ejection is still going on."));
  }

  media_fixture& x_;
  const std::chrono::seconds length_;
  std::optional<http_request> pending_;
  timestamp due_{};
};

}  // namespace ironbus::test
