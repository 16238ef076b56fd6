const AGAIN_MS = 4_000;
const NOT_LOADED = /dynamically imported module|module script|preload CSS/i;

/** Asks for the page every few seconds while it is looked at, and starts over once it answers. */
async function comeBack(): Promise<void> {
  const isSeen = document.visibilityState !== 'hidden';
  const answer = isSeen ? await fetch('/', { cache: 'no-store' }).catch(() => null) : null;
  if (answer?.ok === true) location.reload();
  else setTimeout(() => void comeBack(), AGAIN_MS * (1 + Math.random() / 2));
}

async function start(): Promise<void> {
  try {
    const { show } = await import('./main.tsx');
    // In a task of its own: a touch or a frame may come between.
    setTimeout(show);
  } catch (error) {
    if (!NOT_LOADED.test(String(error))) throw error;
    const words = document.createElement('p');
    words.role = 'status';
    words.className = 'notice';
    words.textContent = 'Сервер не отвечает, пробуем снова';
    document.querySelector('#root .late')?.replaceWith(words);
    setTimeout(() => void comeBack(), AGAIN_MS);
  }
}

/** Longer than a first frame takes; a window that others cover draws none. */
const FRAME_MS = 1_000;

/*
 * The browser shows the static header of index.html first; the application, which keeps every core
 * busy for a while, starts after that frame. A page in the background draws no frames.
 */
if (document.visibilityState === 'hidden') void start();
else {
  const frame = new Promise<void>((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, FRAME_MS);
  });
  void frame.then(start);
}
