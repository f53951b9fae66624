// Encrypted values: a text is refused or opened, and what is sealed opens to the same bytes.
#include "messages/crypto/secret_keys.hpp"
#include "messages/sealing/sealed_text.hpp"
#include "messages/sealing/secret_parts.hpp"
#include "tests/fuzz/fuzz.hpp"

static const ironbus::secret_box& fuzzed_box() {
  using namespace ironbus;
  static const auto box = secret_box::make({{{"k1", std::string(32, 'a')}}, "k1"}).value();
  return box;
}

static void feed_sealed(std::string_view input) {
  using namespace ironbus;
  const auto& box = fuzzed_box();
  const std::string text{input};
  // A text that opens cannot be made without the key.
  demand(!box.open(text, "here").has_value());
  (void)parse_secret_keys(text);
  (void)sealing::open_secrets(text, box, "here");
  (void)sealing::forget_secrets(text, "k1");
  const auto sealed = sealing::seal_secrets(text, box, "here");
  const auto opened = sealing::open_secrets(sealed, box, "here");
  const auto found = sealing::find_parts(text, sealing::wanted_parts::secret);
  if (!found) return demand(sealed == text);
  demand(opened.has_value() && *opened == text);
  if (text.find("ibx1:") != std::string::npos) return;  // It names keys of its own.
  demand(sealing::renew_secrets(sealed, box, "here").value() == sealed);
  sealing::key_counts counts;
  sealing::count_secrets(sealed, counts);
  demand(counts.size() <= 1 && (counts.empty() || counts.contains("k1")));
}

static const ironbus::fuzz_target sealed_target{"sealed", feed_sealed};
