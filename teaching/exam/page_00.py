"""Questions of page 00: the one hypothesis."""

import numpy as np

from rbflib import RBFNetwork
from teaching.exam.question import Question


def two_bumps():
    network = RBFNetwork([[-1.0], [1.0]], [2.0, -4.0], bias=1.0, gamma=np.log(2))
    at_0, at_1, far = network(np.array([[0.0], [1.0], [100.0]]))
    return {"at_0": at_0, "at_1": at_1, "far": far}


def centimeters():
    return {"factor": 1 / 100**2}


QUESTIONS = (
    Question(
        key="00.two_bumps",
        kind="compute",
        points=5,
        ask=r"""
        An RBF network on a line has the centers $-1$ and $1$, the weights $2$ and $-4$, the bias
        $1$ and Gaussian bumps with $\gamma=\ln 2$. Compute $h(0)$ and $h(1)$. Which value does $h$
        approach far away from both centers?
        """,
        answer=r"""
        With $\gamma=\ln 2$ a bump is $2^{-r^2}$. At $0$ both distances are $1$:
        $h(0)=2\cdot\tfrac12-4\cdot\tfrac12+1=[[at_0]]$. At $1$ the distances are $2$ and $0$:
        $h(1)=2\cdot\tfrac1{16}-4+1=[[at_1:frac]]$. Far away only the bias is left: $[[far]]$.
        """,
        marks=(
            (1, r"a bump is $2^{-r^2}$, or $e^{-\gamma r^2}$ with the right $r^2$"),
            (1, r"$h(0)=[[at_0]]$"),
            (2, r"$h(1)=[[at_1:frac]]$: one point for each bump"),
            (1, r"the bias, $[[far]]$"),
        ),
        partial=((3, r"$2^{-r}$ in place of $2^{-r^2}$, otherwise right"),),
        numbers=two_bumps,
    ),
    Question(
        key="00.centimeters",
        kind="explain",
        points=4,
        ask=r"""
        All inputs and all centers of an RBF network are converted from meters to centimeters. Its
        outputs shall stay as they were. What must be done with $\gamma$, the weights and the bias,
        and why?
        """,
        answer=r"""
        The network sees its inputs only through $\gamma\|\mathbf{x}-\boldsymbol\mu_m\|^2$. All
        distances are now 100 times as large and their squares $100^2$ times, so $\gamma$ must be
        multiplied by $1/100^2=[[factor]]$. Then every bump has the same value as before, and
        weights and bias stay.
        """,
        marks=(
            (1, r"only $\gamma$ times the squared distance enters"),
            (2, r"$\gamma$ is divided by $100^2$"),
            (1, "weights and bias stay, since the bumps are the same"),
        ),
        partial=((2, r"$\gamma$ is divided by $100$: the square is forgotten"),),
        numbers=centimeters,
    ),
)
