/**
 * What the parameters of addresses are, by their names; where a name alone does not say it, by what stands before it in the
 * path, or by the whole address.
 */
const TEXTS: Readonly<Record<string, string>> = {
  '*': 'Level and place of the tile, or `entries` and the place of the bundle, as C2SP’s tlog-tiles writes them.',
  action: 'Only records of this action.',
  address: 'An address of the practice network.',
  'alerts/:id': 'Id of an alert.',
  asset: 'Only addresses of this coin.',
  before: 'Only candles that open before this time, seconds by the market’s own clock.',
  'card/:id': 'Id of a top-up.',
  class: 'Code of a class.',
  'classes/:code': 'Code of a class.',
  'classes/:id': 'Id of a class.',
  cursor: '`nextCursor` of the page before; without it, the first page.',
  day: 'A day in UTC; without it, the newest one whose key is published.',
  'drills/:id': 'Id of a drill, which is that of its market.',
  from: 'Only trades that closed at this time or later, seconds by the market’s own clock.',
  hash: 'Hash of a transaction of the practice network.',
  height: 'Number of a block in its network.',
  interval: 'How long a candle lasts.',
  '/api/leaderboard season': 'Of each person’s season that lasts; without it, of all of them.',
  lesson: 'Name of a lesson.',
  limit: 'How many at most, up to 200; 50 by default.',
  market: 'Id of a market; where it may be absent, the main market of the installation by default.',
  'markets/:id': 'Id of a market.',
  name: 'Name of the file.',
  network: 'A network of the practice money.',
  noted: 'Only trades with a note.',
  offset: 'Minutes of the person’s clock from UTC, for hours and weekdays, where there is no `zone`; 0 by default.',
  operator: 'Only what the operator with this phone did.',
  'orders/:id': 'Id of a resting order.',
  '/api/payments/transactions type': 'Only operations of this type.',
  phone: 'Phone of the user.',
  portion: 'The part to close, above 0 and at most 1, with at most 4 decimals; everything by default.',
  'positions/:id': 'Id of an open position.',
  q: 'A hash or an address, as somebody typed it.',
  reason: 'Only trades that closed for this reason; `user` has those too that a new season closed (`seasonEnd`).',
  'request-ref/:code': 'The request code of an operation.',
  season: 'Number of a season; without it, all of them.',
  'sessions/:id': 'Id of a personal replay, which is that of its market.',
  status: 'Only operations that stand like this.',
  symbol: 'A pair.',
  tag: 'Only trades with this tag of one’s own list, by its number.',
  target: 'Only what was about the user with this phone.',
  to: 'Only trades that closed before this time, seconds by the market’s own clock.',
  '/api/trading/candles limit': 'How many at most, up to 1000; 100 by default.',
  '/api/trading/trades symbol': 'Only trades of this pair.',
  '/api/trading/trades type': 'Only trades of this side.',
  'trades/:id': 'Id of a trade.',
  'transactions/:id': 'Id of an operation.',
  zone: 'Time zone of the person’s clock by its IANA name, for hours and weekdays; UTC without `offset` by default.',
};

/** What a parameter of an address is. @throws Error where it is not said */
export function parameterText(path: string, name: string): string {
  const before = path.split('/').find((_part, n, parts) => parts[n + 1] === `:${name}`);
  const text = TEXTS[`${path} ${name}`] ?? TEXTS[`${before}/:${name}`] ?? TEXTS[name];
  if (text === undefined) throw new Error(`${path} does not say what its parameter ${name} is`);
  return text;
}
