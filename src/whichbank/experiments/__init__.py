"""What one chapter trains or measures: each module is one experiment, and ``records`` beside them holds its runs."""
