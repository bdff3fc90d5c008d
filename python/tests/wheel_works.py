"""What a wheel must be able to do in a venv of its own: tests/run_python runs this with its interpreter."""
from __future__ import annotations

import os
import sys

import numpy as np

import sharegnn as sg

HOME = os.path.realpath(sys.argv[1])


def loaded() -> list[str]:
    """The libraries of this process that are ours or bundled with ours; none where there is no /proc."""
    if not os.path.exists("/proc/self/maps"):
        return []
    with open("/proc/self/maps", encoding="utf-8") as file:
        places = {line.split()[-1] for line in file if ".so" in line}
    return sorted(p for p in places if any(name in p for name in ("sharegnn", "yaml", "sqlite", "isal")))


def main() -> None:
    """Train, predict, save and open."""
    for place in [sg.__file__, sg.library_path(), *loaded()]:
        assert os.path.realpath(place).startswith(HOME), f"{place} is not in {HOME}"
    assert len(loaded()) >= 3 or not os.path.exists("/proc/self/maps"), loaded()
    data = sg.make("CSL")
    model = sg.GraphClassifier("cycles:10 @ distance 0,1", "cycles:10", epochs=20, learning_rate=0.1).fit(data)
    assert model.score(data, data.y) == 1.0
    model.save("csl.safetensors")
    assert (sg.open_model("csl.safetensors").scores(data) == model.predict_proba(data)).all()
    assert np.isfinite(sg.GraphRegressor(epochs=2).fit(["CCO", "CC"], [0.5, 1.0]).predict(["CCC"])).all()
    print(f"sharegnn {sg.version()} works from {os.path.dirname(sg.__file__)}")


main()
