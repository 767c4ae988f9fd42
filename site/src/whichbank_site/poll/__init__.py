"""A question to a class without a server: phones make codes, and the lecture view counts them."""
