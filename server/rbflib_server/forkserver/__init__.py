"""A process that has imported what students' programs need, and forks them from itself.

Each student's server and kernel would import the same modules: seconds of computing time, and
100 MiB that no other process shares. A forked process shares all memory that it does not change.
The other end of the socket is `client`. The threat model is in SECURITY.md.
"""
