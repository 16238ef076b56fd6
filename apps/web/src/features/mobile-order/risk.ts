/** How dangerous a leverage is, in three steps. */
export type Risk = 'low' | 'medium' | 'high';

export const MAX_LOW_RISK_LEVERAGE = 3;
export const MAX_MEDIUM_RISK_LEVERAGE = 7;

export function riskOf(leverage: number): Risk {
  if (leverage <= MAX_LOW_RISK_LEVERAGE) return 'low';
  return leverage <= MAX_MEDIUM_RISK_LEVERAGE ? 'medium' : 'high';
}
