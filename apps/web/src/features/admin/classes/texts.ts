import type { ClassRules } from '@plecho/contract';
import { FREE_LEVERAGE } from '@plecho/domain';

/** The rules of a class, as operators read them. */
export function ruleLines(rules: ClassRules): string[] {
  const { maxLeverage, maxSharePercent, maxDayLossPercent, maxLossPercent, targetPercent, days, calibration } = rules;
  const lines = [
    `Leverage up to ${maxLeverage}x.`,
    maxSharePercent !== null && `At most ${maxSharePercent} % of the account in one position.`,
    maxDayLossPercent !== null && `A loss of ${maxDayLossPercent} % of the start balance ends the day.`,
    maxLossPercent !== null && `A loss of ${maxLossPercent} % of the start balance ends the attempt.`,
    targetPercent !== null && `Target: ${targetPercent} % of the start balance.`,
    days !== null && `Lasts ${days} ${days === 1 ? 'day' : 'days'} of the market’s clock.`,
    calibration && `Leverage above ${FREE_LEVERAGE}x only after calibrated guesses.`,
  ];
  return lines.filter((line) => line !== false);
}

export const classTexts = {
  list: 'All classes',
  empty: 'No classes yet',
  failed: 'Failed to fetch the classes',
  columns: {
    name: 'Class',
    code: 'Code',
    market: 'Market',
    members: 'Members',
    state: 'State',
    made: 'Made',
    actions: 'Actions',
  },
  running: 'Running',
  over: 'Over',
  open: 'Open',
  openName: (name: string) => `Open ${name}`,
  back: 'All classes',
  form: {
    title: 'Make a class',
    lead: 'The name and the code are drawn. Rules and prices are public before anybody joins and can’t be changed.',
    source: 'Prices',
    sources: {
      main: 'The main market',
      scenario: 'A scenario over the main market',
      replay: 'A replay of a recording',
    },
    recipe: 'Recipe',
    blind: 'Blind: the recipe is shown at the end',
    dataset: 'Recording',
    from: 'From, UTC',
    startAt: 'Begins at',
    speed: 'Speed, times',
    startBalance: 'Start balance',
    rules: 'Rules',
    noRule: 'Empty: no such rule',
    maxLeverage: 'Largest leverage',
    maxSharePercent: 'Largest share of the account in one position',
    maxDayLossPercent: 'Largest loss a day',
    maxLossPercent: 'Largest loss of an attempt',
    targetPercent: 'Target',
    days: 'Days',
    calibration: 'Leverage above 3x only after calibrated guesses',
    submit: 'Review',
    sure: 'Make this class? From then on nobody can change its rules.',
    confirm: 'Yes, make the class',
    done: (name: string) => `Class made: code ${name}`,
    failed: 'Failed to make the class',
    noPercent: 'A number above 0 with at most 4 decimals',
    noDays: 'A whole number of days, 1 to 366',
    noTime: 'Enter a date and time',
    noSpeed: 'A whole number, 1 to 600',
    noBalance: 'A number, 10 to 1,000,000',
  },
  invite: {
    title: 'Invitation',
    link: 'Copy link',
    code: 'Copy code',
    qr: 'QR code of the link',
    hint: 'Whoever has the code sees the rules first and then joins.',
  },
  members: {
    title: 'Members',
    empty: 'Nobody has joined yet',
    columns: {
      phone: 'Phone',
      persona: 'Persona',
      attempt: 'Attempt',
      equity: 'Equity',
      result: 'Result',
      drawdown: 'Drawdown',
      open: 'Open',
      trades: 'Trades',
      liquidations: 'Liquidations',
      last: 'Last trade',
    },
    attempts: { none: 'Not begun', active: 'Active', passed: 'Passed', ended: 'Ended' },
    over: 'Over',
    number: (n: number) => `#${n}`,
    joined: 'Joined',
    leftAt: 'Left',
    attemptNumber: 'Attempt number',
    openPositions: 'Open positions',
    left: 'left',
    guest: 'Guest',
    unnamed: 'not chosen',
    exported: (n: number) => `${n} rows`,
    exportFailed: 'Failed to make the file',
  },
  leverage: {
    title: 'Closed trades by leverage',
    empty: 'No closed trades yet',
    columns: {
      leverage: 'Leverage',
      trades: 'Trades',
      losing: 'Losing',
      liquidations: 'Liquidations',
      result: 'Result',
    },
  },
  label: ({ accounts, losing }: { accounts: number; losing: number }) =>
    accounts === 0
      ? 'No account has closed a trade yet'
      : `${losing} of ${accounts} accounts with trades are at a loss`,
  end: 'End class',
  endSure: (name: string) =>
    `End ${name} now? Its market ends with it, and open positions are closed at its last prices.`,
  endConfirm: 'Yes, end it',
  ended: 'The class is ending',
  endFailed: 'Failed to end the class',
} as const;
