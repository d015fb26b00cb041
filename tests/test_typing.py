import inspect

import rbflib


def public_functions():
    """Name -> function, of the public functions, and of the public methods of public classes."""
    for name in rbflib.__all__:
        thing = getattr(rbflib, name)
        if inspect.isclass(thing):
            ours = [base for base in thing.__mro__ if base.__module__.startswith("rbflib.")]
            for member in {member for base in ours for member in vars(base)}:
                if not member.startswith("_") or member in ("__init__", "__call__"):
                    found = inspect.getattr_static(thing, member)
                    found = found.fget if isinstance(found, property) else inspect.unwrap(found)
                    if inspect.isfunction(found):
                        yield f"{name}.{member}", found
        elif callable(thing):
            yield name, inspect.unwrap(thing)


def test_every_parameter_and_return_is_annotated():
    offered = dict(public_functions())
    assert {"lloyd", "RBFNetwork.__call__", "RBFNetwork.n_centers", "KMeans.fit"} <= {*offered}
    assert {"OLSRegressor.predict", "RBFNetworkClassifier.predict_proba"} <= {*offered}
    for name, function in offered.items():
        signature = inspect.signature(function)
        types = {p.name: p.annotation for p in signature.parameters.values()}
        types["return"] = signature.return_annotation
        bare = [part for part, type_ in types.items() if type_ is inspect.Signature.empty]
        assert set(bare) <= {"self", "cls"}, name
