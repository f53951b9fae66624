#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::string_view insert_name = "VirtualMedia.InsertMedia";
constexpr std::string_view eject_name = "VirtualMedia.EjectMedia";
constexpr std::array schemes{"http://", "https://", "nfs://", "cifs://", "smb://"};

const media_slot* find_slot(const call& call) {
  const auto slots = call.kind().slots;
  const auto found = std::ranges::find(slots, call.ids[0], &media_slot::id);
  return found == slots.end() ? nullptr : &*found;
}

fault no_slot(const call& call) { return {"ResourceNotFound", {"VirtualMedia", call.ids[0]}}; }

// A slot has only the actions that it shows.
const media_slot* find_action_slot(const call& call) {
  const auto* slot = find_slot(call);
  return slot != nullptr && slot->way == insertion::action ? slot : nullptr;
}

bool names_image(const std::string& text) {
  return std::ranges::any_of(schemes, [&](std::string_view scheme) {
    return text.starts_with(scheme) && text.size() > scheme.size();
  });
}

std::optional<fault> check_insertion(const call& call) {
  static constexpr std::array flags{"Inserted", "WriteProtected"};
  const auto& kind = call.kind();
  const std::array rules{
      member_rule{"Image", value_kind::text, {}, true},
      member_rule{"Inserted", value_kind::boolean},
      member_rule{"WriteProtected", value_kind::boolean},
      member_rule{"TransferProtocolType", value_kind::text, "HTTP,HTTPS,NFS,CIFS",
                  kind.media_protocol},
      member_rule{"TransferMethod", value_kind::text, "Stream,Upload"},
      member_rule{"UserName"},
      member_rule{"Password"},
  };
  if (auto wrong = check_parameters(call.body, rules, insert_name)) return wrong;
  if (!kind.media_flags)
    for (const auto* name : flags)
      if (call.body.contains(name))
        return fault{"ActionParameterNotSupported",
                     {name, std::string{insert_name}},
                     "#/" + std::string{name}};
  const auto image = call.body["Image"].get<std::string>();
  if (!names_image(image))
    return fault{"ActionParameterValueFormatError",
                 {image.substr(0, 200), "Image", std::string{insert_name}},
                 "#/Image"};
  return std::nullopt;
}

void insert(const call& call, const json& given) {
  call.machine().insert(call.ids[0], {given["Image"], given.value("WriteProtected", true),
                                      given.value("UserName", "")});
}

}  // namespace

answer list_media(const call& call) {
  std::vector<std::string> ids;
  for (const auto& slot : call.kind().slots) ids.emplace_back(slot.id);
  return reply{200, collection(call.path, "VirtualMediaCollection", "Virtual media",
                               member_links(call.path, ids))};
}

answer show_medium(const call& call) {
  const auto* slot = find_slot(call);
  if (slot == nullptr) return refuse(no_slot(call));
  const auto path = media_path(call.kind()) + "/" + call.ids[0];
  auto out = resource(path, "VirtualMedia.v1_3_2.VirtualMedia", call.ids[0], "Virtual media");
  out["MediaTypes"] = items_of(slot->types);
  const auto found = call.machine().media().find(call.ids[0]);
  const bool inserted = found != call.machine().media().end();
  const auto image = inserted ? found->second.image : std::string{};
  out["Inserted"] = inserted;
  out["Image"] = inserted ? json(image) : json(nullptr);
  out["ImageName"] = inserted ? json(image.substr(image.rfind('/') + 1)) : json(nullptr);
  out["ConnectedVia"] = inserted ? "URI" : "NotConnected";
  out["WriteProtected"] = inserted ? found->second.write_protected : true;
  if (slot->way == insertion::action)
    out["Actions"] = {{"#VirtualMedia.InsertMedia", action(path, insert_name)},
                      {"#VirtualMedia.EjectMedia", action(path, eject_name)}};
  return reply{200, out};
}

answer change_medium(const call& call) {
  static constexpr std::array rules{
      member_rule{"Image", value_kind::text_or_null, {}, true},
      member_rule{"Inserted", value_kind::boolean},
      member_rule{"WriteProtected", value_kind::boolean},
      member_rule{"UserName"},
      member_rule{"Password"},
  };
  auto shown = show_medium(call);
  if (!shown) return shown;
  if (auto wrong = check_properties(call.body, rules, shown->body)) return refuse(*wrong);
  const auto& image = call.body["Image"];
  if (image.is_null()) {
    call.machine().log.order_medium(call.ids[0], {});
    call.machine().eject(call.ids[0]);
  } else if (!names_image(image.get<std::string>())) {
    return refuse({"PropertyValueFormatError", {image.get<std::string>(), "Image"}, "#/Image"});
  } else if (!call.body.value("Inserted", false)) {
    return refuse({"PropertyValueConflict", {"Image", "Inserted"}, "#/Inserted"});
  } else {
    call.machine().log.order_medium(call.ids[0], image);
    insert(call, call.body);
  }
  return no_content();
}

answer insert_medium(const call& call) {
  if (find_action_slot(call) == nullptr) return refuse(no_slot(call));
  if (auto wrong = check_insertion(call)) return refuse(*wrong);
  call.machine().log.order_medium(call.ids[0], call.body["Image"]);
  if (call.machine().media().contains(call.ids[0])) return refuse({"ResourceInUse"});
  if (call.body.value("Inserted", true)) insert(call, call.body);
  return no_content();
}

answer eject_medium(const call& call) {
  if (find_action_slot(call) == nullptr) return refuse(no_slot(call));
  if (call.body.is_null() && call.kind().eject_needs_body) return refuse({"MalformedJSON"});
  if (auto wrong = check_parameters(call.body, {}, eject_name)) return refuse(*wrong);
  call.machine().log.order_medium(call.ids[0], {});
  if (!call.machine().eject(call.ids[0]) && call.kind().eject_empty)
    return refuse(to_fault(call.kind().eject_empty));
  return no_content();
}

}  // namespace ironbus::simulator
