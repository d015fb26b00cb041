// A prediction to commit to: choices, a button, and what to do next. It needs no kernel.

function render({ model, el }) {
  el.classList.add("rbflib-prediction");
  const choices = document.createElement("fieldset");
  choices.className = "rbflib-predict";
  const title = document.createElement("legend");
  title.textContent = "Your prediction";
  const said = statusLine();
  const group = `rbflib-predict-${Math.random().toString(36).slice(2)}`;
  const radios = model.get("choices").map((text, i) => radio(group, text, i));
  const button = document.createElement("button");
  button.className = "jupyter-button";
  button.addEventListener("click", commit);
  choices.append(title, ...radios.map((r) => r.parentElement), button, said);
  el.append(choices);
  // Else JupyterLab takes Enter and the arrow keys for itself.
  for (const control of [...radios, button])
    control.setAttribute("data-lm-suppress-shortcuts", "true");

  function commit() {
    const committed = model.get("committed");
    const chosen = committed < 0 ? radios.findIndex((r) => r.checked) : -1;
    if (committed < 0 && chosen < 0) {
      said.textContent = "Choose first: a guess that is wrong teaches the most.";
      return;
    }
    model.set("committed", chosen);
    model.save_changes();
  }

  function show() {
    const committed = model.get("committed");
    radios.forEach((r, i) => {
      if (committed >= 0) r.checked = i === committed;
      r.disabled = committed >= 0;
    });
    button.textContent = committed < 0 ? "Commit" : "Take it back";
    said.textContent =
      committed < 0
        ? ""
        : `You say: ${model.get("choices")[committed]}. Now move, then open “What was to be seen”.`;
  }

  model.on("change:committed", show);
  show();
  return () => model.off("change:committed", show);
}

function radio(group, text, i) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  Object.assign(input, { type: "radio", name: group, value: i });
  label.append(input, ` ${text}`);
  return input;
}

export default { initialize: keepModels, render };
