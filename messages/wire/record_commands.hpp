#pragma once

#include "messages/wire/commands.hpp"
#include "messages/wire/dead_letter_order.hpp"
#include "messages/wire/token_change.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ironbus {

// Messages to a record; see record.hpp.

/// `fields` are API fields, validated by their field_spec.
struct create_record {
  json fields = json::object();
  int api_version = 1;
};

struct update_record {
  std::vector<patch_operation> patch;
  int api_version = 1;
};

/// `node`: this node has released the allocation, which is deleted. An allocation of another node
/// stays.
struct delete_record {
  std::optional<std::string> node{};
};

/// A node's reply to claim_node.
struct answer_claim {
  std::string node;
  std::optional<std::string> resource_class;  ///< Of the node.
  std::optional<std::string> refusal;
};

/// A node's reply to release_node if it does not release the allocation.
struct answer_release {
  std::string node;
  std::string refusal;
};

/// An order about a webhook's dead letters.
struct order_letters {
  dead_letter_action action = dead_letter_action::send;
  std::string letter;  ///< Id of one dead letter; empty: all.
  uint64_t done = 0;   ///< Number of the last order carried out.
};

/// A change of a token.
struct change_token {
  token_change change = token_change::revoke;
};

using record_command = std::variant<create_record, update_record, delete_record, set_traits,
                                    answer_claim, answer_release, order_letters, change_token>;

member_codecs<create_record> members_of(const create_record*);
member_codecs<update_record> members_of(const update_record*);
member_codecs<delete_record> members_of(const delete_record*);
member_codecs<answer_claim> members_of(const answer_claim*);
member_codecs<answer_release> members_of(const answer_release*);
member_codecs<order_letters> members_of(const order_letters*);
member_codecs<change_token> members_of(const change_token*);

std::string type_of(const record_command& x);
envelope envelop(const record_command& x, std::string id, std::string subject, std::string source,
                 timestamp now);
/// `invalid` if the type is unknown or the data has the wrong form.
result<record_command> decode_record_command(const envelope& x);

}  // namespace ironbus
