"""What each of many columns could still explain, kept up to date while some of them are selected.

A candidate φ keeps two numbers: its energy qᵀq, and its products qᵀe with the residual e, where q
is what the selected columns leave of φ. One product Zᵀq_k with the selected column brings all of
them up to date: 2NM operations per step, where orthogonalizing every candidate takes 4NM.

An energy that subtractions have robbed of half of its digits is computed afresh. A candidate of
which nothing but rounding is left has energy 0, and is not selected any more.
"""

import numpy as np
from scipy import linalg

from rbflib.numerics.distances import row_blocks
from rbflib.numerics.means import column_sizes, power_of_two

# What a number may shrink to by subtractions before half of its digits are lost.
HALF_OF_DIGITS = np.sqrt(np.finfo(float).eps)

# Candidates whose gains differ by a smaller share are equally good: an updated energy may have lost
# half of its digits, and copies of a column, or its weight, another few.
EQUAL_GAINS = 1e-6

# Columns smaller, or larger, than this get another unit: their squares would leave the floats.
SMALLEST_COLUMN, LARGEST_COLUMN = 1e-100, 1e100


class Candidates:
    """The columns of Z (N, M), of which those selected so far explain a part of T (N, K)."""

    def __init__(self, Z, T, norm2=None):
        """norm2 (M,) holds φᵀφ, where Z lacks a part of φ that is selected already."""
        size = column_sizes(Z)
        if ((size > 0) & ((size < SMALLEST_COLUMN) | (size > LARGEST_COLUMN))).any():
            unit = power_of_two(size)
            Z, norm2 = Z / unit, norm2 if norm2 is None else norm2 / unit / unit
        self.Z = Z
        self.energy = np.einsum("nm,nm->m", Z, Z)  # qᵀq
        self.norm2 = self.energy.copy() if norm2 is None else norm2  # φᵀφ
        self.fresh_energy = self.energy.copy()  # as last computed afresh, not updated
        self.products = Z.T @ T  # qᵀe; equal to φᵀe, as e is orthogonal to every selected column
        self._drop_dependent()

    def best(self):
        """The candidate with the largest (qᵀe)² / qᵀq; None where none is left."""
        if not self.energy.any():
            return None
        gain = np.einsum("mk,mk->m", self.products, self.products)
        gain = np.divide(gain, self.energy, out=np.full(len(gain), -1.0), where=self.energy > 0)
        # The first of those that are as good as equal.
        return int((gain >= (1 - EQUAL_GAINS) * gain.max()).argmax())

    def select(self, k, Q, g, e):
        """Take the last column of Q, which comes from candidate k, and its part g (K,) of T out."""
        # e (N, K) is the residual that is left.
        alpha = Q[:, -1] @ self.Z
        self.products -= np.outer(alpha, g)
        self.energy -= alpha**2
        self.energy[self.fresh_energy == 0] = 0
        self.fresh_energy[k] = self.energy[k] = 0
        lost = self.energy < HALF_OF_DIGITS * self.fresh_energy
        lost = np.flatnonzero(lost & (self.fresh_energy > 0))
        for block in row_blocks(len(lost), len(Q)):
            columns = lost[block]
            q = outside(Q, self.Z[:, columns])
            self.energy[columns] = self.fresh_energy[columns] = np.einsum("nm,nm->m", q, q)
            self.products[columns] = q.T @ e
        self._drop_dependent()

    def _drop_dependent(self):
        dependent = self.energy <= HALF_OF_DIGITS**2 * self.norm2
        self.energy[dependent] = self.fresh_energy[dependent] = 0


def direction_outside(Q, v):
    """Unit vector along what is left of v outside the span of Q's orthonormal columns."""
    q = outside(Q, outside(Q, v))  # twice: orthogonal to the last digit
    return q / linalg.norm(q)


def outside(Q, v):
    """What is left of v, or of every column of v, outside the span of Q."""
    return v - Q @ (Q.T @ v)
