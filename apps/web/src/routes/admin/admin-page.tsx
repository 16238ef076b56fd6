/** /admin */
export function AdminPage() {
  return null;
}
