# best line on clouds
import numpy as np
from rbflib.lab import EXPLORERS
e=EXPLORERS["cover"](); e.restore("Clouds, second pair"); print(e.state,e.code[:1500])
