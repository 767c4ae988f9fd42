"""What a reader has done, kept in the reader's browser."""
