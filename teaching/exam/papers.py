"""Two papers of 90 minutes, made of questions of the bank: one task per page, no question twice.

Ten tasks of nine points each, of which the best nine count: whoever runs short of time may leave
one out.
"""

from dataclasses import dataclass

MINUTES, COUNTED = 90, 9
AIDS = "one sheet of A4 in your own handwriting, a ruler, and a pocket calculator without a memory."


@dataclass(frozen=True)
class Paper:
    """A written examination.

    Parameters
    ----------
    key : str
        The name of its files.
    title : str
    tasks : tuple of (str, tuple of str)
        Titles, and the keys of their questions.
    """

    key: str
    title: str
    tasks: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def keys(self):
        return [key for _, keys in self.tasks for key in keys]


PAPERS = (
    Paper(
        key="paper_1",
        title="Radial basis function networks, paper 1",
        tasks=(
            ("Support vector machines", ("01.margin", "01.dual_coef")),
            ("The full network", ("02.one_center", "02.eye")),
            ("Nearest neighbors", ("03.stairs", "03.both_unlikely")),
            ("k-means", ("04.walk", "04.two_units")),
            ("Two stages", ("05.bump_and_bias", "05.center_gradient")),
            ("Orthogonal least squares", ("06.bars", "06.important_sample")),
            ("Extreme learning machines", ("07.shortest", "07.average_of_machines")),
            ("Multidimensional scaling", ("08.on_a_line", "08.smallest_first")),
            ("Comparing models", ("09.regions", "09.protocol")),
            ("Cross-validation", ("10.corrected", "10.which_settings")),
        ),
    ),
    Paper(
        key="paper_2",
        title="Radial basis function networks, paper 2",
        tasks=(
            ("Support vector machines", ("01.score", "01.any_labels")),
            ("The full network", ("02.penalty_curves", "02.units_of_targets")),
            ("The Bayes error, kernel regression", ("03.overlap", "03.axis")),
            ("k-means", ("04.next_assignment", "04.plain_distances")),
            ("Two stages", ("05.hidden_layers", "05.unlabeled")),
            ("Orthogonal least squares", ("06.two_columns", "06.energy")),
            ("Extreme learning machines", ("07.peak", "07.share")),
            ("Multidimensional scaling", ("08.maps", "08.axes")),
            ("Comparing models", ("09.luck", "09.unlike_all")),
            ("Probabilities", ("10.reliability", "10.always_half")),
        ),
    ),
)
