#include "messages/crypto/signed_document.hpp"
#include "messages/model/cleaning_certificate.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/example_key.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

std::shared_ptr<const signing_key> operators_key() {
  return std::make_shared<const signing_key>(example_key());
}

const json erased{{"devices",
                   {{{"name", "/dev/sda"},
                     {"serial", "S-1"},
                     {"method", "overwrite"},
                     {"seconds", 2.5},
                     {"verified", true}}}}};

std::vector<json> certificates_of(const node_fixture& n) {
  std::vector<json> out;
  for (const auto& row : n.rows())
    if (row.collection == "certificates") out.push_back(json::parse(row.summary));
  return out;
}

json payload_of(const node_fixture& n, const json& listed) {
  const auto read =
      read_certificate(n.options.certificate_key->public_half(), listed.at("certificate"));
  BOOST_REQUIRE_MESSAGE(read, (read ? "" : read.error().message));
  return *read;
}

/// Cleaned by an agent that erases a disk and reports it.
void clean_and_report(node_fixture& n) {
  auto end = ended(step_status::done);
  end.report = erased;
  works(n);
  n.heartbeat();
  n.agent_ends(n.probes().at(0), end);
  n.run();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(certificates)

BOOST_AUTO_TEST_CASE(a_certificate_reports_the_work_on_each_device) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  n.options.certificate_key = operators_key();
  clean_and_report(n);
  BOOST_REQUIRE(n.state() == "available");
  const auto all = certificates_of(n);
  BOOST_REQUIRE(all.size() == 1U);
  const auto payload = payload_of(n, all[0]);
  BOOST_TEST(payload.at("operation").at("result") == "done");
  BOOST_TEST(payload.at("operation").at("id") == all[0].at("operation_id"));
  BOOST_TEST(payload.at("node").at("uuid") == n.now().attributes.uuid);
  BOOST_TEST(payload.at("previous").is_null());
  json report;
  for (const auto& x : payload.at("entries"))
    if (x.at("name") == "erase_devices") report = x.at("report");
  BOOST_TEST(report == erased);
}

BOOST_AUTO_TEST_CASE(each_certificate_names_the_previous_one) {
  auto n = manageable();
  n.options.certificate_key = operators_key();
  for (int i = 0; i < 2; ++i) {
    n.order("clean",
            {{"clean_steps", json::array({{{"interface", "deploy"}, {"step", "erase_devices"}}})}});
    n.run();
  }
  const auto all = certificates_of(n);
  BOOST_REQUIRE(all.size() == 2U);
  BOOST_TEST(payload_of(n, all[1]).at("previous") == all[0].at("digest"));
  BOOST_TEST(certificate_digest(payload_of(n, all[0])) == all[0].at("digest"));
}

BOOST_AUTO_TEST_CASE(a_failed_cleaning_is_certified_as_failed) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  n.options.certificate_key = operators_key();
  works(n);
  n.heartbeat();
  n.agent_ends(n.probes().at(0), ended(step_status::failed, "The disk is on fire."));
  n.run();
  BOOST_TEST(n.state() == "clean failed");
  const auto all = certificates_of(n);
  BOOST_REQUIRE(all.size() == 1U);
  const auto payload = payload_of(n, all[0]);
  BOOST_TEST(payload.at("operation").at("result") == "failed");
  BOOST_TEST(payload.at("operation").at("reason").get<std::string>().find("on fire") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_skipped_cleaning_is_not_certified_as_done) {
  auto n = manageable();
  n.options.certificate_key = operators_key();
  n.options.allow_skip_cleaning = true;
  n.options.automated_clean = true;
  n.order("provide");
  n.answer(step_status::failed, "no agent");
  n.run();
  BOOST_REQUIRE(n.state() == "clean failed");
  n.order("available");
  n.run();
  BOOST_REQUIRE(n.state() == "available");
  const auto all = certificates_of(n);
  BOOST_REQUIRE(all.size() == 2U);
  BOOST_TEST(payload_of(n, all[0]).at("operation").at("result") == "failed");
  BOOST_TEST(payload_of(n, all[1]).at("operation").at("result") == "skipped");
}

BOOST_AUTO_TEST_CASE(a_changed_entry_is_detected) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  n.options.certificate_key = operators_key();
  clean_and_report(n);
  auto payload = payload_of(n, certificates_of(n).at(0));
  payload["entries"][0]["status"] = "failed";
  const auto forged = sign_document(*n.options.certificate_key, payload, certificate_type);
  const auto read = read_certificate(n.options.certificate_key->public_half(), forged);
  BOOST_REQUIRE(!read);
  BOOST_TEST(read.error().message.find("chain") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_a_key_there_are_no_certificates) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  clean_and_report(n);
  BOOST_TEST(certificates_of(n).empty());
  BOOST_TEST(n.now().last_certificate.empty());
}

BOOST_AUTO_TEST_CASE(a_report_that_is_too_large_is_dropped) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  n.options.certificate_key = operators_key();
  auto end = ended(step_status::done);
  end.report = {{"devices", std::string(step_report_bytes_max, 'x')}};
  works(n);
  n.heartbeat();
  n.agent_ends(n.probes().at(0), end);
  n.run();
  BOOST_TEST(n.state() == "available");
  const auto payload = payload_of(n, certificates_of(n).at(0));
  for (const auto& x : payload.at("entries")) BOOST_TEST(x.at("report").is_null());
}

BOOST_AUTO_TEST_SUITE_END()
