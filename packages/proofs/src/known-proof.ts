import { ONE_PRICE, quoteAt, type Price } from '@plecho/domain';
import { toBase64 } from './bytes.ts';
import { encodeFrame, type FrameRecord } from './frame.ts';
import type { TradeProof } from './proof-file.ts';

const START_MS = 1_790_000_000_000;
const TICK_MS = 25;
/** With their quotes about as many records in a second as a market of ten pairs has: code is compiled by how much it has done. */
const TICKS = 38;
const RECORDS_PER_TICK = 4;
const SPREAD = 1_000n;
const CENT = ONE_PRICE / 100n;

/** What the two pairs of the market cost: it falls, but not evenly. */
export interface KnownTick {
  bitcoin: Price;
  ether: Price;
  time: number;
}

/** The prices of the second with this number. */
export const knownTicks = (second: number): KnownTick[] =>
  Array.from({ length: TICKS }, (_, tick) => {
    const n = BigInt(second * TICKS + tick);
    const cents = 6_000_000n - n * 5_400n + ((n * 37n) % 29n) * 100n;
    return { bitcoin: cents * CENT, ether: (cents / 20n) * CENT, time: START_MS + second * 1000 + tick * TICK_MS };
  });

/** A tick's records: the pair with a spread has two quotes behind its price. */
function recordsOf({ bitcoin, ether, time }: KnownTick, before: number): FrameRecord[] {
  const seq = BigInt(before * RECORDS_PER_TICK) + 1n;
  return [
    { seq, symbolIndex: 1, kind: 0, price: ether, time },
    { seq: seq + 1n, symbolIndex: 0, kind: 0, price: bitcoin, time },
    { seq: seq + 2n, symbolIndex: 0, kind: 1, price: quoteAt(bitcoin, 'buy', SPREAD), time },
    { seq: seq + 3n, symbolIndex: 0, kind: 2, price: quoteAt(bitcoin, 'sell', SPREAD), time },
  ];
}

/** The frame of a second, Base 64. */
function frameOf(second: number): string {
  const records = knownTicks(second).flatMap((tick, at) => recordsOf(tick, second * TICKS + at));
  return toBase64(encodeFrame({ closedAt: START_MS + second * 1000 + 999, records }));
}

/** Under a key of nobody: it signs for no installation. */
const CHECKPOINT =
  'plecho.log/00000000-0000-4000-8000-000000000000/self-check\n4\nXYHhGdaikLcM54xHFuf6pAvXjyx3oYWsGzDDfedZ7wE=\n\n— plecho.log/00000000-0000-4000-8000-000000000000/self-check sUYvUcow9SZBXlNL2e20ldJ4uOix5h88Da5Y/D3NKS3clN8oqDX1YQXzStPd96UZ20eVI17iqoFIq45+veK2lHh0OgQ=\n';

/** The proof of a trade in a market of three seconds, of which every step holds: a long that was liquidated at a spread. */
export const knownProof = (): TradeProof => ({
  format: 'plecho-proof@1',
  trade: {
    id: '71',
    positionId: '70',
    market: 'self-check',
    label: 'Известный ответ',
    symbol: 'BTCUSDT',
    type: 'long',
    entryPrice: '59770.8705',
    exitPrice: '54042.965',
    amount: '100',
    leverage: 10,
    size: '1000',
    fee: '4.168946',
    pnl: '-95.831054',
    pnlPercent: '-95.84',
    insurance: '0',
    reason: 'liquidation',
    liquidationPrice: '54064.10396984',
    takeProfit: null,
    stopLoss: null,
    openTime: 1790000000,
    closeTime: 1790000002,
    entryRecord: { seq: '23', price: '59770.8705', time: 1790000000125 },
    exitRecord: { seq: '444', price: '54042.965', time: 1790000002850 },
    bestPrice: null,
    worstPrice: null,
    path: null,
    seasonEnd: false,
    parts: [],
    rest: '0',
  },
  market: {
    id: 'self-check',
    definition:
      'cGxlY2hvLW1hcmtldEAxCnsiY29tbWl0bWVudCI6bnVsbCwibWFya2V0Ijp7ImlkIjoic2VsZi1jaGVjayIsImtpbmQiOiJzeW50aGV0aWMiLCJsYWJlbCI6ItCY0LfQstC10YHRgtC90YvQuSDQvtGC0LLQtdGCIiwic3RhcnRBdCI6MTc5MDAwMDAwMH0sIm9yaWdpbiI6InBsZWNoby5sb2cvMDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAwL3NlbGYtY2hlY2siLCJwYXJhbWV0ZXJzIjp7fSwicHJpY2VEZWNpbWFscyI6WzIsMl0sInJldmVhbGVkIjpudWxsLCJydWxlcyI6eyJqdW1wQ29uZmlybU1zIjozMDAwMCwibWFpbnRlbmFuY2UiOiI1MDAwIiwibWF4SnVtcCI6IjMwMDAwMCIsInN0YWxlQWZ0ZXJNcyI6MTAwMDAsInRha2VyRmVlIjoiMCJ9LCJzcHJlYWRzIjp7IkJUQ1VTRFQiOiIxMDAwIn0sInN0YXJ0QmFsYW5jZSI6IjEwMDAwMDAwMDAiLCJzeW1ib2xzIjpbIkJUQ1VTRFQiLCJFVEhVU0RUIl19Cg==',
    proof: `c2sp.org/tlog-proof@v1\nindex 0\nD1R9txEpiCKb7qJUmeYynAgT67jA44dC4TAMidbPqfU=\nvTIEVr6eJl+NevV9Neg1m4l0cScR5fAMULcLY1KI6Tc=\n\n${CHECKPOINT}`,
  },
  entry: {
    frame: frameOf(0),
    proof: `c2sp.org/tlog-proof@v1\nindex 1\nPZ4Q4yGW/ujtd1bP2tMvxpomrg/X3kh9QJ6PWSSlNOE=\nvTIEVr6eJl+NevV9Neg1m4l0cScR5fAMULcLY1KI6Tc=\n\n${CHECKPOINT}`,
  },
  exit: {
    frame: frameOf(2),
    proof: `c2sp.org/tlog-proof@v1\nindex 3\n1eKD3RRz3olP4JSRqb2XBhtl/HvJQmO+NK6G1SDuyMY=\nsZxzRRDcWezIsMu/BLbFHV4sux7Mc4QTXlCl6qkXUN8=\n\n${CHECKPOINT}`,
  },
  key: 'plecho.log/00000000-0000-4000-8000-000000000000/self-check+b1462f51+AZaNh0M7I0I0viobdVaOzCUbyeTGaP2T1Tkl0Hjdx1I1',
  signature:
    'plecho-proof@1\nplecho.log/00000000-0000-4000-8000-000000000000/self-check\n12057e13ddfae9415a72e569babf043e9d71cef664c0e10ff4c38d0d88a3c53f\n\n— plecho.log/00000000-0000-4000-8000-000000000000/self-check sUYvUf5E845nB6NhnPBOT//LZQWI9OxkEpp9r3g3kQ+hyCTw46tOxHaeGFlxS//vFfo0+yirloIEF+Fv1+7qt+4HIA4=\n',
});
