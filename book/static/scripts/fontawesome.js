// In place of the theme's script, which draws its icons as SVG and has 1.6 MB: its font draws them.
