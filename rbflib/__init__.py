"""Radial basis function networks: one hypothesis, and many ways to choose its parts.

h(x) = output( Σ_m β_m φ(γ‖x − μ_m‖²) + b )

`__init__.pyi` lists the names; each is imported when it is first asked for.
"""

from rbflib.lazy import names_in_stub, on_demand

_MODULES = names_in_stub(__file__)
__all__ = sorted(_MODULES)
__getattr__, __dir__ = on_demand(__name__, _MODULES)
__version__ = "0.2.0"
