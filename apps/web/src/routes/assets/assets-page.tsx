/** /assets */
export function AssetsPage() {
  return null;
}
