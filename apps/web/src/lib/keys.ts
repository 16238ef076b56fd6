const FIELDS = 'input:not([type=radio], [type=range]), textarea, select, [contenteditable]';

const elementOf = ({ target }: KeyboardEvent): HTMLElement | null => (target instanceof HTMLElement ? target : null);

/** Whether a key was pressed inside of what a selector names. */
export const isWithin = (event: KeyboardEvent, selector: string): boolean =>
  elementOf(event)?.closest(selector) != null;

/** Whether what is typed goes into it: it is a field, or a part of one. */
export const isField = (element: Element | null): boolean => element?.closest(FIELDS) != null;

/** Whether the key is a part of what somebody types. */
export const isTyping = (event: KeyboardEvent): boolean => isWithin(event, FIELDS);

/** Whether a key means what it means on the page: it is nobody else's, comes alone, and no dialog is open. */
export const isFree = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  document.querySelector('dialog[open]') === null;
