// MathJax comes after the page. A quiz has its formulas as MathML.
{
  const here = document.currentScript.src;
  window.MathJax = {
    tex: {
      inlineMath: [
        ["$", "$"],
        ["\\(", "\\)"],
      ],
    },
    options: {
      ignoreHtmlClass: "tex2jax_ignore|mathjax_ignore|document",
      processHtmlClass: "tex2jax_process|mathjax_process|math|output_area",
    },
  };
  window.addEventListener("load", () => {
    const script = document.createElement("script");
    script.src = new URL("mathjax/tex-chtml.js", here).href;
    document.head.append(script);
  });
}
