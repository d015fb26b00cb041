// What a page of the book does by itself.

import { watchExplorers } from "./explorers.js";
import { showPrediction } from "./predictions.js";
import { startQuiz } from "./quiz.js";
import { makeSortable } from "./sort.js";

const each = (selector, action) => document.querySelectorAll(selector).forEach(action);

each(".rbflib-prediction", showPrediction);
each(".rbflib-quiz", startQuiz);
each("table.sortable", makeSortable);
const isLoaded = document.readyState === "complete";
const explorers = () => watchExplorers(document.querySelectorAll(".rbflib-live"));
if (isLoaded) explorers();
else window.addEventListener("load", explorers);
