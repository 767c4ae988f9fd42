"""The small networks that a page computes itself, each equal to its Python kernel, and how their
numbers come to it.
"""
