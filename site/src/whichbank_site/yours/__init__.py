"""The page *yours*: a machine that runs on the functions which its reader has written."""
