// Work that changes the document: together, once a frame.

const waiting = new Set();
let asked = false;

function run() {
  asked = false;
  const now = [...waiting];
  waiting.clear();
  for (const work of now) work();
}

/** Runs a function before the next frame is drawn, once, however often it is asked for. */
export function nextFrame(work) {
  waiting.add(work);
  if (asked) return;
  asked = true;
  requestAnimationFrame(run);
}

/** Runs a function at most every so many milliseconds, the last request included. */
export function throttled(work, milliseconds) {
  let timer = null;
  let last = 0;
  return () => {
    if (timer !== null) return;
    const left = Math.max(0, last + milliseconds - performance.now());
    timer = setTimeout(() => {
      timer = null;
      last = performance.now();
      work();
    }, left);
  };
}
