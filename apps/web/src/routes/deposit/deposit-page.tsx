/** /deposit */
export function DepositPage() {
  return null;
}
