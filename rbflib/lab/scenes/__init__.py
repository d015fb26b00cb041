"""What the explorers draw: one module a page, named like the module of its algorithm."""
