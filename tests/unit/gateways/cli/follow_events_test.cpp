#include "gateways/cli/follow_events.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>
#include <string>
#include <utility>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(follow_events)

BOOST_AUTO_TEST_CASE(an_url_that_leads_to_no_gateway_is_refused_before_anything_is_sent) {
  for (const auto& [url, why] :
       {std::pair{"gateway:6385", "its scheme must be http or https"},
        std::pair{"ftp://gateway", "its scheme must be http or https"},
        std::pair{"http://", "it needs a host name or an IP address"},
        std::pair{"http://127.0.0.1.x.org/", "it needs a host name or an IP address"},
        std::pair{"http://admin:secret@gateway", "it must not hold credentials"},
        std::pair{"http://gateway/?node=a", "it must have neither a query nor a fragment"},
        std::pair{"http://gateway:80080", "its port must be a number from 1 to 65535"}}) {
    cli::follow_options options;
    options.url = url;
    std::ostringstream out;
    const auto ended = cli::follow_events(options, out);
    BOOST_REQUIRE(!ended);
    BOOST_TEST((ended.error().code == error_code::invalid));
    BOOST_TEST(ended.error().message.ends_with(std::string{why} + "."),
               url << ended.error().message);
    BOOST_TEST(ended.error().message.find("secret") == std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()
