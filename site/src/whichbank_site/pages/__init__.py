"""What makes a page of what Sphinx read: the theme's places, formulas, figures, links."""
