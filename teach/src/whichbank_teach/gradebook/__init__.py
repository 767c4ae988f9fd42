"""The marks inside nbgrader: its gradebook, its feedback and its export, without running anything of a student's."""
