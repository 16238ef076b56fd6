/** /log */
export function LogPage() {
  return null;
}
