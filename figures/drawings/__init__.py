"""The pictures of the lecture: one module a page, one function or explorer's state a picture."""

from drawings import elm, full, kmeans, mds, neighbors, ols, svm, two_stage
from drawings.catalog import LECTURE, WITHOUT_PICTURE

PAGES = (svm, full, neighbors, kmeans, two_stage, ols, elm, mds)

__all__ = ["LECTURE", "PAGES", "WITHOUT_PICTURE"]
