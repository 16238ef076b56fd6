import { FREE_LEVERAGE } from '@plecho/domain';
import type { UserCommand } from '../../commands/command.ts';
import type { MarketPort } from '../../engine/market-port.ts';
import type { Guesses } from '../../queries/guesses.ts';

/** A command before it is known whose account it is about. */
export type Intent = UserCommand extends infer C ? (C extends UserCommand ? Omit<C, 'accountId'> : never) : never;

/** What a class can ask for calibrated guesses. */
type Enlarging = Extract<
  Intent,
  { type: 'openPosition' | 'placeOrder' | 'placePair' | 'amendOrder' | 'addToPosition' | 'reversePosition' }
>;

/** Whether it opens or enlarges a position. */
function isEnlarging(intent: Intent): intent is Enlarging {
  const { type } = intent;
  if (type === 'openPosition' || type === 'placeOrder' || type === 'placePair') return true;
  return type === 'amendOrder' || type === 'addToPosition' || type === 'reversePosition';
}

/** Whether its leverage is free, as far as that is known here: of what is open or rests the engine alone knows it. */
function isFree(intent: Enlarging): boolean {
  if (intent.type === 'placePair') return Math.max(intent.first.leverage, intent.second.leverage) <= FREE_LEVERAGE;
  return 'leverage' in intent && intent.leverage <= FREE_LEVERAGE;
}

/** The same command of somebody who is calibrated. */
function calibratedIntent(intent: Enlarging): Intent {
  if (intent.type !== 'placePair') return { ...intent, calibrated: true };
  const { type, first, second } = intent;
  return { type, first: { ...first, calibrated: true }, second: { ...second, calibrated: true } };
}

/**
 * A command with what the server knows about the guesses of whoever sends it. They are looked up where a class has the
 * rule and the leverage is not free, so that nobody else’s order waits for the database.
 */
export async function withCalibration(
  guesses: Pick<Guesses, 'isCalibrated'>,
  userId: bigint,
  { definition: { rules } }: Pick<MarketPort, 'definition'>,
  intent: Intent,
): Promise<Intent> {
  if (rules.classRules?.calibration !== true || !isEnlarging(intent) || isFree(intent)) return intent;
  return (await guesses.isCalibrated(userId)) ? calibratedIntent(intent) : intent;
}
