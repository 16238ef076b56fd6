/** /mobile/withdraw */
export function MobileWithdrawPage() {
  return null;
}
