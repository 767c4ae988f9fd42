"""What the Makefile calls: build and serve the book, run its notebooks, run the tests."""
