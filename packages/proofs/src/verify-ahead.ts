import { parseCheckpoint } from './checkpoint.ts';
import { parseNote, parseVkey, signaturesOf } from './note.ts';
import { readProof } from './proof-file.ts';
import { checkAhead } from './signatures.ts';
import { parseTlogProof } from './tlog-proof.ts';
import { verifyProof, type VerifiedProof, type VerifyOptions } from './verify.ts';

/** Has those signatures of a note that a key says are its own checked by the platform where it can. Never rejects. */
async function checkNoteAhead(text: string, name: string, publicKey: Uint8Array): Promise<void> {
  const note = parseNote(text);
  const signatures = note === null ? [] : signaturesOf(note, name, publicKey);
  await Promise.all(signatures.map((signature) => checkAhead(signature, note?.text ?? '', publicKey)));
}

/**
 * Has the signature of a checkpoint checked by the platform where it can, so that opening it with the same key is fast.
 * Nothing follows from it. Never rejects.
 */
export async function checkCheckpointAhead(note: string, publicKey: Uint8Array): Promise<void> {
  const origin = parseCheckpoint(parseNote(note)?.text ?? '')?.origin;
  if (origin !== undefined) await checkNoteAhead(note, origin, publicKey);
}

/** {@link verifyProof}, with the signatures checked by the platform where it can: it takes a tenth of the time. Never rejects. */
export async function verifyProofAhead(file: string | Uint8Array, options: VerifyOptions = {}): Promise<VerifiedProof> {
  const read = readProof(file);
  const { proof } = read;
  const key = 'problem' in proof ? null : parseVkey(proof.key);
  if (!('problem' in proof) && key !== null) {
    const notes = [proof.signature, parseTlogProof(proof.exit.proof)?.checkpoint ?? ''];
    await Promise.all(notes.map((note) => checkNoteAhead(note, key.name, key.publicKey)));
  }
  return verifyProof(read, options);
}
