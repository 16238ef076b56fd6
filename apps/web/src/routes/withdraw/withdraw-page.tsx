/** /withdraw */
export function WithdrawPage() {
  return null;
}
