#include "tests/unit/drivers/redfish/media_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Insertions that BMCs confirm early, late or wrongly. Waits take no real time.

namespace {

const std::string stale = "http://192.0.2.1/of-another-life.iso";

}  // namespace

BOOST_AUTO_TEST_SUITE(media_insertions)

BOOST_AUTO_TEST_CASE(an_insertion_ends_when_the_device_shows_the_image) {
  media_fixture x;
  std::optional<http_request> pending;
  timestamp due{};
  x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
    if (pending && x.link.time.moment >= due) {
      x.own(*pending);
      pending.reset();
    }
    if (!is_insert(request)) return {};
    pending = request;
    due = x.link.time.moment + 20s;
    return told(202);
  };
  const auto end = x.prepare();
  BOOST_TEST((end.status == step_status::done), end.reason);
  BOOST_TEST(x.media().size() == 1U);
  BOOST_TEST(x.link.count("InsertMedia") == 1U);
}

BOOST_AUTO_TEST_CASE(an_accepted_insertion_that_never_shows_fails_the_step) {
  media_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (is_insert(request)) return told(204);
    return {};
  };
  const auto end = x.prepare();
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "did not reach 'the image' in time"), end.reason);
  BOOST_TEST(holds(end.reason, "'no image'"), end.reason);
}

BOOST_AUTO_TEST_CASE(a_task_that_ends_in_an_exception_fails_the_insertion) {
  media_fixture x;
  const std::string task = "/redfish/v1/TaskService/Tasks/77";
  size_t reads = 0;
  x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
    if (is_insert(request)) {
      x.own(request);
      auto out = told(202);
      out.headers.emplace_back("Location", task);
      return out;
    }
    if (request.target != task) return {};
    if (++reads < 3) return told(202, R"({"TaskState": "Running"})");
    return told(200, R"({"TaskState": "Exception", "TaskStatus": "Critical",
                         "Messages": [{"Message": "The image server is unreachable."}]})");
  };
  const auto end = x.prepare();
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "(Exception): The image server is unreachable."), end.reason);
}

/// The first device of this vendor offers no insertion at all.
BOOST_AUTO_TEST_CASE(a_failed_insertion_names_the_reasons_of_all_devices) {
  media_fixture x{"openbmc"};
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!is_insert(request)) return {};
    return told(400, error_text("The image server is unreachable."));
  };
  const auto end = x.prepare();
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "does not accept images."), end.reason);
  BOOST_TEST(holds(end.reason, "The image server is unreachable."), end.reason);
}

BOOST_AUTO_TEST_CASE(waits_for_the_task_of_an_insertion) {
  for (const unsigned at_end : {200U, 404U}) BOOST_TEST_CONTEXT(at_end) {
      media_fixture x;
      const std::string task = "/redfish/v1/TaskService/Tasks/77";
      size_t reads = 0;
      x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
        if (is_insert(request)) {
          x.own(request);
          auto out = told(202);
          out.headers.emplace_back("Location", task);
          return out;
        }
        if (request.target != task) return {};
        if (++reads < 4) return told(202, R"({"TaskState": "Running"})");
        return told(at_end, R"({"TaskState": "Completed", "TaskStatus": "OK"})");
      };
      const auto end = x.prepare();
      BOOST_TEST((end.status == step_status::done), end.reason);
      BOOST_TEST(reads >= 4U);
    }
}

BOOST_AUTO_TEST_CASE(ejects_and_inserts_again_if_the_bmc_says_that_an_image_is_there) {
  struct occupied_row {
    unsigned status;
    const char* message;
    bool ejects;
  };
  for (const auto& row : {occupied_row{500, "Virtual media is already connected.", true},
                          occupied_row{400, "VRM0012: an image is already attached.", true},
                          occupied_row{409, "The image is already mounted.", true},
                          occupied_row{500, "Ejection still going on", false},
                          occupied_row{503, "An eject operation is in progress.", false}})
    BOOST_TEST_CONTEXT(row.message) {
      media_fixture x;
      size_t inserts = 0;
      x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
        if (!is_insert(request) || ++inserts > 3) return {};
        return told(row.status, error_text(row.message));
      };
      const auto end = x.prepare();
      BOOST_TEST((end.status == step_status::done), end.reason);
      BOOST_TEST(x.media().size() == 1U);
      if (row.ejects) BOOST_TEST(x.link.count("EjectMedia") >= 1U);
      if (!row.ejects) BOOST_TEST(x.link.count("EjectMedia") == 0U);
    }
}

BOOST_AUTO_TEST_CASE(an_ejection_that_never_ends_fails_the_insertion_with_the_bmcs_words) {
  media_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!is_insert(request)) return {};
    return told(500, error_text("The ejection is still going on."));
  };
  const auto end = x.prepare();
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "The ejection is still going on."), end.reason);
  BOOST_TEST((x.passed() >= 50s && x.passed() < 10min));
}

BOOST_AUTO_TEST_CASE(waits_for_a_running_ejection_of_another_image) {
  media_fixture x;
  x.insert(stale);
  slow_ejection slow{x, 10s};
  const auto end = x.prepare();
  BOOST_TEST((end.status == step_status::done), end.reason);
  BOOST_TEST(x.media().size() == 1U);
  BOOST_TEST(x.media().begin().value() == ramdisk_disc);
  BOOST_TEST(slow.rejected == 0U);  // it was empty before
}

BOOST_AUTO_TEST_CASE(does_not_boot_while_another_image_stays_in_a_drive) {
  media_fixture x;
  x.insert(stale);
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (is_eject(request)) return told(500, error_text("stuck"));
    return {};
  };
  const auto end = x.prepare();
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "stuck"), end.reason);
}

BOOST_AUTO_TEST_CASE(does_not_eject_an_image_that_a_lost_order_inserted) {
  media_fixture x;
  size_t orders = 0;
  x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
    if (!is_insert(request)) return {};
    if (++orders > 1) return told(500, error_text("already connected"));
    x.own(request);
    return http_fail(http_error::broken_off, "The connection to the BMC was lost.");
  };
  const auto end = x.prepare();
  BOOST_TEST((end.status == step_status::done), end.reason);
  BOOST_TEST(x.link.count("EjectMedia") == 0U);
}

BOOST_AUTO_TEST_CASE(a_rejected_insertion_may_have_happened) {
  for (const unsigned status : {400U, 405U, 500U}) BOOST_TEST_CONTEXT(status) {
      media_fixture x;
      x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
        if (!is_insert(request)) return {};
        x.own(request);
        return told(status);
      };
      const auto end = x.prepare();
      BOOST_TEST((end.status == step_status::done), end.reason);
      BOOST_TEST(x.media().size() == 1U);
      BOOST_TEST(x.link.count("InsertMedia") == 1U);
    }
}

BOOST_AUTO_TEST_CASE(does_not_ask_other_devices_of_a_bmc_that_rejects_the_password) {
  media_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (is_insert(request)) return told(403, error_text("no privilege"));
    return {};
  };
  const auto end = x.prepare();
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "no privilege"), end.reason);
  BOOST_TEST(x.link.count("/1/Actions/VirtualMedia.InsertMedia") >= 1U);
  BOOST_TEST(x.link.count("/2/Actions/VirtualMedia.InsertMedia") == 0U);
}

BOOST_AUTO_TEST_CASE(accepts_images_in_the_notation_of_the_bmc) {
  struct notation_row {
    const char* shown;
    bool exact;
  };
  for (const auto& row :
       {notation_row{"HTTP://192.0.2.1:80/deploy%2Eiso", true}, notation_row{"deploy.iso", false},
        notation_row{"http://192.0...", false}})
    BOOST_TEST_CONTEXT(row.shown) {
      media_fixture x;
      x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
        if (!is_device(request)) return {};
        auto out = x.own(request);
        auto body = parse_json(out.body).value();
        if (body["Image"].is_string()) body["Image"] = row.shown;
        out.body = to_text(body);
        return out;
      };
      BOOST_TEST((x.prepare().status == step_status::done));
      BOOST_TEST((x.prepare().status == step_status::done));
      // A shortened URL does not prove which image it is.
      BOOST_TEST(x.link.count("InsertMedia 20") == (row.exact ? 1U : 2U));
      BOOST_TEST(x.media().size() == 1U);
    }
}

BOOST_AUTO_TEST_SUITE_END()
