#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/http/certificate.hpp"
#include "drivers/ramdisk/http/web_address.hpp"
#include "drivers/ramdisk/protocol/agent_api.hpp"
#include "drivers/ramdisk/protocol/command_runner.hpp"
#include "drivers/ramdisk/protocol/service_client.hpp"
#include "drivers/ramdisk/system/rescue.hpp"

#include <boost/test/unit_test.hpp>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <thread>

using namespace ironbus::ramdisk;
using nlohmann::json;

namespace {

void wait_for(const ordered_command& command) {
  while (!command.is_done()) std::this_thread::yield();
}

struct runner_of_two {
  command_table table() {
    command_table out;
    out["a.quick"] = {.needed = {"node"}, .run = [](const json&) { return json("said"); }};
    out["a.slow"] = {.takes_time = true, .takes_any = true, .run = [this](const json& params) {
                       while (hold) std::this_thread::yield();
                       if (params.contains("fail")) throw cleaning_failed("broken");
                       return json("done");
                     }};
    return out;
  }

  std::atomic<bool> hold = false;
  std::atomic<int> ended = 0;
  command_runner runner{table(), [this] { ++ended; }};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_protocol)

BOOST_FIXTURE_TEST_CASE(results_have_the_protocols_format, runner_of_two) {
  const auto quick = runner.execute("a.quick", {{"node", 1}});
  wait_for(*quick);
  BOOST_TEST(quick->document()["command_result"] == json({{"result", "said"}}));
  const auto slow = runner.execute("a.slow", json::object());
  wait_for(*slow);
  BOOST_TEST(slow->document()["command_result"] == json({{"result", "slow: done"}}));
  BOOST_TEST(slow->document()["command_name"] == "slow");
  const auto failed = runner.execute("a.slow", {{"fail", true}});
  wait_for(*failed);
  BOOST_TEST(failed->document()["command_status"] == "FAILED");
  BOOST_TEST(failed->document()["command_error"]["type"] == "CleaningError");
  BOOST_TEST(runner.all().size() == 3U);
  BOOST_TEST(runner.find(slow->id())->id() == slow->id());
  BOOST_CHECK_THROW(runner.find("none"), command_failure);
}

BOOST_FIXTURE_TEST_CASE(one_command_runs_at_a_time, runner_of_two) {
  hold = true;
  const auto first = runner.execute("a.slow", json::object());
  BOOST_CHECK_EXCEPTION(runner.execute("a.quick", {{"node", 1}}), command_failure,
                        [](const command_failure& x) {
                          return x.code == 409 && x.details == "executing command slow";
                        });
  hold = false;
  wait_for(*first);
  BOOST_CHECK_NO_THROW(runner.execute("a.quick", {{"node", 1}}));
}

BOOST_FIXTURE_TEST_CASE(distinguishes_unknown_names_and_unfit_params, runner_of_two) {
  const auto code = [this](const std::string& name) {
    try {
      runner.execute(name, json::object());
    } catch (const command_failure& x) {
      return x.code;
    } catch (const unfit_params&) {
      return 500;
    }
    return 0;
  };
  BOOST_TEST(code("b.quick") == 404);
  BOOST_TEST(code("a.none") == 400);
  BOOST_TEST(code("quick") == 400);
  BOOST_TEST(code("a.quick") == 500);
  BOOST_TEST(runner.all().empty());
}

BOOST_AUTO_TEST_CASE(a_certificate_is_valid_for_its_address) {
  for (const auto* address : {"192.0.2.7", "2001:db8::7"}) {
    const auto made = make_certificate("agent", address);
    BOOST_REQUIRE(made.has_value());
    BIO* memory =
        BIO_new_mem_buf(made->certificate.data(), static_cast<int>(made->certificate.size()));
    X509* certificate = PEM_read_bio_X509(memory, nullptr, nullptr, nullptr);
    BOOST_REQUIRE(certificate != nullptr);
    BOOST_TEST(X509_check_ip_asc(certificate, address, 0) == 1);
    BOOST_TEST(X509_check_ip_asc(certificate, "192.0.2.8", 0) == 0);
    BOOST_TEST(X509_verify(certificate, X509_get0_pubkey(certificate)) == 1);
    X509_free(certificate);
    BIO_free(memory);
  }
  BOOST_TEST(!make_certificate("agent", "no address").has_value());
}

BOOST_AUTO_TEST_CASE(parses_valid_addresses_and_rejects_others) {
  const auto out = parse_web_address("https://user:p%40ss@[2001:db8::1]:8443/v1/x?y=1#z");
  BOOST_REQUIRE(out.has_value());
  BOOST_TEST(out->secure);
  BOOST_TEST(out->host == "2001:db8::1");
  BOOST_TEST(out->port == "8443");
  BOOST_TEST(out->target == "/v1/x?y=1");
  BOOST_TEST(out->credentials == "user:p@ss");
  BOOST_TEST(out->text() == "https://[2001:db8::1]:8443/v1/x?y=1");
  BOOST_TEST(parse_web_address("http://host")->target == "/");
  for (const auto* bad : {"ftp://x/", "http://", "http://h:0/", "http://h:x/", "http://h/a b",
                          "/path", "http://h\r\n/"})
    BOOST_TEST(!parse_web_address(bad).has_value());
  BOOST_TEST(redirected(*out, "/other")->text() == "https://[2001:db8::1]:8443/other");
  BOOST_TEST(redirected(*out, "http://x/")->host == "x");
  BOOST_TEST(!redirected(*out, "a\r\nb").has_value());
}

BOOST_AUTO_TEST_CASE(limits_the_depth_of_documents) {
  BOOST_TEST(parse_json("{\"a\": [1]}").has_value());
  BOOST_TEST(!parse_json(std::string(100, '[') + std::string(100, ']')).has_value());
  BOOST_TEST(parse_json("\"[[[[\\\"[[\"").has_value());
  BOOST_TEST(!parse_json("{").has_value());
}

BOOST_AUTO_TEST_CASE(finds_the_services_error_message) {
  BOOST_TEST(refusal_text(R"({"error_message": "{\"faultstring\": \"no\"}"})") == "no");
  BOOST_TEST(refusal_text(R"({"error_message": {"title": "t"}})") == "t");
  BOOST_TEST(refusal_text("plain") == "plain");
  BOOST_TEST(parse_api_version("1.109")->minor == 109);
  BOOST_TEST(!parse_api_version("2.0").has_value());
}

BOOST_AUTO_TEST_CASE(reads_queries_and_base64) {
  BOOST_TEST(query_value("wait=true&agent_token=a%2Bb", "agent_token") == "a+b");
  BOOST_TEST(query_value("wait", "wait").empty());
  BOOST_TEST(from_base64("aGVs\nbG8=").value() == "hello");
  BOOST_TEST(!from_base64("a").has_value());
  BOOST_TEST(to_base64("hello") == "aGVsbG8=");
  BOOST_TEST(percent_encoded("a b&c") == "a%20b%26c");
}

BOOST_AUTO_TEST_CASE(accepts_only_hashes_as_hashed_passwords) {
  BOOST_TEST(is_password_hash("$6$salt$abc./"));
  BOOST_TEST(!is_password_hash("geheim"));
  BOOST_TEST(!is_password_hash("$6$a:b"));
  BOOST_TEST(!is_password_hash("$6$a\nroot"));
  BOOST_TEST(is_password_hash(hash_password("geheim")));
}

BOOST_AUTO_TEST_SUITE_END()
