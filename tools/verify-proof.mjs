// Checks the proof of a trade: `node tools/verify-proof.mjs FILE [--key KEY]`. Written from docs/proofs.md, with nothing of
// this project in it. KEY is the line that `log key` prints: without it the file’s own key is used, whoever’s it is.
import { ok as demand } from 'node:assert/strict';
import { createHash, verify as isSignature } from 'node:crypto';
import { readFileSync } from 'node:fs';

const MILLION = 1_000_000n;
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const base64 = (text) => Buffer.from(text, 'base64');
const floor = (a, b) => (a % b !== 0n && a < 0n ? a / b - 1n : a / b);
const ceil = (a, b) => -floor(-a, b);
const round = (up, a, b) => (up ? ceil : floor)(a, b);
const times = (count, make) => Array.from({ length: Number(count) }, make);
/** A decimal in units of its last place: 6 of money, 8 of a price, 2 of a percentage. */
function integer(text, places = 6) {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,24})(?:\.(\d{1,8}))?$/.exec(text);
  return BigInt(sign + whole + fraction.padEnd(places, '0'));
}
const readKey = (vkey) => /^([^+]*)\+[^+]*\+(.*)$/.exec(vkey).slice(1);
/** The text of a note that was signed with a key under its name. */
function openNote(note, name, encoded) {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const keyId = sha256(Buffer.from(`${name}\n`), base64(encoded)).subarray(0, 4);
  const key = { kty: 'OKP', crv: 'Ed25519', x: base64(encoded).subarray(1).toString('base64url') };
  const lines = note.split('\n').filter((line) => line.startsWith(`— ${name} `));
  const own = lines.map((line) => base64(line.split(' ')[2])).find((bytes) => bytes.subarray(0, 4).equals(keyId));
  demand(own && isSignature(null, Buffer.from(text), { key, format: 'jwk' }, own.subarray(4)), 'not signed by the key');
  return text;
}
/** The index of an entry in the tree with this size and root (RFC 9162, section 2.1.3.2). */
function indexOf({ frame, proof }, size, root) {
  const [first, line, ...hashes] = proof.slice(0, proof.indexOf('\n\n')).split('\n');
  const index = BigInt(line.slice('index '.length));
  let [node, last, hash] = [index, size - 1n, sha256(Buffer.of(0), base64(frame))];
  demand(first === 'c2sp.org/tlog-proof@v1' && node >= 0n && node <= last, 'not in the checkpoint');
  for (const sibling of hashes.map(base64)) {
    const isRight = node % 2n === 1n || node === last;
    hash = isRight ? sha256(Buffer.of(1), sibling, hash) : sha256(Buffer.of(1), hash, sibling);
    while (isRight && node % 2n === 0n && node > 0n) [node, last] = [node / 2n, last / 2n];
    demand(last > 0n && sibling.length === 32, 'not in the log');
    [node, last] = [node / 2n, last / 2n];
  }
  demand(last === 0n && hash.equals(root), 'not in the log');
  return index;
}
/** The records of a frame; `kind` is 1 for what buys pay and 2 for what sells get. */
function recordsOf(bytes, symbols) {
  let at = 2;
  const unsigned = (value = 0n, shift = 0n) => {
    demand(at < bytes.length && shift < 70n, 'not a frame');
    const more = value | (BigInt(bytes[at] & 127) << shift);
    return bytes[at++] < 128 ? more : unsigned(more, shift + 7n);
  };
  const signed = (value = unsigned()) => (value % 2n === 0n ? value / 2n : -(value + 1n) / 2n);
  const text = (length = Number(unsigned())) => bytes.subarray(at, (at += length)).toString();
  const [closedAt, firstSeq, names] = [unsigned(), unsigned(), [...symbols, ...times(unsigned(), () => text())]];
  const records = times(unsigned(), () => {
    const [key, count, zeros] = [unsigned(), unsigned(), unsigned()];
    demand(zeros <= 8n, 'not a frame');
    let [seq, price, time] = [firstSeq, 0n, closedAt];
    return times(count, () => {
      [seq, price, time] = [seq + unsigned(), price + signed() * 10n ** zeros, time + signed()];
      return { seq, price, time, symbol: names[Number(key / 3n)], kind: key % 3n, base: seq - (key % 3n) };
    });
  });
  demand(bytes[0] === 0x46 && bytes[1] === 1 && at === bytes.length, 'not a frame');
  return records.flat();
}
/** Everything that follows from a trade's two records and the rules of its market, in units of the last place. */
function numbersOf(trade, { maintenance, takerFee, makerFee = takerFee }, price, exit) {
  const [margin, leverage, m, fee] = [integer(trade.amount), ...[trade.leverage, maintenance, takerFee].map(BigInt)];
  const [size, sign] = [margin * leverage, trade.type === 'long' ? 1n : -1n];
  const isLost = ({ price: at }) => (margin * price + size * (at - price) * sign) * MILLION <= size * at * m;
  const raw = floor(size * (exit.price - price) * sign, price);
  const [left, pnl] = margin + raw < 0n ? [0n, -margin] : [margin + raw, raw];
  const closing = trade.reason === 'liquidation' ? left : ceil(floor(size * exit.price, price) * fee, MILLION);
  const parts = [...trade.parts.map((part) => integer(part)), margin];
  const later = (trade.added ?? []).map(({ amount, held }) => [amount, held].map((text) => integer(text)));
  let open = [...parts, ...later.map(([more]) => -more)].reduce((sum, each) => sum + each, integer(trade.rest));
  let [share, unpaid] = [0n, ceil(open * leverage * BigInt(trade.maker ? makerFee : takerFee), MILLION)];
  for (const part of parts) {
    for (; later[0]?.[1] === open; later.shift())
      [open, unpaid] = [open + later[0][0], unpaid + ceil(later[0][0] * leverage * fee, MILLION)];
    share = floor(unpaid * part, open);
    [open, unpaid] = [open - part, unpaid - share];
  }
  demand(later.length === 0 && leverage <= 10n && integer(trade.entryPrice, 8) === price, 'another entry');
  const liquidationPrice = round(sign < 0n, price * (leverage - sign) * MILLION, leverage * (MILLION - sign * m));
  const [pnlPercent, feeNow] = [floor(pnl * 10_000n, margin), closing < left ? closing : left];
  return { isLost, size, liquidationPrice, pnl, pnlPercent, insurance: pnl - raw, fee: share + feeNow };
}
/** @throws Error unless the file is the proof of a trade @param key the line of the installation's key, where it is known */
export function verify(file, key) {
  const { signature, ...proof } = JSON.parse(file);
  const { trade, market, key: vkey } = proof;
  demand(`${JSON.stringify({ ...proof, signature }, null, 2)}\n` === file && file.length <= 2 ** 20, 'another form');
  const [[origin, own], [name, given]] = [vkey, key ?? vkey].map(readKey);
  const trusted = key === undefined || name.split('/')[2] ? name : `${name}/${market.id}`;
  demand(origin === trusted && base64(own).equals(base64(given)), 'another key');
  const digest = sha256(Buffer.from(`${JSON.stringify(proof, null, 2)}\n`));
  demand(openNote(signature, origin, own) === `plecho-proof@1\n${origin}\n${digest.toString('hex')}\n`, 'another file');
  const entries = [{ frame: market.definition, proof: market.proof }, proof.entry, proof.exit, ...(proof.added ?? [])];
  const [checkpoint, ...others] = entries.map((each) => each.proof.slice(each.proof.indexOf('\n\n') + 2));
  const [log, size, root] = openNote(checkpoint, origin, own).split('\n');
  demand(log === origin && others.every((other) => other === checkpoint), 'another checkpoint');
  const [first, second, third, ...more] = entries.map((each) => indexOf(each, BigInt(size), base64(root)));
  demand(first === 0n && [second, ...more].every((at) => at > 0n && at <= third), 'entries out of their order');
  const [format, json] = base64(market.definition).toString().split('\n');
  const { market: entry, rules, spreads, symbols } = JSON.parse(json);
  demand(format === 'plecho-market@1' && trade.market === entry.id && trade.label === entry.label, 'another market');
  const frames = entries.slice(1).map(({ frame }) => recordsOf(base64(frame), symbols));
  const recordOf = (records, said, price, quote) => {
    const kinds = spreads === null ? [0n, quote] : [Object.hasOwn(spreads, trade.symbol) ? quote : 0n];
    const found = records.find(({ seq, time }) => seq === BigInt(said.seq) && time === BigInt(said.time));
    demand(found?.symbol === trade.symbol && kinds.includes(found.kind), 'a record of something else');
    demand(integer(said.price, 8) === found.price && integer(price, 8) === found.price, 'another price');
    return found;
  };
  const [sign, buy, sell] = trade.type === 'long' ? [1n, 1n, 2n] : [-1n, 2n, 1n];
  const opened = recordOf(frames[0], trade.entryRecord, trade.entryRecord.price, buy);
  const added = (trade.added ?? []).map(({ record }, n) => recordOf(frames[n + 2], record, record.price, buy));
  const price = (trade.added ?? []).reduce((average, { amount, held }, n) => {
    const [old, more] = [integer(held) * added[n].price, integer(amount) * average];
    return round(sign > 0n, (integer(held) + integer(amount)) * average * added[n].price, old + more);
  }, opened.price); // cost over quantity, against the person
  const closed = recordOf(frames[1], trade.exitRecord, trade.exitPrice, sell);
  const { isLost, ...numbers } = numbersOf(trade, rules, price, closed);
  const fills = [opened, ...added, closed];
  const records = frames.flat().filter(({ symbol, kind }) => symbol === closed.symbol && kind === closed.kind);
  const said = trade.reason === 'trailingStop' ? trade.trailing.peak.price : trade[trade.reason]; // undefined: no matter
  const [top, away] = [said === undefined ? closed.price : integer(said, 8), integer(trade.trailing?.value ?? '0', 8)];
  const level = top - sign * (trade.trailing?.unit === 'percent' ? ceil(top * away, 10n ** 10n) : away);
  demand((closed.price - level) * sign * (trade.reason === 'takeProfit' ? 1n : -1n) >= 0n, 'the level was not reached');
  const [early, late] = [BigInt(trade.openTime) * 1000n - opened.time, BigInt(trade.closeTime) * 1000n - closed.time];
  demand(early > -1000n && late > -1000n && trade.openTime <= trade.closeTime, 'a price of the future');
  demand(early <= rules.staleAfterMs && (trade.reason === 'marketEnd' || late <= rules.staleAfterMs), 'a stale price');
  demand(isLost(closed) === (trade.reason === 'liquidation'), 'liquidated, or not, against the rule');
  demand(!fills.some(({ base }, n) => n > 0 && base < fills[n - 1].base), 'fills out of their order');
  demand(!records.some((at) => at.base > fills.at(-2).base && at.base < closed.base && isLost(at)), 'lost earlier');
  for (const [name, value] of Object.entries(numbers))
    demand(integer(trade[name] ?? '0', { liquidationPrice: 8, pnlPercent: 2 }[name]) === value, `another ${name}`);
}
if (process.argv[1]?.endsWith('verify-proof.mjs')) {
  process.exitCode = 1;
  process.once('uncaughtException', ({ message }) => console.error(`The proof does not hold: ${message}`));
  verify(readFileSync(process.argv[2] ?? '', 'utf8'), process.argv.slice(3).at(-1));
  console.log('The proof holds.');
  process.exitCode = 0;
}
