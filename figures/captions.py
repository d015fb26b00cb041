"""What the figures of the explorers show, each as its page opens with it."""

CAPTIONS = {
    "hypothesis": "A network on a line, put together by hand: three bumps, their sum, and a dotted "
    "curve to match.",
    "svm_bumps": "The bumps of a Gaussian SVM added one by one, the largest weights first, and the "
    "errors on the way.",
    "similarities": "Six similarities to one center; only the first four are radial.",
    "cover": "A disk in a ring, and the same samples after the transform to the similarities to "
    "two centers.",
    "interpolation": "Exact interpolation of a noisy wave: one bump a sample and their sum, and "
    "both errors against λ.",
    "two_ridges": "Ridge and kernel ridge with the same γ and λ, and the share that each keeps of "
    "every direction.",
    "votes_and_weights": "The full network in the plane: uniform votes beside weights that were "
    "solved for.",
    "fewer_centers": "A network with M bumps on 40 samples, and its degrees of freedom over the "
    "plane of M and λ.",
    "votes_to_neighbor": "The votes of all samples beside the nearest neighbor, and the shares of "
    "the vote at one point.",
    "neighbor_regression": "Four estimates from the same samples: k nearest, weighted nearest, "
    "kernel regression, network.",
    "two_readings": "Kernel regression read in two ways: one bump at the query, or a bump on every "
    "sample.",
    "curse": "Distances from one point in D features, and the number of samples that dense "
    "sampling needs.",
    "kmeans_walk": "k-means half a step at a time: samples, their centers, and E_in after every "
    "half step.",
    "many_starts": "Where forty starts of k-means end, from random samples and by k-means++.",
    "ways_to_fail": "The groups that made the samples, beside the sets that k-means finds.",
    "palette": "A photograph in few colors: by k-means, and of random pixels.",
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
