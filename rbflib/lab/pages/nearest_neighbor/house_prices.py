"""The price of a house as the mean of the homes sold that are nearest to it in size."""

from functools import cache

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.controls import LinearSlider, Switch
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.neighbors import NearestNeighborRegressor

N_HOMES, TOWN = 40, 18259  # a border of this town lies between 2,000 and 2,001 square feet
ENDS = (950, 3250)


@cache
def homes_sold(town=TOWN):
    """Square feet, sorted, and prices in $1,000 of the homes sold in a town: a seed makes it."""
    rng = np.random.default_rng(town)
    size = rng.choice(np.arange(1000, 3001), N_HOMES, replace=False)
    price = 60 + 0.15 * size + rng.normal(0, 40, N_HOMES)
    order = np.argsort(size)
    return size[order], price[order]


@cache
def agent(k):
    """Who says the mean price of the k homes nearest in size."""
    size, price = homes_sold()
    return NearestNeighborRegressor(k).fit(size[:, None], price)


@cache
def price_of_every_size(k):
    """The curve from left to right, upright where one house gives its place to another."""
    size, _ = homes_sold()
    borders = (size[:-k] + size[k:]) / 2
    x = np.sort(np.concatenate([ENDS, borders - 0.01, borders + 0.01]))
    return x, agent(k).predict(x[:, None])


class HousePricesScene(Scene):
    """The homes sold by their size, and by how much they differ in size from yours."""

    hint = "drag your house ◆"

    def __init__(self):
        self.figure = style.new_figure()
        look = {"xlabel": "square feet", "xlim": ENDS, "ylim": (180, 570), "leads": True}
        axes = style.add_axes(self.figure, style.LEAD, "Forty homes sold: price in $1,000", **look)
        look |= {"xlabel": "difference in square feet", "xlim": (-15, 380)}
        look |= {"leads": False, "keyed": True}
        beside = style.add_axes(self.figure, style.ASIDE, "How near to yours", **look)
        look = style.line_of("neighbor") | {"lw": 1.4, "label": "every size"}
        self.curve = moving(axes.plot([], [], **look))
        axes.plot(*homes_sold(), "o", color=style.INK, ms=5, zorder=4, label="sold")
        self.sold_beside = moving(beside.plot([], [], "o", color=style.INK, ms=5, zorder=4))
        look = {"ms": 10, "mfc": "none", "mew": 1.4, "zorder": 5}
        look["mec"] = style.METHOD_STYLE["neighbor"]["color"]
        look["label"] = "k nearest"
        self.rings, self.rings_beside = (
            moving(panel.plot([], [], "o", **look)) for panel in (axes, beside)
        )
        self.mean = moving_segments(beside, colors=style.CENTER, lw=2)
        look = {"color": style.CENTER, "mec": "white", "ms": 11, "zorder": 7}
        look |= {"label": "your house", "clip_on": False}
        self.house, self.house_beside = (
            moving(panel.plot([], [], "D", **look)) for panel in (axes, beside)
        )
        self.axes = axes
        style.add_key(axes)

    def update(self, x, k, every):
        size, price = homes_sold()
        distance, index = (row[0] for row in agent(k).kneighbors([[x]]))
        mean = price[index].mean()
        self.curve.set_visible(every)
        self.curve.set_data(*price_of_every_size(k))
        self.rings.set_data(size[index], price[index])
        self.house.set_data([x], [mean])
        self.sold_beside.set_data(np.abs(size - x), price)
        self.rings_beside.set_data(distance, price[index])
        self.mean.set_segments([[(0, mean), (distance[-1], mean)]])
        self.house_beside.set_data([0], [mean])
        others = np.delete(np.abs(size - x), index)
        return {
            "price, $1,000": f"{mean:.1f}",
            "sizes of the k nearest": f"{size[index].min()} to {size[index].max()}",
            "farthest of them, sq ft": int(distance[-1]),
            "next home, sq ft": int(others.min()) if len(others) else "none is left",
        }

    def code(self, x, k, every):
        return f"""
            import numpy as np
            from rbflib import NearestNeighborRegressor

            rng = np.random.default_rng({TOWN})
            size = rng.choice(np.arange(1000, 3001), {N_HOMES}, replace=False)
            price = 60 + 0.15 * size + rng.normal(0, 40, {N_HOMES})
            order = np.argsort(size)
            size, price = size[order], price[order]
            agent = NearestNeighborRegressor({k}).fit(size[:, None], price)
            distance, index = (row[0] for row in agent.kneighbors([[{x}]]))
            others = np.delete(np.abs(size - {x}), index)
            print("price, $1,000:", f"{{price[index].mean():.1f}}")
            print("sizes of the k nearest:", f"{{size[index].min()}} to {{size[index].max()}}")
            print("farthest of them, sq ft:", int(distance[-1]))
            print("next home, sq ft:", others.min() if len(others) else "none is left")
        """

    def handles(self, **state):
        [price] = agent(state["k"]).predict([[state["x"]]])
        at = (state["x"], price)
        return [Handle("your house", self.axes, at, lambda x, _: {"x": x}, (1, 0))]


@explorer(page="nearest_neighbor")
def house_prices():
    """Page 03: the price of a house, by the mean of the nearest in size."""
    controls = {
        "x": LinearSlider("square feet", 2000, 1000, 3200, 2),
        "k": LinearSlider("neighbors k", 5, 1, N_HOMES, 1),
        "every": Switch("price of every size", False),
    }
    presets = {
        "One foot more": {"x": 2001},
        "Every size": {"every": True},
        "One neighbor": {"k": 1, "every": True},
        "Twenty neighbors": {"k": 20, "every": True},
        "A larger house": {"x": 3200, "every": True},
    }
    return Explorer(HousePricesScene, controls, presets)
