import { equalBytes, fromBase64, toBase64 } from './bytes.ts';
import { parseCheckpoint, type Checkpoint } from './checkpoint.ts';
import { decodeDefinition, type LogDefinition } from './definition.ts';
import { decodeFrame, type Frame } from './frame.ts';
import { keyFingerprint, keyIdOf, parseNote, parseVkey, verifyNote, type SignedNote } from './note.ts';
import { proofNoteText, type TradeProof } from './proof-file.ts';
import { failed, passed, type Checked, type Facts } from './steps.ts';
import { parseTlogProof, type TlogProof } from './tlog-proof.ts';
import { leafHash, verifyInclusion } from './tree.ts';

/** The log as its key says it is, and where in it the three entries are said to be. */
export interface ProvenLog {
  checkpoint: Checkpoint;
  definition: TlogProof;
  entry: TlogProof;
  exit: TlogProof;
  /** Of what was added to the position. */
  added: readonly TlogProof[];
}

/** A frame of the log, with its place in it. */
export interface PlacedFrame {
  frame: Frame;
  index: bigint;
}

/** Which of the trusted keys a note was signed with, though not the newest; the keys themselves sign nothing here. */
function isOfOlderKey({ signatures }: SignedNote, name: string, trusted: readonly Uint8Array[]): boolean {
  const older = trusted.slice(1).map((key) => keyIdOf(name, key));
  return signatures.some((each) => each.name === name && older.some((keyId) => equalBytes(keyId, each.keyId)));
}

function openProofs(proof: TradeProof): Omit<ProvenLog, 'checkpoint'> | null {
  const [definition, entry, exit] = [proof.market, proof.entry, proof.exit].map((each) => parseTlogProof(each.proof));
  const added = (proof.added ?? []).map((each) => parseTlogProof(each.proof)).filter((each) => each !== null);
  const isWhole = added.length === (proof.added ?? []).length;
  return definition && entry && exit && isWhole ? { definition, entry, exit, added } : null;
}

/** Whose word counts. */
export interface Trust {
  /** Public keys of the installation, newest first. Without them the key in the file is used: whose it is nobody has checked. */
  trusted?: readonly Uint8Array[];
  /**
   * Under which name they sign: `plecho.log/<installation>`, or the name of one log. The same key can sign another log, of an
   * installation that is none, which nobody else is shown.
   */
  name?: string;
}

const LOG_NAME = /^plecho\.log\/[^/]+\/[^/]+$/;

/** What a market's log has to be called. */
const logNameOf = (name: string, market: string): string => (LOG_NAME.test(name) ? name : `${name}/${market}`);

/** That a key has signed the file and the checkpoint that its three entries are proven against. */
export function checkSignature(proof: TradeProof, { trusted, name: trustedName }: Trust): Checked<ProvenLog> {
  const key = parseVkey(proof.key);
  if (key === null) return failed('signature', 'key_form');
  const { name, publicKey } = key;
  const facts: Facts = { origin: name, key: keyFingerprint(publicKey), trusted: trusted === undefined ? 'no' : 'yes' };
  const fail = (code: string): Checked<never> => failed('signature', code, facts);
  const place = trusted?.findIndex((each) => equalBytes(each, publicKey)) ?? 0;
  if (place !== 0) return fail(place > 0 ? 'older_key' : 'unknown_key');

  const note = parseNote(proof.signature);
  if (note === null) return fail('signature_form');
  if (note.text !== proofNoteText(proof)) return fail('file_changed');
  if (!verifyNote(note, name, publicKey)) return fail('file_signature');
  // Not before: whoever hasn't the key can write any name beside it.
  if (trustedName !== undefined && name !== logNameOf(trustedName, proof.market.id)) return fail('other_log');

  const proofs = openProofs(proof);
  if (proofs === null) return fail('proof_form');
  const { definition, entry, exit } = proofs;
  if ([definition, entry, ...proofs.added].some((each) => each.checkpoint !== exit.checkpoint))
    return fail('checkpoints_differ');
  const signed = parseNote(exit.checkpoint);
  const checkpoint = signed === null ? null : parseCheckpoint(signed.text);
  if (signed === null || checkpoint === null) return fail('checkpoint_form');
  if (checkpoint.origin !== name) return fail('other_log');
  if (!verifyNote(signed, name, publicKey)) {
    return fail(isOfOlderKey(signed, name, trusted ?? []) ? 'older_key' : 'checkpoint_signature');
  }
  const head = { size: String(checkpoint.size), root: toBase64(checkpoint.root) };
  return passed('signature', { checkpoint, ...proofs }, { ...facts, ...head });
}

const isIncluded = (entry: Uint8Array, { index, hashes }: TlogProof, { size, root }: Checkpoint): boolean =>
  verifyInclusion(leafHash(entry), index, size, hashes, root);

/** That the market is the one of the log, with these rules since its first entry. */
export function checkDefinition({ trade, market }: TradeProof, log: ProvenLog): Checked<LogDefinition> {
  const { checkpoint } = log;
  const { index } = log.definition;
  const facts: Facts = { index: String(index), size: String(checkpoint.size), market: market.id };
  const fail = (code: string): Checked<never> => failed('definition', code, facts);
  const bytes = fromBase64(market.definition) ?? new Uint8Array();
  if (index !== 0n) return fail('not_first_entry');
  if (!isIncluded(bytes, log.definition, checkpoint)) return fail('not_in_log');
  const definition = decodeDefinition(bytes);
  if (definition === null) return fail('definition_form');
  if (definition.origin !== checkpoint.origin) return fail('other_log');
  const { id, kind, label } = definition.market;
  if (market.id !== id || trade.market !== id) return fail('other_market');
  if (trade.label !== label) return fail('other_label');
  const { takerFee, makerFee, maintenance, staleAfterMs } = definition.rules;
  const rules = {
    takerFee: String(takerFee),
    ...(makerFee === takerFee ? {} : { makerFee: String(makerFee) }),
    maintenance: String(maintenance),
    staleAfterMs: String(staleAfterMs),
  };
  return passed('definition', definition, { ...facts, origin: definition.origin, kind, label, ...rules });
}

/**
 * That the frames with the prices of what was added are in the log.
 * @returns null when one of them is not
 */
export function addedFrames(proof: TradeProof, log: ProvenLog, definition: LogDefinition): PlacedFrame[] | null {
  const placed = (proof.added ?? []).map((each, n) => {
    const proven = log.added[n];
    const bytes = fromBase64(each.frame) ?? new Uint8Array();
    const frame = decodeFrame(bytes);
    if (proven === undefined || frame === null || proven.index === 0n) return null;
    if (!isIncluded(bytes, proven, log.checkpoint) || !areNumbered(definition, frame)) return null;
    return { frame, index: proven.index };
  });
  const found = placed.filter((each) => each !== null);
  return found.length === placed.length ? found : null;
}

/** The symbols that records of a frame name by their numbers. */
export const symbolsOf = ({ symbols }: LogDefinition, { newSymbols = [] }: Frame): readonly string[] => [
  ...symbols,
  ...newSymbols,
];

function areNumbered(definition: LogDefinition, frame: Frame): boolean {
  const symbols = symbolsOf(definition, frame);
  const used = new Set(frame.records.map(({ symbolIndex }) => symbolIndex));
  const isUsed = (_: string, at: number): boolean => used.has(definition.symbols.length + at);
  return (
    new Set(symbols).size === symbols.length &&
    [...used].every((index) => index < symbols.length) &&
    (frame.newSymbols ?? []).every(isUsed)
  );
}

/**
 * That a frame is in the log.
 * @param before a frame that may not come after it
 */
export function checkFrame(
  step: 'entry' | 'exit',
  proof: TradeProof,
  log: ProvenLog,
  definition: LogDefinition,
  before: PlacedFrame | null,
): Checked<PlacedFrame> {
  const { index } = log[step];
  const { size, root } = log.checkpoint;
  const facts: Facts = { index: String(index), size: String(size), root: toBase64(root) };
  const fail = (code: string): Checked<never> => failed(step, code, facts);
  const bytes = fromBase64(proof[step].frame) ?? new Uint8Array();
  if (index === 0n) return fail('not_a_frame');
  if (!isIncluded(bytes, log[step], log.checkpoint)) return fail('not_in_log');
  const frame = decodeFrame(bytes);
  if (frame === null || !areNumbered(definition, frame)) return fail('frame_form');
  const [first, last] = [frame.records[0]?.seq, frame.records.at(-1)?.seq];
  const lastBefore = before?.frame.records.at(-1)?.seq ?? -1n;
  const isInOrder =
    before === null || (index === before.index ? true : index > before.index && (first ?? 0n) > lastBefore);
  if (!isInOrder) return fail('frames_order');
  const content = { records: String(frame.records.length), firstSeq: String(first), lastSeq: String(last) };
  return passed(step, { frame, index }, { ...facts, ...content, closedAt: String(frame.closedAt) });
}
