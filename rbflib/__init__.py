"""Radial basis function networks: one hypothesis, and many ways to choose its parts.

h(x) = output( Σ_m β_m φ(γ‖x − μ_m‖²) + b )
"""

import lazy_loader  # imports a name at its first use (SPEC 1)

# Module -> names, as __init__.pyi imports them. lazy_loader can read it too, but from no zip file,
# and with `ast`, which takes longer than all the rest of this import.
_STUB = __loader__.get_data(f"{__file__}i").decode().partition("__all__")[0]
_IMPORTS = [part.split(" import ") for part in _STUB.split("from rbflib.")[1:]]
_NAMES = {module: names.strip("(),\r\n").replace(",", " ").split() for module, names in _IMPORTS}
__all__ = sorted(name for names in _NAMES.values() for name in names)
_MODULES = [*_NAMES, "lab", "learners", "numerics"]
__getattr__, __dir__, _ = lazy_loader.attach(__name__, _MODULES, _NAMES)
__version__ = "0.2.0"
