"""What makes the formulas safe and fast: one room further back than the models."""
