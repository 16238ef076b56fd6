/**
 * A ref for the control that gets the focus when its dialog opens. The browser looks for this
 * attribute then; React's own `autoFocus` focuses earlier and leaves no attribute behind.
 */
export const firstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');
