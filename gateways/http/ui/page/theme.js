// Dark, light, or as the system has it.

const NAMES = { auto: "Auto", light: "Light", dark: "Dark" };
const ORDER = Object.keys(NAMES);
const KEY = "ironbus.theme";

function read() {
  try {
    const kept = localStorage.getItem(KEY);
    return kept in NAMES ? kept : "auto";
  } catch {
    return "auto"; // storage is switched off
  }
}

let now = read();

function apply(button) {
  if (now === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = now;
  button.textContent = NAMES[now];
  button.setAttribute("aria-label", `Colours: ${NAMES[now]}`);
}

/** Makes the button go through the three. @returns {function()} what a key may call */
export function startTheme(button) {
  const next = () => {
    now = ORDER[(ORDER.indexOf(now) + 1) % ORDER.length];
    try {
      localStorage.setItem(KEY, now);
    } catch {
      // then it lasts as long as the page
    }
    apply(button);
  };
  button.addEventListener("click", next);
  apply(button);
  return next;
}
