/*
 * The browser shows the static header of index.html first; the application, which keeps the main
 * thread busy for a while, starts after that frame. A page in the background draws no frames.
 */
const start = (): void => void import('./main.tsx');

if (document.visibilityState === 'hidden') start();
else requestAnimationFrame(() => setTimeout(start));
