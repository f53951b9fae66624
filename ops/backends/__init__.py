"""Starting and stopping the processes of a local cluster; the command is ops/cluster."""
