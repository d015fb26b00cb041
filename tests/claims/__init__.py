"""The lecture's statements, one by one: a test is named after the item that it proves.

Where the lecture's documents disagree or err, the test shows which is right.
"""
