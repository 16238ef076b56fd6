/** /network */
export function NetworkPage() {
  return null;
}
