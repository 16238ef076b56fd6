import { INTERVALS } from '@plecho/domain';
import { z } from 'zod';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import type { MarketSide } from '../engine/market-port.ts';

/** All there are: a process of the next version may send one that is not known here. */
const COMMANDS = {
  openPosition: true,
  placeOrder: true,
  placePair: true,
  reduceOrder: true,
  amendOrder: true,
  cancelOrder: true,
  setTriggers: true,
  closePosition: true,
  addToPosition: true,
  reversePosition: true,
  closeAll: true,
  cancelAll: true,
  cancelEntries: true,
  withdraw: true,
  withdrawToCard: true,
  startSeason: true,
  openAccount: true,
  endMarket: true,
  settleOperation: true,
  adjustBalance: true,
} satisfies Record<Command['type'], true>;

const isCommandType = (type: unknown): type is Command['type'] =>
  typeof type === 'string' && Object.hasOwn(COMMANDS, type);

/** What a command holds was checked where it came from; here it has to be one. */
const command = z.custom<Command>(
  (value) => typeof value === 'object' && value !== null && 'type' in value && isCommandType(value.type),
);
/** What kind of command a key is for. */
export const ActionSchema = z.custom<Command['type']>(isCommandType);

/**
 * A key on its way. Its action is called `operation`: processes of earlier versions, which run beside this one during an
 * upgrade, send and read it by that name.
 */
const sentKey = z.object({
  userId: z.bigint(),
  operation: ActionSchema,
  key: z.string(),
  bodyHash: z.string(),
});
type SentKey = z.infer<typeof sentKey>;
export const toSentKey = ({ action, ...key }: Idempotency): SentKey => ({ ...key, operation: action });
export const fromSentKey = ({ operation, ...key }: SentKey): Idempotency => ({ ...key, action: operation });

const symbol = z.string();
const interval = z.enum(INTERVALS);
const nothing = z.tuple([]);

/** What came of going on after a halt: what is in the way of it has to reach whoever asked for it. */
type Resumption = { resumed: boolean } | { inTheWay: string };

async function resume(market: MarketSide): Promise<Resumption> {
  try {
    return { resumed: await market.resume() };
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    return { inTheWay: error instanceof Error ? error.message : String(error) };
  }
}

/** A question with what it takes: what has come from elsewhere is checked before it is asked. */
const question = <Args extends unknown[], Answer>(
  args: z.ZodType<Args>,
  answer: (market: MarketSide, ...args: Args) => Promise<Answer>,
) => ({ args, answer: (market: MarketSide, given: unknown) => answer(market, ...args.parse(given)) });

/** Everything that the owner of a market is asked by other processes, but for commands. */
export const QUESTIONS = {
  status: question(nothing, (market) => market.status()),
  quotes: question(nothing, (market) => market.quotes()),
  account: question(z.tuple([z.bigint()]), (market, accountId) => market.account(accountId)),
  lastPrices: question(z.tuple([z.array(symbol)]), (market, symbols) => market.lastPrices(symbols)),
  candles: question(z.tuple([symbol, interval, z.int(), z.int().nullable()]), (market, ...series) =>
    market.candles(...series),
  ),
  openCandles: question(z.tuple([z.array(z.tuple([symbol, interval]))]), (market, wanted) =>
    Promise.all(wanted.map((each) => market.openCandle(...each))),
  ),
  courses: question(nothing, (market) => market.courses()),
  moveFrequency: question(z.tuple([symbol]), (market, ofSymbol) => market.moveFrequency(ofSymbol)),
  stats: question(nothing, (market) => market.stats()),
  halt: question(z.tuple([z.string()]), (market, reason) => market.halt(reason)),
  resume: question(nothing, resume),
};

export type QuestionName = keyof typeof QUESTIONS;
export type ArgsOf<Name extends QuestionName> = z.infer<(typeof QUESTIONS)[Name]['args']>;
export type AnswerTo<Name extends QuestionName> = Awaited<ReturnType<(typeof QUESTIONS)[Name]['answer']>>;

/** What one asks, with the newest owner it knows of. */
const askedOf = { term: z.bigint() };

/** `id`: of the sending, so that the owner tells a doubled one from two commands that are alike. */
const submission = z.object({ id: z.string(), command, idempotency: sentKey.optional() });
export type Submission = z.infer<typeof submission>;

/** What became of each of the commands that were sent together, in their order. */
export const OutcomesSchema: z.ZodType<({ outcome: Outcome } | { unknown: string })[]> = z.array(
  z.union([z.object({ unknown: z.string() }), z.object({ outcome: z.custom<Outcome>() })]),
);
export type Outcomes = z.infer<typeof OutcomesSchema>;

/** A message to the owner of a market. */
export const AskSchema = z.discriminatedUnion('question', [
  z.object({ ...askedOf, question: z.literal('submit'), commands: z.array(submission) }),
  z.object({ ...askedOf, question: z.enum(Object.keys(QUESTIONS) as QuestionName[]), args: z.array(z.unknown()) }),
]);
export type Ask = z.infer<typeof AskSchema>;

/** What comes back, with the term of the owner that says it. */
export const ReplySchema = z.object({ term: z.bigint(), answer: z.unknown() });
export type Reply = z.infer<typeof ReplySchema>;
