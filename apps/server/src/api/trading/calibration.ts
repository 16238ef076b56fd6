import { FREE_LEVERAGE } from '@plecho/domain';
import type { UserCommand } from '../../commands/command.ts';
import type { MarketPort } from '../../engine/market-port.ts';
import type { Guesses } from '../../queries/guesses.ts';

/** A command before it is known whose account it is about. */
export type WantedCommand = UserCommand extends infer C
  ? C extends UserCommand
    ? Omit<C, 'accountId'>
    : never
  : never;

/** What a class can ask for calibrated guesses. */
type Enlarging = Extract<
  WantedCommand,
  { type: 'openPosition' | 'placeOrder' | 'placePair' | 'amendOrder' | 'addToPosition' | 'reversePosition' }
>;

/** Whether it opens or enlarges a position. */
function isEnlarging(wanted: WantedCommand): wanted is Enlarging {
  const { type } = wanted;
  if (type === 'openPosition' || type === 'placeOrder' || type === 'placePair') return true;
  return type === 'amendOrder' || type === 'addToPosition' || type === 'reversePosition';
}

/** Whether its leverage is free, as far as that is known here: of what is open or rests the engine alone knows it. */
function isFree(wanted: Enlarging): boolean {
  if (wanted.type === 'placePair') return Math.max(wanted.first.leverage, wanted.second.leverage) <= FREE_LEVERAGE;
  return 'leverage' in wanted && wanted.leverage <= FREE_LEVERAGE;
}

/** The same command of somebody who is calibrated. */
function calibratedCommand(wanted: Enlarging): WantedCommand {
  if (wanted.type !== 'placePair') return { ...wanted, calibrated: true };
  const { type, first, second } = wanted;
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
  wanted: WantedCommand,
): Promise<WantedCommand> {
  if (rules.classRules?.calibration !== true || !isEnlarging(wanted) || isFree(wanted)) return wanted;
  return (await guesses.isCalibrated(userId)) ? calibratedCommand(wanted) : wanted;
}
