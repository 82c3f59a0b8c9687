// Tests how texts of posts are read: what stands in them, how long they are, and that hostile ones take no time.

import { describe, expect, test } from 'vitest';
import { findEntities } from '../../../services/b-microblog/rules/entities.ts';
import { displayUrl, linked } from '../../../services/b-microblog/rules/short-links.ts';
import { measureText, TEXT_LIMITS } from '../../../services/b-microblog/rules/text-length.ts';
import { ADDRESSES, CASHTAGS, HASHTAGS, LENGTHS, MENTIONS } from './text-cases.ts';

describe.each([
  ['url', ADDRESSES],
  ['mention', MENTIONS],
  ['hashtag', HASHTAGS],
  ['cashtag', CASHTAGS],
] as const)('a %s', (kind, cases) => {
  test.each(cases.map(([text, ...values]) => [text, values] as const))('%s', (text, values) => {
    const found = findEntities(text).filter((entity) => entity.kind === kind);
    expect(found.map(({ value }) => value)).toEqual(values);
    const signs = { url: '', mention: '@＠', hashtag: '#＃', cashtag: '$' }[kind];
    for (const { start, end, value } of found) {
      const written = text.slice(start, end);
      expect(signs === '' ? written : written.slice(1)).toBe(value);
      expect(signs === '' || signs.includes(written[0] ?? '')).toBe(true);
    }
  });
});

describe('a weighted length', () => {
  test.each(LENGTHS)('%s', (text, length) => {
    expect(measureText(text.normalize('NFC')).length).toBe(length);
  });

  test('is at most that of the limit', () => {
    expect(measureText('a'.repeat(TEXT_LIMITS.standard))).toEqual({ length: 280, fits: true });
    expect(measureText('a'.repeat(281))).toEqual({ length: 281, fault: 'too-long', fits: false });
    expect(measureText('a'.repeat(281), TEXT_LIMITS.verified).fits).toBe(true);
  });

  test('is not enough: a text has something to read, and no character that is none', () => {
    for (const text of ['', ' ', '\n\t\u00a0\u3000']) expect(measureText(text)).toMatchObject({ fault: 'blank', fits: false });
    for (const text of ['a\ufffe', '\ufeffa', 'a\uffffb', 'a\ud83d', '\ude37a'])
      expect(measureText(text)).toMatchObject({ fault: 'character', fits: false });
  });
});

describe('short links', () => {
  test('stand in place of addresses, and all places are those of the new text', () => {
    const { text, entities } = linked('😷 harbour.example/boards?day=18 @tidewatch: http://a.com, #quay $GALE');
    const [first, second] = entities.urls ?? [];
    expect([first?.url.length, second?.url.length]).toEqual([23, 23]);
    expect(text).toBe(`😷 ${first?.url} @tidewatch: ${second?.url}, #quay $GALE`);
    expect(first).toMatchObject({ expanded_url: 'http://harbour.example/boards?day=18', display_url: 'harbour.example/boards?day=18' });
    const characters = Array.from(text);
    const part = ({ start, end }: { start: number; end: number }) => characters.slice(start, end).join('');
    const { mentions = [], hashtags = [], cashtags = [] } = entities;
    expect([first, second, ...mentions, ...hashtags, ...cashtags].map((entity) => entity && part(entity))).toEqual([
      first?.url,
      second?.url,
      '@tidewatch',
      '#quay',
      '$GALE',
    ]);
  });

  test('are the same for the same address', () => {
    const { text } = linked('https://a.com/1 https://a.com/1 https://a.com/2');
    const [one, two, other] = text.split(' ');
    expect(one).toBe(two);
    expect(one).not.toBe(other);
  });

  test.each([
    ['https://harbour.example', 'harbour.example'],
    ['https://www.harbour.example/', 'harbour.example'],
    ['http://harbour.example/boards/tonight', 'harbour.example/boards/tonight'],
    ['http://harbour.example/boards/tonight?day=18', 'harbour.example/boards/tonight…'],
    ['https://harbour.example?day=2026-11-18&x', 'harbour.example?day=2026-11-18…'],
  ])('%s is shown as %s', (address, shown) => {
    expect(displayUrl(address)).toBe(shown);
  });
});

// A rule whose time grows with the square of the length would take minutes for these.
test.each([
  'a',
  'a.',
  'a-',
  'あ',
  '@',
  '#',
  '#1',
  '$a',
  'http://',
  'http://a.com/(',
  'http://a.com?.',
  'a.com ',
  '\u0301',
  '👨\u200d👩\u200d👧\u200d👦',
])(
  '%j a hundred thousand times is read',
  (part) => {
    const text = part.repeat(Math.ceil(100_000 / part.length));
    expect(linked(text).text.length).toBeGreaterThan(0);
    expect(measureText(text).length).toBeGreaterThan(0);
  },
  20_000,
);
