// MathJax comes after the page. ipywidgets looks for a queue of MathJax 2, and has no formulas here.
{
  const here = document.currentScript.src;
  const Hub = { Queue() {} };
  window.MathJax = {
    Hub,
    tex: {
      inlineMath: [
        ["$", "$"],
        ["\\(", "\\)"],
      ],
    },
    options: {
      ignoreHtmlClass: "tex2jax_ignore|mathjax_ignore|document",
      processHtmlClass: "tex2jax_process|mathjax_process|math|output_area|rbflib-quiz",
    },
    startup: {
      ready: () => {
        MathJax.startup.defaultReady();
        MathJax.Hub = Hub;
      },
    },
  };
  window.addEventListener("load", () => {
    const script = document.createElement("script");
    script.src = new URL("mathjax/tex-chtml.js", here).href;
    document.head.append(script);
  });
}
