// Formats times and durations.

/** Milliseconds since 1970, or null. @param {string|null|undefined} text */
export function moment(text) {
  const at = text ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
}

/** "3 m 05 s": the two largest units. @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} m ${pad(whole % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${pad(minutes % 60)} m`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** "3 m": the largest unit only, for lists. */
export function roughly(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

function pad(number) {
  return String(number).padStart(2, "0");
}

const clock = new Intl.DateTimeFormat(undefined,
  { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
const dated = new Intl.DateTimeFormat(undefined,
  { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit",
    hour12: false });

/** The time of day, with the date if it is not today. @param {number|null} at */
export function shown(at) {
  if (at === null) return "–";
  const when = new Date(at);
  return when.toDateString() === new Date().toDateString() ? clock.format(when)
                                                           : dated.format(when);
}

/** A <time> element. @param {string|null} text */
export function timeElement(text) {
  const at = moment(text);
  const out = document.createElement("time");
  if (at !== null) out.dateTime = new Date(at).toISOString();
  out.title = text ?? "";
  out.textContent = shown(at);
  return out;
}
