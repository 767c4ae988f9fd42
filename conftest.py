"""What holds for the tests and for the notebooks, whoever runs them."""

pytest_plugins = ["tools.nbval_near"]
