"""The lecture's statements, one by one: a test is named after the item that it proves."""
