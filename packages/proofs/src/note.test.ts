import { describe, expect, it } from 'vitest';
import { utf8 } from './bytes.ts';
import { checkpointText, openCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { formatNote, formatVkey, parseNote, parseVkey, signatureLine, verifyNote } from './note.ts';
import { openRotation, rotationName, rotationText } from './rotation.ts';
import { DEFINITION, INSTALLATION, TestKey } from './testing/index.ts';
import { formatTlogProof, parseTlogProof } from './tlog-proof.ts';
import { leafHash } from './tree.ts';

/** The example in the documentation of golang.org/x/mod/sumdb/note. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const SIGNATURE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const key = new TestKey('note');
const other = new TestKey('other');
const { origin } = DEFINITION;
const isSigned = (note: string, name = origin, publicKey = key.publicKey): boolean => {
  const parsed = parseNote(note);
  return parsed !== null && verifyNote(parsed, name, publicKey);
};

describe('a note', () => {
  it("T2: of Go's documentation is verified with its key, and no other text is", () => {
    const { name, publicKey } = parseVkey(PETER)!;
    expect(name).toBe('PeterNeumann');
    expect(formatVkey(name, publicKey)).toBe(PETER);
    expect(isSigned(`${TEXT}\n${SIGNATURE}`, name, publicKey)).toBe(true);
    expect(isSigned(`${TEXT.replace('answer', 'cause')}\n${SIGNATURE}`, name, publicKey)).toBe(false);
  });

  it('is signed under a name by a key, and by no other', () => {
    const note = key.note('a text\n', origin);
    expect(parseNote(note)).toMatchObject({ text: 'a text\n', signatures: [{ name: origin }] });
    expect(isSigned(note)).toBe(true);
    expect(isSigned(note, origin, other.publicKey)).toBe(false);
    expect(isSigned(note, `${origin}2`)).toBe(false);
    expect(isSigned(note, origin, new Uint8Array(31))).toBe(false);
  });

  it('T2: has a signature of its own text alone: one that was right stays wrong below another text', () => {
    const signature = key.sign('a text\n');
    const below = (text: string): boolean => isSigned(formatNote(text, origin, key.publicKey, signature));
    expect([below('a text\n'), below('b text\n'), below('a text\n')]).toEqual([true, false, true]);
  });

  it('may have other signatures, which say nothing; a wrong one of the key says that it is wrong', () => {
    const note = key.note('a text\n', origin);
    const second = signatureLine(origin, other.publicKey, other.sign('a text\n'));
    expect(isSigned(note + second)).toBe(true);
    expect(isSigned(note + second, origin, other.publicKey)).toBe(true);
    expect(isSigned(note + signatureLine(origin, key.publicKey, key.sign('another\n')))).toBe(false);
    expect(isSigned(formatNote('a text\n', origin, key.publicKey, new Uint8Array(3)))).toBe(false);
  });

  it('may have empty lines in its text', () => {
    expect(parseNote(key.note('a\n\nb\n', origin))?.text).toBe('a\n\nb\n');
  });

  it.each([
    ['', 'nothing'],
    ['a text\n', 'no signature'],
    ['a text\n\n', 'no signature after the blank line'],
    [`a text\n${signatureLine(origin, key.publicKey, new Uint8Array(64))}`, 'no blank line'],
    [key.note('a text\n', origin).slice(0, -1), 'no newline at its end'],
    [key.note('a text\n', origin).replace('—', '-'), 'no dash'],
    [key.note('a text\r\n', origin), 'a carriage return'],
    [key.note('a\0text\n', origin), 'a control character'],
    [key.note('a \uD800\n', origin), 'half a character'],
    [key.note('a text\n', 'a name'), 'a blank in a name'],
    [key.note('a text\n', 'a+name'), 'a plus in a name'],
    [key.note('a text\n', 'a\u00a0name'), 'a blank that breaks no line'],
    [`a text\n\n— ${origin} AAAA\n`, 'a signature of nothing'],
    [`a text\n\n${signatureLine(origin, key.publicKey, new Uint8Array(64)).repeat(17)}`, 'too many signatures'],
    [key.note(`${'a'.repeat(70_000)}\n`, origin), 'too much'],
  ])('is none with %j (%s)', (note) => expect(parseNote(note)).toBeNull());

  it.each([
    ...['', 'name', '+c74f20a3+AR', PETER.replace('c74f', 'c74e'), PETER.replace('PeterN', 'Peter N'), `${PETER}\n`],
    ...[PETER.slice(0, -4), PETER.replace('+ARpc', '+ABpc'), PETER.replace('c74f20a3', 'C74F20A3')],
  ])('«%s» is no key', (text) => expect(parseVkey(text)).toBeNull());
});

describe('a checkpoint', () => {
  const checkpoint = { origin, size: 41n, root: leafHash(utf8('root')) };
  const text = checkpointText(checkpoint);

  it('is three lines', () => {
    expect(text).toBe(`${origin}\n41\n${Buffer.from(checkpoint.root).toString('base64')}\n`);
    expect(parseCheckpoint(text)).toEqual(checkpoint);
  });

  it('is opened with the key that signed it under its own origin', () => {
    expect(openCheckpoint(key.note(text, origin), key.publicKey)).toEqual(checkpoint);
    expect(openCheckpoint(key.note(text, origin), other.publicKey)).toBeNull();
    expect(openCheckpoint(key.note(text, `${origin}2`), key.publicKey)).toBeNull();
    expect(openCheckpoint(key.note(`${text}more\n`, origin), key.publicKey)).toBeNull();
    expect(openCheckpoint(text, key.publicKey)).toBeNull();
  });

  it.each([
    [text.replace('41', '041')],
    [text.replace('41', '-1')],
    [text.replace('41', '9223372036854775808')],
    [text.replace('41', '1e3')],
    [text.replace(origin, '')],
    [text.slice(0, -1)],
    [`${text}extension\n`],
    [text.replace('=\n', '\n')],
    [`${origin}\n41\nAAAA\n`],
  ])('is not %j', (wrong) => expect(parseCheckpoint(wrong)).toBeNull());
});

describe('a tlog-proof', () => {
  const hashes = [leafHash(utf8('a')), leafHash(utf8('b'))];
  const checkpoint = key.note(checkpointText({ origin, size: 3n, root: leafHash(utf8('c')) }), origin);
  const [a, b] = hashes.map((hash) => Buffer.from(hash).toString('base64'));
  const text = `c2sp.org/tlog-proof@v1\nindex 2\n${a}\n${b}\n\n${checkpoint}`;

  it('is the index, the hashes and the checkpoint', () => {
    expect(formatTlogProof({ index: 2n, hashes, checkpoint })).toBe(text);
    expect(parseTlogProof(text)).toEqual({ index: 2n, hashes, checkpoint });
    const alone = { index: 0n, hashes: [], checkpoint };
    expect(parseTlogProof(formatTlogProof(alone))).toEqual(alone);
  });

  it.each([
    [''],
    [text.replace('@v1', '@v2')],
    [text.replace('index 2', 'index 02')],
    [text.replace('index 2', 'index -2')],
    [text.replace('index 2', 'Index 2')],
    [text.replace('index 2', 'extra AAAA\nindex 2')],
    [text.replace(`${b}\n`, `${b} \n`)],
    [text.replace(`${b}\n`, 'AAAA\n')],
    [text.replace(`${b}\n`, `${b}\n`.repeat(64))],
    [text.slice(0, text.indexOf('\n\n') + 2)],
    [`\n${text}`],
    [text.replaceAll('\n', '\r\n')],
  ])('is not %j', (wrong) => expect(parseTlogProof(wrong)).toBeNull());
});

describe('a rotation of keys', () => {
  const [oldKey, newKey] = [key.publicKey, other.publicKey];
  const rotation = { installation: INSTALLATION, oldKey, newKey, at: '2026-11-22T10:00:00.000Z' };
  const text = rotationText(rotation);
  const name = rotationName(INSTALLATION);
  const note = key.note(text, name) + signatureLine(name, newKey, other.sign(text));

  it('is signed by both', () => {
    expect(openRotation(note, INSTALLATION)).toEqual(rotation);
    expect(openRotation(key.note(text, name), INSTALLATION)).toBeNull();
    expect(openRotation(other.note(text, name), INSTALLATION)).toBeNull();
  });

  it('is of one installation, and has nothing more to say', () => {
    expect(openRotation(note, INSTALLATION.replace('3', '4'))).toBeNull();
    for (const wrong of [
      `${text}more\n`,
      text.replace('2026-11-22T10:00:00.000Z', 'today'),
      text.replace('@1', '@2'),
      'x\n',
    ]) {
      expect(
        openRotation(key.note(wrong, name) + signatureLine(name, newKey, other.sign(wrong)), INSTALLATION),
      ).toBeNull();
    }
    expect(openRotation('', INSTALLATION)).toBeNull();
  });
});
