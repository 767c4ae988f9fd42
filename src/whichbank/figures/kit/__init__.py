"""What figures share: the class, its traits, the bundler, questions, and what draws them."""
