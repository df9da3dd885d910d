"""What runs and samples tell: copied spans (`memorisation`), recorded runs with a fault (`clinic`)."""
