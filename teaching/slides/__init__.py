"""The pages as slides: `deck` cuts a page into slides, `build` lets nbconvert write them."""
