import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { asciiSource } from './ascii-source.ts';

const SOURCE = `/* Плечо */ ({
  text: 'деньги — 😀',
  template: \`до \${1 + 1}\\n 😀\`,
  raw: String.raw\`name ~ '^Повтор\\d: \${'x' + String.raw\`y\\n\`}' \\\\ "…"\`,
  slashes: ['\\—', '\\\\—', /^\\—$/.test('—'), String.raw\`\\—\`],
  latin: String.raw\`\\d \${2}\`,
  regex: [/^деньги/.test('деньги'), /^[а-я]+$/u.test('плечо'), /^.$/u.test('😀'), /^😀$/u.test('😀')],
  'ключ': (баланс => баланс + 1)(1),
})`;

it('writes a source in ASCII that says the same', () => {
  const ascii = asciiSource(SOURCE, 'source.js');
  expect(ascii).toMatch(/^[\0-\x7f]+$/);
  const said: unknown = runInNewContext(SOURCE);
  expect(said).toMatchObject({ raw: String.raw`name ~ '^Повтор\d: xy\n' \\ "…"`, regex: [true, true, true, true] });
  expect(said).toMatchObject({ slashes: ['—', '\\—', true, '\\—'] });
  expect(JSON.stringify(runInNewContext(ascii))).toBe(JSON.stringify(said));
});

it('leaves a source in ASCII alone', () => {
  expect(asciiSource('tag`text`', 'source.js')).toBe('tag`text`');
});

it('refuses what would say something else', () => {
  expect(() => asciiSource('tag`деньги`', 'source.js')).toThrow('no escapes can be written into tag`деньги`');
  expect(() => asciiSource('String.raw`а ${String.raw`б`}`', 'source.js')).toThrow('no escapes can be written');
});
