/** Hands a file over. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Hands a text over as a file. @param type of its content: `text/csv` */
export const downloadText = (text: string, name: string, type: string): void =>
  downloadBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
