// Batches changes of the document into one pass a frame.

const waiting = new Set();
let asked = false;

function run() {
  asked = false;
  const now = [...waiting];
  waiting.clear();
  for (const work of now) work();
}

/** Runs a function once before the next frame, even if it is requested several times. */
export function nextFrame(work) {
  waiting.add(work);
  if (asked) return;
  asked = true;
  requestAnimationFrame(run);
}

/** Limits a function to one run per interval. The last request of an interval is never lost. */
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
