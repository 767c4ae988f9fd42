"""Python and fields on the pages: exercises and cells that run."""
