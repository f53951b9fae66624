// Colour theme: dark, light, or the system's.

const NAMES = { auto: "Auto", light: "Light", dark: "Dark" };
const ORDER = Object.keys(NAMES);
const KEY = "ironbus.theme";

function read() {
  try {
    const kept = localStorage.getItem(KEY);
    return kept in NAMES ? kept : "auto";
  } catch {
    return "auto"; // storage is disabled
  }
}

let now = read();

function apply(button) {
  if (now === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = now;
  button.textContent = NAMES[now];
  button.setAttribute("aria-label", `Colours: ${NAMES[now]}`);
}

/** Makes the button cycle through the themes. @returns {function()} selects the next theme, for a key */
export function startTheme(button) {
  const next = () => {
    now = ORDER[(ORDER.indexOf(now) + 1) % ORDER.length];
    try {
      localStorage.setItem(KEY, now);
    } catch {
      // storage is disabled: the choice lasts until the page is closed
    }
    apply(button);
  };
  button.addEventListener("click", next);
  apply(button);
  return next;
}
