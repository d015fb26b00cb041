// Where the widgets' scripts and the recordings lie: beside this file, wherever the book is.
{
  const here = document.currentScript.src;
  const at = (path) => new URL(path, here).href;
  window.__jupyter_widgets_assets_path__ = at("widgets/"); // their icons
  window.rbflibRecordings = at("recordings/");
  require.config({
    paths: {
      anywidget: at("anywidget/index"),
      "@jupyter-widgets/html-manager/dist/libembed-amd": at("widgets/libembed-amd"),
    },
  });
}
