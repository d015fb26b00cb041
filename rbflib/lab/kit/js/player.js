// A player moves its slider, and goes on from where the hand has put it. ipywidgets could link the
// two, but then the player would tell the kernel its place before the slider does, and a picture
// would wait for that.

import { modelsOf } from "./recording/controls.js";

export function withPlayers(render) {
  return async ({ model, el }) => {
    const [end, unlink] = await Promise.all([render({ model, el }), linkPlayers(model)]);
    return () => {
      end();
      unlink();
    };
  };
}

async function linkPlayers(model) {
  const players = await modelsOf(model, "players");
  if (players.size === 0) return () => {};
  const controls = await modelsOf(model, "controls");
  const links = [...players].map(([name, player]) => link(player, controls.get(name)));
  return () => {
    for (const unlink of links) unlink();
  };
}

function link(player, slider) {
  const follow = () => player.set({ value: slider.get("value") });
  const lead = () => {
    if (player.get("value") === slider.get("value")) return;
    slider.set({ value: player.get("value") });
    slider.save_changes();
  };
  follow();
  slider.on("change:value", follow);
  player.on("change:value", lead);
  return () => {
    slider.off("change:value", follow);
    player.off("change:value", lead);
  };
}
