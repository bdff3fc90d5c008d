"""The base classes of scikit-learn where it is there, else the little of them that is needed."""
from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    class BaseEstimator:
        """scikit-learn's, as far as this package uses it."""

        def get_params(self, deep: bool = True) -> dict[str, Any]: ...

        def set_params(self, **params: Any) -> Any: ...

    class ClassifierMixin:
        def score(self, X: Any, y: Any, sample_weight: Any = None) -> float: ...

    class RegressorMixin:
        def score(self, X: Any, y: Any, sample_weight: Any = None) -> float: ...

    class TransformerMixin:
        def fit_transform(self, X: Any, y: Any = None) -> Any: ...

    class NotFittedError(ValueError, AttributeError): ...

else:
    try:
        from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, TransformerMixin
        from sklearn.exceptions import NotFittedError
    except ImportError:

        class NotFittedError(ValueError, AttributeError):
            """An estimator that has not been fitted is asked to predict."""

        class BaseEstimator:
            """Parameters are the arguments of __init__."""

            def get_params(self, deep: bool = True) -> dict[str, Any]:
                names = list(inspect.signature(type(self).__init__).parameters)[1:]
                return {name: getattr(self, name) for name in names}

            def set_params(self, **params: Any) -> Any:
                for name, value in params.items():
                    if name not in self.get_params():
                        raise ValueError(f"{type(self).__name__} has no parameter {name!r}")
                    setattr(self, name, value)
                return self

        class ClassifierMixin:
            """The share of right classes."""

            def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
                import numpy

                return float(numpy.average(self.predict(X) == numpy.asarray(y), weights=sample_weight))

        class RegressorMixin:
            """The score is that of the estimators."""

        class TransformerMixin:
            """Fit, then transform."""

            def fit_transform(self, X: Any, y: Any = None) -> Any:
                return self.fit(X, y).transform(X)


__all__ = ["BaseEstimator", "ClassifierMixin", "NotFittedError", "RegressorMixin", "TransformerMixin"]
