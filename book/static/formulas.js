// Settings of MathJax 3, and for ipywidgets what it knows of MathJax 2: a queue of elements.
{
  const waiting = [];
  const typeset = () => {
    if (!MathJax.typesetPromise) return; // not loaded yet
    MathJax.startup.promise = MathJax.startup.promise.then(() =>
      MathJax.typesetPromise(waiting.splice(0)),
    );
  };
  const Hub = {
    Queue: ([, , element]) => {
      waiting.push(element);
      typeset();
    },
  };
  window.MathJax = {
    Hub,
    tex: { inlineMath: [["$", "$"], ["\\(", "\\)"]] },
    options: {
      ignoreHtmlClass: "tex2jax_ignore|mathjax_ignore|document",
      processHtmlClass: "tex2jax_process|mathjax_process|math|output_area|jupyter-widgets",
    },
    startup: {
      ready: () => {
        MathJax.startup.defaultReady();
        MathJax.Hub = Hub;
        MathJax.startup.promise.then(typeset);
      },
    },
  };
}
