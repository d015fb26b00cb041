// In place of the package sanitize-html, which is larger than all controls: markup is shown as text.

export default (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
