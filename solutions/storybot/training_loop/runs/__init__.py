"""A run as the command line sees it: its folder, plan, log, checkpoints, and how it is started and stopped."""
