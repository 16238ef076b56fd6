import { parseNote, parseVkey, signaturesOf } from './note.ts';
import { parseProof } from './proof-file.ts';
import { checkAhead } from './signatures.ts';
import { parseTlogProof } from './tlog-proof.ts';

/**
 * Has the signatures of a file checked by the platform where it can, so that {@link verifyProof} of the same file is
 * fast. Nothing follows from it: what is wrong is found there. Never rejects.
 */
export async function checkSignaturesAhead(file: string | Uint8Array): Promise<void> {
  const proof = parseProof(file);
  if ('problem' in proof) return;
  const key = parseVkey(proof.key);
  if (key === null) return;
  const { name, publicKey } = key;
  const notes = [proof.signature, parseTlogProof(proof.exit.proof)?.checkpoint ?? ''];
  const signed = notes.map(parseNote).filter((note) => note !== null);
  const checks = signed.flatMap((note) =>
    signaturesOf(note, name, publicKey).map((signature) => checkAhead(signature, note.text, publicKey)),
  );
  await Promise.all(checks);
}
