// Spares reloads and copies texts. Every form works without it, and nothing is worked out here.
"use strict";
(() => {
  const root = document.documentElement;
  const said = document.getElementById("said");
  // The same page of the same server, which is parsed and not run.
  const policy = window.trustedTypes?.createPolicy("idspec", { createHTML: (html) => html });

  const say = (text) => {
    said.textContent = "";
    // Said again, even where it is the same text.
    setTimeout(() => { said.textContent = text; }, 50);
  };

  const theme = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => theme.setAttribute("aria-pressed", String(dark()));
  theme.hidden = false;
  theme.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // For this page, then.
    }
    show();
  });
  system.addEventListener("change", show);
  show();

  const reveal = (within) => {
    for (const button of within.querySelectorAll("[data-copy]")) {
      button.hidden = false;
    }
  };
  reveal(document);

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) {
      return;
    }
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      say(document.body.dataset.copied);
      button.classList.add("done");
      setTimeout(() => button.classList.remove("done"), 1500);
    } catch {
      say(document.body.dataset.notCopied);
    }
  });

  const form = document.querySelector("form[data-live]");
  if (!form) {
    return;
  }
  let latest = 0;
  // Puts the answer in the place of what is shown, and leaves the focus where it is.
  const refresh = async (submitter) => {
    const fields = new URLSearchParams(new FormData(form, submitter));
    const address = `${form.action}?${fields}`;
    const mine = ++latest;
    const result = document.getElementById("result");
    result?.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address, { credentials: "omit" });
      const html = await response.text();
      if (mine !== latest) {
        return;
      }
      const page = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
      for (const id of ["settings", "result"]) {
        const [old, made] = [document.getElementById(id), page.getElementById(id)];
        // A field that somebody is in stays.
        if (old && made && !(id === "settings" && old.contains(document.activeElement))) {
          old.replaceWith(document.adoptNode(made));
        }
      }
      form.elements.count.value = page.getElementById("count").value;
      reveal(document);
      const words = document.querySelector("#result [data-say], #result .alert");
      say(words ? words.textContent : "");
      fields.delete("reset");
      fields.set("count", form.elements.count.value);
      history.replaceState(null, "", `${form.action}?${fields}`);
    } catch {
      // The server has gone: the browser says so better.
      form.submit();
    } finally {
      document.getElementById("result")?.removeAttribute("aria-busy");
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    refresh(event.submitter);
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "scheme") {
      // Another scheme has other fields.
      document.getElementById("settings").replaceChildren();
    }
    if (form.reportValidity()) {
      refresh();
    }
  });
})();
