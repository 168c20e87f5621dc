"""The command line: a command is a file."""
