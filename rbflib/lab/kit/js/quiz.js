// The line of words under a quiz. ipywidgets gives its parts no group and no names: they come here.

function render({ model, el }) {
  const words = statusLine();
  const asleep = paragraph("rbflib-asleep");
  asleep.textContent =
    "This quiz waits for the kernel. If nothing is running, choose Run ▸ Run All Cells in the menu.";
  el.append(words, asleep);

  const say = () => (words.textContent = model.get("words"));
  model.on("change:words", say);
  say();
  const endings = [askKernel(model, el, asleep), nameAll(el, nameParts)];

  return () => {
    endings.forEach((end) => end());
    model.off("change:words", say);
  };
}

function nameParts(quiz) {
  quiz.querySelectorAll(".rbflib-question").forEach(nameQuestion);
  keepKeys(quiz);
}

let named = 0;

function nameQuestion(question) {
  const ask = question.querySelector(".rbflib-ask");
  if (!ask) return;
  ask.id ||= `rbflib-ask-${(named += 1)}-${Math.random().toString(36).slice(2)}`;
  question.setAttribute("role", "group");
  question.setAttribute("aria-labelledby", ask.id);
  const radios = question.querySelector(".widget-radio-box");
  radios?.setAttribute("role", "radiogroup");
  radios?.setAttribute("aria-labelledby", ask.id);
  // One name makes them a group: the arrow keys go from one to the next.
  for (const radio of question.querySelectorAll("input[type=radio]")) radio.name = ask.id;
  const said = question.querySelector(".rbflib-said");
  said?.setAttribute("role", "status");
  const button = question.querySelector("button");
  if (button?.title) button.setAttribute("aria-label", button.title);
}

export default { initialize: keepModels, render };
