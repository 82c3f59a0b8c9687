// Tests in how many parts an SMS is sent, by the published rules: the alphabet of 3GPP TS 23.038 (GSM 03.38), and parts as in 3GPP TS 23.040.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smsParts } from '../../../services/g-messaging/balance/rules.ts';

/** The basic alphabet, row by row of its table (3GPP TS 23.038 section 6.2.1), without the escape. */
const BASIC = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('');

/** The extension, each of whose characters has an escape before it (section 6.2.1.1). */
const EXTENSION = '\f^{}\\[~]|€';

const whale = '🐳';
const snowman = '☃';
const many = (count: number, character = 'x') => character.repeat(count);

test('the alphabet has 127 characters, and ten that take two places', () => {
  expect([BASIC.length, EXTENSION.length]).toEqual([127, 10]);
  for (const character of BASIC)
    expect([character, smsParts(many(160, character)), smsParts(many(161, character))]).toEqual([character, 1, 2]);
  for (const character of EXTENSION)
    expect([character, smsParts(many(80, character)), smsParts(many(81, character))]).toEqual([character, 1, 2]);
});

test.each(['ç', 'Á', '`', '’', '–', '\t', '\u001b', 'ш', snowman])(
  'the character %j is none of GSM, so that parts have 70 and 67 places',
  (character) => {
    expect([smsParts(character + many(69)), smsParts(character + many(70))]).toEqual([1, 2]);
  },
);

test.each([
  ['an empty message', '', 1],
  ['160 characters', many(160), 1],
  ['161 characters', many(161), 2],
  ['306 characters', many(306), 2],
  ['307 characters', many(307), 3],
  ['159 characters and one of the extension', `${many(159)}€`, 2],
  ['158 characters and one of the extension', `${many(158)}€`, 1],
  ['one of the extension that would be split between two parts, and room for it', `${many(152)}€${many(7)}`, 2],
  ['one of the extension that would be split between two parts, which makes a third', `${many(152)}€${many(152)}`, 3],
  ['one of the extension that just ends a part', `${many(151)}€${many(153)}`, 2],
  ['70 characters of UCS-2', many(70, snowman), 1],
  ['71 characters of UCS-2', many(71, snowman), 2],
  ['134 characters of UCS-2', many(134, snowman), 2],
  ['135 characters of UCS-2', many(135, snowman), 3],
  ['35 pairs', many(35, whale), 1],
  ['36 pairs', many(36, whale), 2],
  ['a pair that would be split between two parts, and room for it', many(66, snowman) + whale + many(3, snowman), 2],
  ['a pair that would be split between two parts, which makes a third', many(66, snowman) + whale + many(66, snowman), 3],
  ['a pair that just ends a part', many(65, snowman) + whale + many(67, snowman), 2],
  ['67 pairs, of which a part has 33', many(67, whale), 3],
])('%s', (_case, text, parts) => {
  expect(smsParts(text)).toBe(parts);
});

test('a message is split as if its parts were written one after another', () => {
  const writtenOut = (text: string): number => {
    const isGsm = [...text].every((character) => BASIC.includes(character) || EXTENSION.includes(character));
    const widthOf = (part: string) => (isGsm ? part.replace(/[\f^{}\\[~\]|€]/g, '##') : part).length;
    if (widthOf(text) <= (isGsm ? 160 : 70)) return 1;
    const parts: string[] = [''];
    for (const character of text) {
      const longer = (parts.at(-1) ?? '') + character;
      if (widthOf(longer) <= (isGsm ? 153 : 67)) parts[parts.length - 1] = longer;
      else parts.push(character);
    }
    expect(parts.join('')).toBe(text);
    return parts.length;
  };
  const gsm = fc.string({ unit: fc.constantFrom(...BASIC.slice(0, 20), ...EXTENSION), minLength: 60, maxLength: 500 });
  const ucs = fc.string({ unit: fc.constantFrom('x', snowman, whale, '€'), minLength: 30, maxLength: 300 });
  fc.assert(fc.property(fc.oneof(gsm, ucs), (text) => void expect(smsParts(text)).toBe(writtenOut(text))));
});
