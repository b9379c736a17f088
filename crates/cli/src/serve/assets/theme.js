// Before anything is drawn: the colours that were chosen here before. Nothing else is kept.
"use strict";
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem("theme");
  } catch {
    // Storage may be shut off: the system's choice then.
  }
  if (kept === "dark" || kept === "light") {
    document.documentElement.dataset.theme = kept;
  }
})();
