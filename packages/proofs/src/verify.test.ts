import {
  commitmentText,
  formatUsdt,
  liquidationPrice,
  ONE_PRICE,
  ONE_USDT,
  parseUsdt,
  type Recipe,
} from '@plecho/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { fromBase64, sha256, toBase64, toHex, utf8 } from './bytes.ts';
import { encodeDefinition, type LogDefinition } from './definition.ts';
import { decodeFrame, encodeFrame, type Frame } from './frame.ts';
import { formatVkey, keyFingerprint } from './note.ts';
import { formatProof, type ProvenTrade, type ProvenTrailing, type TradeProof } from './proof-file.ts';
import { DEFINITION, liquidatedLong, TestKey, TestMarket, type TestTrade } from './testing/index.ts';
import { verifyProof, type VerifiedProof, type VerifyOptions } from './verify.ts';

const START = DEFINITION.market.startAt * 1000;
const WITH_FEE = { rules: { ...DEFINITION.rules, takerFee: 500n } };
const price = (usdt: number): bigint => BigInt(Math.round(usdt * Number(ONE_PRICE)));

const peak = (at: string) => ({ seq: '2', price: at, time: START });
const trailing = (value: string, at: string): ProvenTrailing => ({ unit: 'percent', value, peak: peak(at) });
const verified = (proof: TradeProof, options?: VerifyOptions): VerifiedProof =>
  verifyProof(formatProof(proof), options);
/** The step that failed, with its code. */
const failureOf = ({ steps }: VerifiedProof): string => {
  const failed = steps.find(({ outcome }) => outcome === 'failed');
  return failed === undefined ? 'none' : `${failed.step}: ${failed.code}`;
};

/** A market with a price a second, and a position in it. */
async function closed(
  prices: number[],
  trade: Omit<TestTrade, 'entry' | 'exit' | 'margin'> & { margin?: bigint; opened?: number; closed?: number },
  definition: Partial<LogDefinition> = {},
): Promise<{ market: TestMarket; proof: TradeProof }> {
  const market = new TestMarket(definition);
  const records = prices.map((whole, second) => {
    const record = market.tick('BTCUSDT', price(whole), START + second * 1000);
    market.closeFrame(START + second * 1000 + 500);
    return record;
  });
  const { opened = 0, closed: ended = prices.length - 1 } = trade;
  const entry = market.fill(records[opened]!, trade.side, 'entry');
  const exit = market.fill(records[ended]!, trade.side, 'exit');
  const proof = await market.prove(market.trade({ margin: 100n * ONE_USDT, ...trade, entry, exit }));
  return { market, proof };
}

let market: TestMarket;
let proof: TradeProof;
beforeAll(async () => {
  const made = liquidatedLong();
  market = made.market;
  proof = await market.prove(made.trade);
});
/** Whatever a server may say that signs it. */
const lie = (fields: Partial<TradeProof>): VerifiedProof => verified(market.sign({ ...proof, ...fields }));
const lieOfTrade = (fields: Partial<ProvenTrade>): VerifiedProof => lie({ trade: { ...proof.trade, ...fields } });

describe('the proof of a trade', () => {
  it('T2: says of each step that it passed, with its numbers', () => {
    const result = verified(proof);
    expect(result.ok).toBe(true);
    expect(result.steps.map(({ step, outcome, code }) => `${step} ${outcome} ${code}`)).toEqual(
      ['file', 'signature', 'definition', 'entry', 'exit', 'price', 'rule', 'result'].map(
        (step) => `${step} passed ok`,
      ),
    );
    const facts = Object.fromEntries(result.steps.map((step) => [step.step, step.facts]));
    expect(facts['signature']).toMatchObject({
      ...{ origin: DEFINITION.origin, size: '41', root: toBase64(market.log.root()) },
      ...{ key: keyFingerprint(market.key.publicKey), trusted: 'no' },
    });
    expect(facts['entry']).toMatchObject({ index: '6', firstSeq: '81', lastSeq: '96', records: '16' });
    expect(facts['price']).toMatchObject({
      entrySeq: '88',
      entryPrice: '58680.645',
      exitSeq: '484',
      exitPrice: '53055.459',
    });
    expect(facts['rule']).toMatchObject({
      level: '53077.97035175',
      left: '4.138988',
      maintenance: '4.520694',
      records: '5',
    });
    expect(facts['result']).toMatchObject({ pnl: '-95.861012', fee: '4.138988', payout: '0', insurance: '0' });
    expect(result.checkpoint?.size).toBe(41n);
    expect(result.definition).toEqual(market.definition);
  });

  const SPREAD = { spreads: new Map([['BTCUSDT', 2_000n]]) };
  it.each<[string, number[], Parameters<typeof closed>[1], Partial<LogDefinition>?]>([
    ['a long closed by hand', [100, 105, 110], { side: 'long', leverage: 3, reason: 'user' }],
    ['a short closed by hand', [100, 105, 110], { side: 'short', leverage: 3, reason: 'user' }],
    ['at the record that it was opened at', [100], { side: 'long', leverage: 10, reason: 'user' }],
    [
      'at the record that it was opened at, with a spread',
      [100],
      { side: 'short', leverage: 2, reason: 'user' },
      SPREAD,
    ],
    ['a long with a spread', [100, 103], { side: 'long', leverage: 5, reason: 'user' }, SPREAD],
    ['a spread that is not public', [100, 103], { side: 'long', leverage: 5, reason: 'user' }, { spreads: null }],
    ['a take profit', [100, 103, 106], { side: 'long', leverage: 5, reason: 'takeProfit', takeProfit: price(105) }],
    [
      'a stop loss of a short',
      [100, 103, 106],
      { side: 'short', leverage: 5, reason: 'stopLoss', stopLoss: price(106) },
    ],
    [
      'a trailing stop',
      [100, 110, 107.8],
      { side: 'long', leverage: 5, reason: 'trailingStop', trailing: trailing('2', '110') },
    ],
    ['a reduce-only order', [100, 103], { side: 'short', leverage: 5, reason: 'order' }],
    ['a liquidated short', [100, 104, 111], { side: 'short', leverage: 10, reason: 'liquidation' }],
    ['a gap beyond the margin', [100, 70], { side: 'long', leverage: 10, reason: 'liquidation' }],
    [
      'a price that fell to nothing',
      [100, 0.00000001],
      { side: 'long', leverage: 2, reason: 'liquidation' },
      { spreads: new Map([['BTCUSDT', 999_999n]]) },
    ],
    ['the end of the market', [100, 101], { side: 'long', leverage: 1, reason: 'marketEnd' }],
    ['a fee', [100, 101], { side: 'long', leverage: 4, reason: 'user', openFee: 200_000n }, WITH_FEE],
    [
      'a fee that takes all that is left',
      [1000, 901],
      {
        side: 'long',
        leverage: 10,
        reason: 'stopLoss',
        stopLoss: price(901),
        openFee: 500_000n,
        margin: 100n * ONE_USDT,
      },
      { rules: { ...WITH_FEE.rules, maintenance: 0n, takerFee: 500n } },
    ],
  ])('holds of %s', async (_, prices, trade, definition) => {
    const { proof: made } = await closed(prices, trade, definition);
    expect(failureOf(verified(made))).toBe('none');
    expect(verified(made).ok).toBe(true);
  });

  it('E7: the opening fee goes into the parts of a position to the last unit', async () => {
    // 10.000003 × 3 opened with 0.05 %: a fee of 0.015001, of which the parts take 0.005, 0.0025 and the rest
    const [opened, first, second] = [10_000_003n, 3_333_334n, 1_666_667n];
    const third = opened - first - second;
    const fee = 15_001n;
    const firstFee = (fee * first) / opened;
    const secondFee = ((fee - firstFee) * second) / (opened - first);
    const parts: { margin: bigint; parts: bigint[]; openFee: bigint }[] = [
      { margin: first, parts: [], openFee: firstFee },
      { margin: second, parts: [first], openFee: secondFee },
      { margin: third, parts: [first, second], openFee: fee - firstFee - secondFee },
    ];
    let rest = opened;
    for (const part of parts) {
      rest -= part.margin;
      const trade = { side: 'long', leverage: 3, reason: 'user', rest, ...part } as const;
      const { market: fees, proof: made } = await closed([100, 101], trade, WITH_FEE);
      expect(failureOf(verified(made))).toBe('none');
      const wrong = { ...made.trade, fee: formatUsdt(parseUsdt(made.trade.fee)! + 1n) };
      expect(failureOf(verified(fees.sign({ ...made, trade: wrong })))).toBe('result: other_fee');
    }
  });

  it('holds of a pair that was listed after the market was defined', async () => {
    const late = new TestMarket({ symbols: ['ETHUSDT'], priceDecimals: [2] });
    const records = [100, 101].map((whole, n) => ({
      seq: BigInt(n + 1),
      symbolIndex: 1,
      kind: 0 as const,
      price: price(whole),
      time: START + n,
    }));
    const append = (newSymbols: string[]): number =>
      Number(late.log.append(encodeFrame({ closedAt: START, newSymbols, records })));
    const index = append(['BTCUSDT']);
    const trade = {
      ...late.trade({
        side: 'long',
        margin: ONE_USDT,
        leverage: 2,
        reason: 'user',
        entry: records[0]!,
        exit: records[1]!,
      }),
      symbol: 'BTCUSDT',
    };
    const prove = async (at: number): Promise<string> => {
      const made = await late.prove(trade);
      const placed = { frame: toBase64(late.log.entries[at]!), proof: await late.log.proof(BigInt(at)) };
      return failureOf(verified(late.sign({ ...made, entry: placed, exit: placed })));
    };
    expect(await prove(index)).toBe('none');
    expect(await prove(append(['ETHUSDT']))).toBe('entry: frame_form');
    expect(await prove(append(['AAAUSDT', 'BTCUSDT']))).toBe('entry: frame_form');
    expect(await prove(append([]))).toBe('entry: frame_form');
  });
});

describe('keys', () => {
  const [newer, stranger] = [new TestKey('newer').publicKey, new TestKey('stranger').publicKey];

  it('the newest of the trusted ones is believed, an older one and a foreign one are not', () => {
    const own = market.key.publicKey;
    const codes = [[own], [own, stranger], [newer, own], [newer], []].map((trusted) =>
      failureOf(verified(proof, { trusted })),
    );
    const [older, unknown] = ['signature: older_key', 'signature: unknown_key'];
    expect(codes).toEqual(['none', 'none', older, unknown, unknown]);
  });

  it('an older key below a checkpoint is told apart from a wrong signature', async () => {
    const old = new TestKey('old');
    const [entry, exit] = [
      Number(verified(proof).steps[3]?.facts['index']),
      Number(verified(proof).steps[4]?.facts['index']),
    ];
    const proofs = await Promise.all([0, entry, exit].map((index) => market.log.proof(BigInt(index), undefined, old)));
    const signed = market.sign({
      ...proof,
      market: { ...proof.market, proof: proofs[0]! },
      entry: { ...proof.entry, proof: proofs[1]! },
      exit: { ...proof.exit, proof: proofs[2]! },
    });
    expect(failureOf(verified(signed, { trusted: [market.key.publicKey, old.publicKey] }))).toBe(
      'signature: older_key',
    );
    expect(failureOf(verified(signed, { trusted: [market.key.publicKey] }))).toBe('signature: checkpoint_signature');
    expect(failureOf(verified(signed))).toBe('signature: checkpoint_signature');
  });
});

describe('a server that signs what is not so is refused at', () => {
  it('signature: another key, another text, no signature, several checkpoints, the checkpoint of another log', async () => {
    const other = new TestKey('other');
    const foreign = { ...proof, key: formatVkey(DEFINITION.origin, other.publicKey) };
    expect(failureOf(verified(foreign))).toBe('signature: file_changed');
    expect(failureOf(verified({ ...proof, trade: { ...proof.trade, pnl: '1000' } }))).toBe('signature: file_changed');
    expect(failureOf(verified({ ...proof, signature: 'nothing' }))).toBe('signature: signature_form');
    const copied = proof.signature.replace(/^(— \S+ )\S+$/m, `$1${toBase64(new Uint8Array(68))}`);
    expect(failureOf(verified({ ...proof, signature: copied }))).toBe('signature: file_signature');
    const older = await market.log.proof(0n, 20n);
    expect(failureOf(lie({ market: { ...proof.market, proof: older } }))).toBe('signature: checkpoints_differ');
    expect(failureOf(lie({ exit: { ...proof.exit, proof: 'index 1' } }))).toBe('signature: proof_form');
    const renamed = proof.exit.proof.replaceAll(DEFINITION.origin, `${DEFINITION.origin}2`);
    const all = { proof: renamed };
    const elsewhere = {
      market: { ...proof.market, ...all },
      entry: { ...proof.entry, ...all },
      exit: { ...proof.exit, ...all },
    };
    expect(failureOf(lie(elsewhere))).toBe('signature: other_log');
  });

  it('definition: another entry, another market, other rules, another label', async () => {
    const easier = encodeDefinition({ ...DEFINITION, rules: { ...DEFINITION.rules, maintenance: 6_000n } });
    const { definition: bytes } = proof.market;
    expect(failureOf(lie({ market: { ...proof.market, definition: toBase64(easier) } }))).toBe(
      'definition: not_in_log',
    );
    const second = { ...proof.market, definition: proof.entry.frame, proof: proof.entry.proof };
    expect(failureOf(lie({ market: second }))).toBe('definition: not_first_entry');
    expect(failureOf(lie({ market: { ...proof.market, id: 'other' } }))).toBe('definition: other_market');
    expect(failureOf(lieOfTrade({ market: 'other' }))).toBe('definition: other_market');
    expect(failureOf(lieOfTrade({ label: 'Биржа' }))).toBe('definition: other_label');
    expect(bytes).toBe(toBase64(encodeDefinition(DEFINITION)));
  });

  it('entry and exit: the two in each other’s place, a frame of another market, one of a larger log', async () => {
    expect(failureOf(lie({ entry: proof.exit, exit: proof.entry }))).toBe('exit: frames_order');
    expect(failureOf(lie({ exit: proof.entry }))).toBe('price: no_record');
    const mixed = { ...proof.entry, frame: proof.exit.frame };
    expect(failureOf(lie({ entry: mixed }))).toBe('entry: not_in_log');
    const other = liquidatedLong({ startBalance: 1n });
    const foreign = await other.market.prove(other.trade);
    const checkpoint = proof.exit.proof.slice(proof.exit.proof.indexOf('\n\n'));
    const withOwn = {
      ...foreign.exit,
      proof: foreign.exit.proof.slice(0, foreign.exit.proof.indexOf('\n\n')) + checkpoint,
    };
    // The same frame at the same place, but the hashes beside it lead to the root of another log.
    expect(failureOf(lie({ exit: withOwn }))).toBe('exit: not_in_log');
    expect(failureOf(lie({ entry: { frame: proof.market.definition, proof: proof.market.proof } }))).toBe(
      'entry: not_a_frame',
    );
    const smaller = await market.prove(proof.trade, 20n).catch(() => null);
    expect(smaller).toBeNull();
  });

  it('exit: the checkpoint of a log that had not come so far', async () => {
    const short = market.log.checkpoint(20n);
    const withShort = (text: string): string => text.slice(0, text.indexOf('\n\n') + 2) + short;
    const small = {
      market: { ...proof.market, proof: await market.log.proof(0n, 20n) },
      entry: { ...proof.entry, proof: await market.log.proof(6n, 20n) },
      exit: { ...proof.exit, proof: withShort(proof.exit.proof) },
    };
    expect(failureOf(lie(small))).toBe('exit: not_in_log');
  });

  it.each<[string, Partial<ProvenTrade>]>([
    ['no_record', { exitRecord: { seq: '999', price: '53055.459', time: START } }],
    ['other_symbol', { symbol: 'ETHUSDT' }],
    ['other_symbol', { symbol: 'DOGEUSDT' }],
    ['other_price', { exitRecord: { seq: '484', price: '53055.458', time: START + 30_100 } }],
    ['other_time', { exitRecord: { seq: '484', price: '53055.459', time: START + 30_101 } }],
    ['other_fill_price', { exitPrice: '53055.458' }],
    ['other_fill_price', { entryPrice: '58680.644' }],
    [
      'other_symbol',
      {
        entryRecord: { seq: '89', price: '58680.645', time: START + 5_300 },
        exitRecord: { seq: '88', price: '58680.645', time: START + 5_300 },
      },
    ],
  ])('price: %s', (code, fields) => expect(failureOf(lieOfTrade(fields))).toBe(`price: ${code}`));

  it('price: the other quote, a quote that is not half a spread away, an exit before the entry', async () => {
    const spread = liquidatedLong({ spreads: new Map([['BTCUSDT', 1_000n]]) });
    const made = await spread.market.prove(spread.trade);
    expect(failureOf(verified(made))).toBe('none');
    const { exitRecord } = made.trade;
    const base = decodeFrame(fromBase64(made.exit.frame)!)!.records.find(
      ({ seq }) => seq === BigInt(exitRecord.seq) - 2n,
    )!;
    const buy = spread.market.quote(base, 'buy');
    const quoted = { seq: String(buy.seq), price: String(Number(buy.price) / 1e8), time: buy.time };
    const trade = { ...made.trade, exitRecord: quoted, exitPrice: quoted.price };
    expect(failureOf(verified(spread.market.sign({ ...made, trade })))).toBe('price: other_quote');

    const frame = decodeFrame(fromBase64(made.exit.frame)!)!;
    const moved: Frame = {
      ...frame,
      records: frame.records.map((each) => (each.kind === 2 ? { ...each, price: each.price - 1n } : each)),
    };
    const index = spread.market.log.append(encodeFrame(moved));
    const last = moved.records.find(({ seq }) => seq === BigInt(exitRecord.seq))!;
    const again = await spread.market.prove({ ...spread.trade, exitRecord: { ...exitRecord, price: '0' } });
    const record = {
      ...exitRecord,
      price: `${last.price / ONE_PRICE}.${String(last.price % ONE_PRICE).padStart(8, '0')}`,
    };
    const exit = { frame: toBase64(encodeFrame(moved)), proof: await spread.market.log.proof(index) };
    const skewed = { ...again, trade: { ...made.trade, exitRecord: record, exitPrice: record.price }, exit };
    expect(failureOf(verified(spread.market.sign(skewed)))).toBe('price: other_spread');

    const backwards = new TestMarket();
    const [first, second] = [100, 101].map((whole, n) => backwards.tick('BTCUSDT', price(whole), START + n * 100));
    backwards.closeFrame(START + 500);
    const swapped = backwards.trade({
      side: 'long',
      margin: ONE_USDT,
      leverage: 2,
      reason: 'user',
      entry: second!,
      exit: first!,
    });
    expect(failureOf(verified(await backwards.prove(swapped)))).toBe('price: exit_before_entry');
  });

  it.each<[string, number[], Parameters<typeof closed>[1]]>([
    ['not_liquidatable', [100, 99], { side: 'long', leverage: 10, reason: 'liquidation' }],
    ['was_liquidatable', [100, 90], { side: 'long', leverage: 10, reason: 'user' }],
    ['was_liquidatable', [100, 90], { side: 'long', leverage: 10, reason: 'stopLoss', stopLoss: price(91) }],
    ['no_level', [100, 103], { side: 'long', leverage: 10, reason: 'takeProfit' }],
    [
      'level_not_reached',
      [100, 110, 107.9],
      { side: 'long', leverage: 5, reason: 'trailingStop', trailing: trailing('2', '110') },
    ],
    ['no_level', [100, 99], { side: 'long', leverage: 5, reason: 'trailingStop', trailing: trailing('51', '110') }],
    ['level_not_reached', [100, 103], { side: 'long', leverage: 10, reason: 'takeProfit', takeProfit: price(104) }],
    ['level_not_reached', [100, 103], { side: 'short', leverage: 5, reason: 'stopLoss', stopLoss: price(104) }],
  ])('E5: rule: %s', async (code, prices, trade) => {
    expect(failureOf(verified((await closed(prices, trade)).proof))).toBe(`rule: ${code}`);
  });

  it('E5: rule: a record between the fills had liquidated the position before', async () => {
    const made = new TestMarket();
    const [entry, , exit] = [100, 90, 89].map((whole, n) => made.tick('BTCUSDT', price(whole), START + n * 100));
    made.closeFrame(START + 500);
    const trade = made.trade({
      side: 'long',
      margin: ONE_USDT,
      leverage: 10,
      reason: 'liquidation',
      entry: entry!,
      exit: exit!,
    });
    const result = verified(await made.prove(trade));
    expect(failureOf(result)).toBe('rule: crossed_before');
    expect(result.steps[6]?.facts).toMatchObject({ earlierSeq: '2', earlierPrice: '90' });
  });

  it('E4: rule: stale prices and prices of the future fill nobody', async () => {
    const { market: quiet, proof: made } = await closed([100, 101], { side: 'long', leverage: 2, reason: 'user' });
    const at = (openTime: number, closeTime: number, reason: ProvenTrade['reason'] = 'user'): string =>
      failureOf(verified(quiet.sign({ ...made, trade: { ...made.trade, openTime, closeTime, reason } })));
    const [opened, ended] = [made.trade.openTime, made.trade.closeTime];
    expect(at(opened, ended + 10)).toBe('none');
    expect(at(opened, ended + 11)).toBe('rule: stale_exit');
    expect(at(opened, ended + 11, 'marketEnd')).toBe('none');
    expect(at(opened + 11, ended + 10)).toBe('rule: stale_entry');
    expect(at(opened - 1, ended)).toBe('rule: price_of_the_future');
    expect(at(opened, ended - 1)).toBe('rule: price_of_the_future');
    expect(at(opened + 2, ended)).toBe('rule: closed_before_opened');
  });

  it.each<[string, Partial<ProvenTrade>]>([
    ['other_size', { size: '1000.000001' }],
    ['other_liquidationPrice', { liquidationPrice: '53077.97035174' }],
    ['other_liquidationPrice', { liquidationPrice: null }],
    ['other_pnl', { pnl: '-95.861011' }],
    ['other_pnlPercent', { pnlPercent: '-95.86' }],
    ['other_fee', { fee: '4.138987' }],
    ['other_insurance', { insurance: '0.000001' }],
    ['other_size', { amount: '200' }],
  ])('E7: result: %s, to the last unit', (code, fields) =>
    expect(failureOf(lieOfTrade(fields))).toBe(`result: ${code}`),
  );

  it('result: a leverage that no market has', async () => {
    const { proof: made } = await closed([100, 100], { side: 'long', leverage: 11, reason: 'user' });
    expect(failureOf(verified(made))).toBe('result: leverage');
  });

  it('what somebody else’s trade says, in whatever field', () => {
    const { trade } = liquidatedLong();
    const other = market.trade({
      ...{ side: 'short', margin: 7n * ONE_USDT, leverage: 2, reason: 'user' },
      entry: { seq: 90n, symbolIndex: 0, kind: 0, price: 5_865_000_000_000n, time: START + 5_400 },
      exit: { seq: 486n, symbolIndex: 0, kind: 0, price: 5_302_000_000_000n, time: START + 30_200 },
    });
    const proven: (keyof ProvenTrade)[] = [
      ...(['type', 'entryPrice', 'exitPrice', 'amount', 'leverage', 'size', 'fee', 'pnl', 'pnlPercent'] as const),
      ...(['reason', 'liquidationPrice', 'entryRecord', 'exitRecord'] as const),
    ];
    expect(failureOf(lie({ trade: other }))).not.toBe('none');
    const believed = proven.filter((name) => failureOf(lieOfTrade({ [name]: other[name] })) === 'none');
    expect(believed).toEqual([]);
    expect(failureOf(verified({ ...proof, trade: { ...trade, id: '72' } }))).toBe('signature: file_changed');
  });

  it('what follows a step that failed stays unchecked', () => {
    const { ok, steps } = lieOfTrade({ symbol: 'ETHUSDT' });
    expect(ok).toBe(false);
    expect(steps.slice(5).map(({ step, outcome, code }) => `${step} ${outcome} ${code}`)).toEqual([
      'price failed other_symbol',
      'rule unchecked earlier_step_failed',
      'result unchecked earlier_step_failed',
    ]);
  });
});

describe('the recipe of a scenario', () => {
  const recipe = { stages: [] } as unknown as Recipe;
  const salt = 'ab'.repeat(32);
  const commitment = toHex(sha256(utf8(commitmentText({ recipe, salt }))));
  const scenario = (more: Partial<LogDefinition>): Partial<LogDefinition> => ({
    ...{ market: { ...DEFINITION.market, kind: 'scenario' }, commitment, ...more },
  });
  const outcome = async (more: Partial<LogDefinition>, options?: VerifyOptions): Promise<string> => {
    const { proof: made } = await closed([100, 101], { side: 'long', leverage: 2, reason: 'user' }, scenario(more));
    const { ok, steps } = verified(made, options);
    return `${ok} ${steps
      .slice(8)
      .map((step) => `${step.step} ${step.outcome} ${step.code}`)
      .join()}`;
  };

  it('M1: is the one whose hash stands in the first entry', async () => {
    expect(await outcome({ revealed: { recipe, salt } })).toBe('true commitment passed ok');
    expect(await outcome({})).toBe('true commitment unchecked not_revealed');
    expect(await outcome({}, { revealed: { recipe, salt } })).toBe('true commitment passed ok');
    expect(await outcome({}, { revealed: { recipe, salt: 'cd'.repeat(32) } })).toBe(
      'false commitment failed other_recipe',
    );
    expect(await outcome({ revealed: { recipe, salt: 'cd'.repeat(32) } })).toBe('false commitment failed other_recipe');
  });
});

it('the liquidation price in a proof is the first one at which a position is liquidated', async () => {
  const level = liquidationPrice('long', price(100), 10, DEFINITION.rules.maintenance)!;
  const made = new TestMarket();
  const [entry, above, at] = [price(100), level + 1n, level].map((each, n) =>
    made.tick('BTCUSDT', each, START + n * 100),
  );
  made.closeFrame(START + 500);
  const trade = { side: 'long', margin: ONE_USDT, leverage: 10, reason: 'liquidation', entry: entry! } as const;
  expect(failureOf(verified(await made.prove(made.trade({ ...trade, exit: at! }))))).toBe('none');
  expect(failureOf(verified(await made.prove(made.trade({ ...trade, exit: above! }))))).toBe('rule: not_liquidatable');
});
