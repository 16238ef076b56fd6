import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '@/api/query-client.ts';
import { keepShell } from './offline-shell.ts';
import { router } from './router.tsx';
import './app.css';

/** Draws the application in the place of what index.html shows. */
export function show(): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('index.html has no #root');
  // A transition, so that the browser gets a word in while the first screen is made.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  // Its many files are no rivals of those that the first screen waits for.
  const stopWaiting = router.subscribe('onRendered', () => {
    stopWaiting();
    keepShell();
  });
}
