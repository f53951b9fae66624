#pragma once

#include "messages/wire/commands.hpp"
#include "messages/wire/letter_order.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ironbus {

// What a record is told; see record.hpp.

/// `fields` holds API fields as validated by their field_spec.
struct create_record {
  json fields = json::object();
  int api_version = 1;
};

struct update_record {
  std::vector<patch_operation> patch;
  int api_version = 1;
};

/// `node`: an allocation ends as this node has let go of it; one of another node stays.
struct delete_record {
  std::optional<std::string> node{};
};

/// A node's answer to claim_node.
struct answer_claim {
  std::string node;
  std::optional<std::string> resource_class;  ///< The node's.
  std::optional<std::string> refusal;
};

/// A node's answer to release_node if it does not let go.
struct answer_release {
  std::string node;
  std::string refusal;
};

/// What is to become of a webhook's dead letters.
struct order_letters {
  letter_action action = letter_action::send;
  std::string letter;  ///< Id of one; empty: all.
  uint64_t done = 0;   ///< Number of the last order that has been carried out.
};

using record_command = std::variant<create_record, update_record, delete_record, set_traits,
                                    answer_claim, answer_release, order_letters>;

member_codecs<create_record> members_of(const create_record*);
member_codecs<update_record> members_of(const update_record*);
member_codecs<delete_record> members_of(const delete_record*);
member_codecs<answer_claim> members_of(const answer_claim*);
member_codecs<answer_release> members_of(const answer_release*);
member_codecs<order_letters> members_of(const order_letters*);

std::string type_of(const record_command& x);
envelope envelop(const record_command& x, std::string id, std::string subject, std::string source,
                 timestamp now);
/// `invalid` if the type is unknown or the data has the wrong shape.
result<record_command> decode_record_command(const envelope& x);

}  // namespace ironbus
