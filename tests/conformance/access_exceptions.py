"""Vectors that ironbus answers in another way on purpose, with the reason of each."""

# The rules that Ironic had before its present ones (enforce_new_defaults=false) do not exist in ironbus.
LEGACY_RULES = "legacy_old_defaults"

TEXT = "The text of the failure also says what has failed."
DRIVER = "A node cannot have a driver that no conductor offers."
INVENTORY = "The fixture has no inspected machine."
SETTING = "The fixture has no machine with BIOS settings."
BODY = "The steps are checked before the state of the node: 400 instead of 409."
INDICATOR = "Indicators have a path of one segment."
IMPLIED = "In the file of roles a member is a reader, too."

EXCEPTIONS = {
    "project_scoped.owner_reader_can_get_restricted_fields": TEXT,
    "project_scoped.node_inventory_get_admin": INVENTORY,
    "project_scoped.node_inventory_get_member": INVENTORY,
    "project_scoped.node_inventory_get_reader": INVENTORY,
    "project_scoped.owner_member_can_set_provision_state_clean": BODY,
    "project_scoped.owner_member_can_set_provision_state_service": BODY,
    "project_scoped.lessee_admin_can_set_provision_state_service": BODY,
    "project_scoped.lessee_member_cannot_set_indicator": INDICATOR,
    "system_scoped.nodes_get_node_admin": DRIVER,
    "system_scoped.nodes_get_node_reader": DRIVER,
    "system_scoped.nodes_bios_bios_setting_get_admin": SETTING,
    "system_scoped.nodes_bios_bios_setting_get_member": SETTING,
    "system_scoped.nodes_bios_bios_setting_get_reader": SETTING,
    "system_scoped.node_inventory_get_admin": INVENTORY,
    "system_scoped.node_inventory_get_reader": INVENTORY,
    "legacy_new_defaults.portgroups_detail_get_member": IMPLIED,
    "legacy_new_defaults.ports_get_member": IMPLIED,
    "legacy_new_defaults.ports_detail_get_member": IMPLIED,
    "legacy_new_defaults.allocations_get_member": IMPLIED,
}
