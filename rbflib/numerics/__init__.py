"""What makes the formulas safe and fast: the layer below the models."""
