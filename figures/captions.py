"""What the figures of those explorers show whose module does not say it yet."""

CAPTIONS = {
    "network_plane": "The two stages of an RBF network in the plane: centers and widths, then "
    "weights.",
    "full_or_few": "The full network beside one with few centers, and their errors on new samples.",
    "bias_on_off": "The same samples fitted with a bias and without one.",
    "error_surface": "The error of cross-validation over k and γ, and the network of one cell.",
    "backprop_steps": "A network under way in backpropagation, and its error after every step.",
    "density_trap": "Centers that follow the crowd of samples, centers placed by hand, and centers "
    "by orthogonal least squares.",
    "gram_schmidt": "Two columns made orthogonal and a target projected, from above and from the "
    "side.",
    "choose_centers": "Orthogonal least squares under way: the fit so far, the err of every "
    "candidate, and the energy that is left.",
    "equal_terms": "Equal numbers of centers: random, by k-means, and by orthogonal least squares.",
    "greedy_trap": "Forward selection beside the best of all subsets.",
    "random_layer": "A random hidden layer, its weighted nodes, and the band of twenty draws.",
    "error_against_nodes": "Both errors of an extreme learning machine against its number of "
    "nodes, and the length of its weights.",
    "random_or_chosen": "Random bumps beside bumps on chosen centers, at equal numbers.",
    "distances_to_map": "A table of distances, the map that multidimensional scaling draws, and "
    "the share of each dimension.",
    "city_map": "Cities of the world on a map that was made from their distances alone.",
    "digits_map": "New digits placed on a finished map of others.",
    "playground": "Two models on the same samples, side by side, with both errors.",
}
