"""The record of a reader: what was predicted, answered, solved, and which hints were shown.

It lies below the kit: `store` keeps and recalls it, `database` is the file that it is kept in,
`file` the one that is saved for a course or for another computer, `course_file` finds the course.
What makes tables of it lies above the pages: `progress` for a reader, `collect` for a teacher.
"""
