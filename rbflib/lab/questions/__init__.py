"""The quizzes' questions: one module a page, named like the module of its algorithm."""

from rbflib.lab.questions import (
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

QUIZZES = {
    "00": network.QUESTIONS,
    "01": svm.QUESTIONS,
    "02": full.QUESTIONS,
    "03": neighbors.QUESTIONS,
    "04": kmeans.QUESTIONS,
    "05": two_stage.QUESTIONS,
    "06": ols.QUESTIONS,
    "07": elm.QUESTIONS,
    "08": mds.QUESTIONS,
    "09": playground.QUESTIONS,
}
