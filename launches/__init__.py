"""The launches, tried in fresh environments:
``python -m launches [colab] [binder] [jupyter] [--chapters mixing …]``.
"""
