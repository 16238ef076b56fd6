/** Copies through a selection, as pages without a secure origin (http://192.168… in a classroom) have to. */
function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside an open dialog everything else is inert and could not be selected.
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies there
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Puts a text on the clipboard. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard;
  if (clipboard === undefined) return copySelected(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}
