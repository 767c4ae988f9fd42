"""What writing a chapter needs: the exercises with their solutions, and the table of answers."""
