"""The instructor's side of Which Bank?. It holds solutions: a learner's installation never needs it."""
