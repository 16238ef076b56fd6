/** /mobile/deposit */
export function MobileDepositPage() {
  return null;
}
