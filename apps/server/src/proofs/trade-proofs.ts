import {
  equalBytes,
  formatProof,
  formatTlogProof,
  formatVkey,
  inclusionProof,
  keyIdOf,
  parseNote,
  PROOF_FORMAT,
  proofNoteText,
  toBase64,
  type Hash,
  type ProvenFrame,
  type ReadHashes,
  type Subtree,
  type TradeProof,
} from '@plecho/proofs';
import DataLoader from 'dataloader';
import type { PriceRecord, TradeState } from '../commands/batch.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { Problem } from '../lib/problem.ts';
import type { PositionParts } from '../queries/ports.ts';
import { toWireProvenTrade } from '../wire/proofs.ts';
import type { LogKeys, LogReader, OpenLog, StoredLog } from './ports.ts';

/** A checkpoint is made every ten. */
const RETRY_SECONDS = 5;
const DEFINITION = 0n;

const pending = (): Problem => new Problem('proof_pending', { retryAfter: RETRY_SECONDS });

/** Whether a note names a key as its signer; that it has signed is checked by whoever gets the file. */
function isSignedBy(note: string, name: string, publicKey: Uint8Array): boolean {
  const keyId = keyIdOf(name, publicKey);
  return parseNote(note)?.signatures.some((each) => each.name === name && equalBytes(each.keyId, keyId)) === true;
}

/** What several ask for at the same time is read at once: their proofs have tiles in common. */
function readTogether(read: ReadHashes): ReadHashes {
  const loader = new DataLoader((wanted: readonly Subtree[]) => read(wanted), { cache: false });
  return (wanted) => Promise.all(wanted.map((subtree) => loader.load(subtree)));
}

/** Which entry has a price that was used. */
async function frameOf({ seq }: PriceRecord, log: OpenLog): Promise<bigint> {
  const index = await log.indexOf(seq);
  if (index === null) throw seq > log.lastSeq ? pending() : new Problem('proof_unavailable');
  if (index >= log.checkpointSize) throw pending();
  return index;
}

/** An entry with the proof that it is there. */
async function prove(
  log: OpenLog,
  index: bigint,
  checkpoint: string,
  readPath: () => Promise<Hash[]>,
): Promise<ProvenFrame> {
  const [hashes, entry] = await Promise.all([readPath(), log.entry(index)]);
  // What a fill used is never dropped.
  if (entry === null || entry === 'dropped') throw new Error(`entry ${index} of a log is gone`);
  return { frame: toBase64(entry), proof: formatTlogProof({ index, hashes, checkpoint }) };
}

/** What is to be proven. */
export interface ClosedTrade {
  market: Pick<MarketDefinition, 'id' | 'label'>;
  trade: TradeState;
  parts: PositionParts;
}

/** Makes the files with which everybody can check a trade (charter rule C3). */
export class TradeProofs {
  readonly #reader: LogReader;
  readonly #keys: LogKeys;

  constructor(reader: LogReader, keys: LogKeys) {
    this.#reader = reader;
    this.#keys = keys;
  }

  /**
   * @returns the text of the file
   * @throws Problem proof_pending until a checkpoint covers the prices of the trade, proof_unavailable when it is older
   * than the log
   */
  async make({ market, trade, parts }: ClosedTrade): Promise<string> {
    const { id, label } = market;
    const log = await this.#reader.open(id);
    if (log === null) throw new Problem('proof_unavailable');
    const indexOf = (record: PriceRecord): Promise<bigint> => frameOf(record, log);
    const [entryIndex, exitIndex, addedIndexes] = await Promise.all([
      indexOf(trade.entryRecord),
      indexOf(trade.exitRecord),
      Promise.all(trade.added.map(({ record }) => indexOf(record))),
    ]);
    const { checkpoint, publicKey } = await this.#signed(id, log);
    const size = log.checkpointSize;
    const read = readTogether(log.hashes(size));
    const logged = (index: bigint): Promise<ProvenFrame> =>
      prove(log, index, checkpoint, () => inclusionProof(index, size, read));
    const [definition, entry, exit, added] = await Promise.all([
      logged(DEFINITION),
      logged(entryIndex),
      logged(exitIndex),
      Promise.all(addedIndexes.map(logged)),
    ]);
    const name = this.#keys.name(id);
    const unsigned: Omit<TradeProof, 'signature'> = {
      format: PROOF_FORMAT,
      trade: toWireProvenTrade(id, label, trade, parts),
      market: { id, definition: definition.frame, proof: definition.proof },
      entry,
      exit,
      ...(added.length === 0 ? {} : { added }),
      key: formatVkey(name, publicKey),
    };
    return formatProof({ ...unsigned, signature: this.#keys.sign(proofNoteText(unsigned), name) });
  }

  /** The checkpoint and the key that signed it: the newest, of which another process may have heard first. */
  async #signed(marketId: string, { checkpoint }: StoredLog): Promise<{ checkpoint: string; publicKey: Uint8Array }> {
    if (checkpoint === null) throw pending();
    for (const isSecondLook of [false, true]) {
      if (isSecondLook) await this.#keys.refresh('keys');
      const [newest] = this.#keys.all;
      const name = this.#keys.name(marketId);
      if (newest !== undefined && isSignedBy(checkpoint, name, newest.publicKey)) {
        return { checkpoint, publicKey: newest.publicKey };
      }
    }
    throw pending();
  }
}
