import { useEffect, useState } from 'react';

/**
 * @returns what brings somebody to the first wrong field of a form, once it is drawn as wrong: it may be out of sight. Who
 * types somewhere else by then stays there.
 */
export function useShowWrong(): (form: HTMLFormElement | null) => void {
  const [asked, ask] = useState<{ form: HTMLFormElement | null }>();
  useEffect(() => {
    const at = document.activeElement;
    if (at?.matches('input, textarea, select') === true && asked?.form?.contains(at) === false) return;
    const field = asked?.form?.querySelector<HTMLElement>('[aria-invalid=true]');
    field?.focus();
    // What is beneath the bar with the button counts as in sight for the browser.
    field?.scrollIntoView({ block: 'center' });
  }, [asked]);
  return (form) => ask({ form });
}
