"""What the quizzes and exercises say is right, computed without their code: one module a page.

QUIZ        key of a question -> function without arguments: a number, an order, or the choices
            that hold
EXERCISES   name of an exercise -> function of its arguments
"""

from independent import (
    elm,
    full,
    kmeans,
    mds,
    neighbors,
    network,
    ols,
    playground,
    svm,
    two_stage,
)

PAGES = {
    "00": network,
    "01": svm,
    "02": full,
    "03": neighbors,
    "04": kmeans,
    "05": two_stage,
    "06": ols,
    "07": elm,
    "08": mds,
    "09": playground,
}
NOTHING_TO_COMPUTE = {("00", "steps")}  # the order in which a formula is read
