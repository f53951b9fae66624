#include "messages/platform/webhook_address.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

struct judged_url {
  const char* url;
  const char* refusal;  ///< A part of the error; empty: it is allowed.
};

void judge(const webhook_rules& rules, std::initializer_list<judged_url> rows) {
  for (const auto& row : rows) {
    const auto parsed = parse_webhook_url(row.url, rules);
    const std::string refused = parsed ? "" : parsed.error().message;
    BOOST_TEST(refused.empty() == std::string_view{row.refusal}.empty(),
               row.url << ": " << refused);
    BOOST_TEST(refused.find(row.refusal) != std::string::npos, row.url << ": " << refused);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(by_default_only_https_to_public_addresses) {
  judge({}, {
                {"https://hook.example.org/in", ""},
                {"https://hook.example.org:8443/in", ""},
                {"https://192.0.2.7/in", ""},
                {"https://[2001:db8::7]/in", ""},
                {"http://hook.example.org/in", "webhooks.allow_http"},
                {"ftp://hook.example.org/in", "http or https"},
                {"https://user:secret@hook.example.org/", "credentials"},
                {"https://hook.example.org/?token=x", "query"},
                {"https://hook.example.org:22/", "port 22"},
                {"https://127.0.0.1/", "loopback"},
                {"https://127.1/", "host name"},
                {"https://2130706433/", "host name"},
                {"https://[::1]/", "loopback"},
                {"https://[::ffff:127.0.0.1]/", "loopback"},
                {"https://0.0.0.0/", "unspecified"},
                {"https://169.254.169.254/latest", "link-local"},
                {"https://[fe80::1]/", "link-local"},
                {"https://100.100.100.200/", "metadata"},
                {"https://[fd00:ec2::254]/", "metadata"},
                {"https://10.1.2.3/", "private"},
                {"https://172.31.0.1/", "private"},
                {"https://172.32.0.1/", ""},
                {"https://192.168.1.1/", "private"},
                {"https://100.64.0.1/", "private"},
                {"https://[fc00::1]/", "private"},
                {"https://[64:ff9b::a00:1]/", "private"},
                {"https://[2002:a00:1::]/", "private"},
                {"https://224.0.0.1/", "multicast"},
                {"https://240.0.0.1/", "reserved"},
                {"https://[fe80::1%25eth0]/", "not a valid URL"},
            });
}

BOOST_AUTO_TEST_CASE(options_allow_and_forbid_addresses) {
  webhook_rules rules;
  rules.allow_http = true;
  rules.ports = {};
  rules.networks = {*parse_network("127.0.0.0/8"), *parse_network("10.0.0.0/8")};
  judge(rules, {
                   {"http://127.0.0.1:8080/", ""},
                   {"http://10.9.9.9/", ""},
                   {"https://192.0.2.7/", "outside the networks"},
                   {"http://[::1]/", "outside the networks"},
               });
  webhook_rules named;
  named.hosts = {"hook.example.org", ".internal.example.org"};
  judge(named, {
                   {"https://hook.example.org/", ""},
                   {"https://HOOK.example.org/", ""},
                   {"https://a.internal.example.org/", ""},
                   {"https://internal.example.org/", "webhooks.hosts"},
                   {"https://hook.example.org.evil.org/", "webhooks.hosts"},
               });
}
