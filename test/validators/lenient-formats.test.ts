// `formats: 'lenient'`: what libraries of other languages write for durations and times is valid, and what nothing writes is not.
import { readFileSync } from 'node:fs';
import { dateTimeAsDate } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { formatCheck } from '../../generator/emit/validators/plan/formats.ts';
import * as validation from '../../runtime/validate/validation.ts';
import { processorTime } from '../support/processor-time.ts';

const functions = new Map<string, unknown>(Object.entries(validation));

function check(format: string, mode: 'assert' | 'lenient'): (text: string) => boolean {
  return functions.get(formatCheck(format, mode) ?? '') as (text: string) => boolean;
}

/** Each text is refused by the standard's form. */
const FORMS: readonly [format: string, form: string, writer: string, texts: readonly string[]][] = [
  ['duration', '`[-][d.]hh:mm:ss[.fffffff]`', '.NET `TimeSpan`', ['00:00:30', '1.02:03:04.0050000', '-00:00:30', '23:59:59.9999999']],
  ['duration', 'ISO 8601 with parts left out', 'Java `Duration`, `Period`; Python isodate', ['PT1H30S', 'P1Y3D', 'P1W2D']],
  [
    'duration',
    'with a fraction of seconds',
    'Java `Duration`; pydantic; .NET `XmlConvert`',
    ['PT1M30.5S', 'PT0.000000001S', 'P1DT2H3M4.5S'],
  ],
  [
    'duration',
    'negative, as a whole or in parts',
    'pydantic; Java `Duration`, `Period`',
    ['-P1D', '-P1DT2H', 'PT-8H-6M', 'P-1M', 'PT-0.5S'],
  ],
  ['time', 'without an offset', '.NET `TimeOnly`; Java `LocalTime`; Python `time`', ['12:34:56', '12:34:56.1234567', '12:34:56.123456789']],
  ['time', 'without seconds', 'Java `LocalTime`, `OffsetTime`', ['12:34', '12:34Z', '12:34+02:00']],
  [
    'date-time',
    'without an offset',
    '.NET `DateTime`; Java `LocalDateTime`; Python `datetime`',
    ['2026-03-14T09:26:53', '2026-03-14T09:26:53.1234567'],
  ],
  [
    'date-time',
    'without seconds',
    'Java `LocalDateTime`, `OffsetDateTime`',
    ['2026-03-14T09:26', '2026-03-14T09:26Z', '2026-03-14T09:26+02:00'],
  ],
  [
    'date-time',
    'an offset without a colon',
    'Java `SimpleDateFormat`; Python `strftime`',
    ['2026-03-14T09:26:53.000+0000', '2026-03-14T09:26:53-0800'],
  ],
  ['date-time', 'a space instead of `T`', 'Python `str(datetime)`; SQL', ['2026-03-14 09:26:53', '2026-03-14 09:26:53.589+00:00']],
];

/** Valid either way. */
const STANDARD: readonly [format: string, texts: readonly string[]][] = [
  ['duration', ['PT30S', 'P1DT2H', 'P2W', 'P1Y2M3D', 'PT0S']],
  ['time', ['12:34:56Z', '12:34:56.1234567+02:00', '23:59:60Z']],
  ['date-time', ['2026-03-14T09:26:53Z', '2026-03-14t09:26:53.1234567+02:00', '1990-12-31T23:59:60Z']],
];

const REFUSED: readonly [format: string, texts: readonly string[]][] = [
  [
    'duration',
    [
      '',
      'P',
      '-P',
      'PT',
      'P1DT',
      'P1',
      '30',
      '1h30m',
      'P1.5D',
      'PT1.5H',
      'P1D2Y',
      'PT1S1M',
      'PT.5S',
      'PT1.S',
      'P+-1D',
      '--P1D',
      'P1S',
    ].concat([
      '24:00:00',
      '00:60:00',
      '00:00:60',
      '0:00:30',
      '00:30',
      '1.:00:00',
      '00:00:30.',
      '00:00:30.12345678',
      '+00:00:30',
      ' 00:00:30',
      'PT30S\n',
    ]),
  ],
  [
    'time',
    ['', '24:00', '12:60', '12:34:61', '12', '12:34:56.', '12:34.5', '12:34:56+2', '12:34:56+24:00', '12:34:56 Z', '22:59:60', '12:34\n'],
  ],
  [
    'date-time',
    [
      '',
      '2026-03-14',
      '2026-03-14T',
      '2026-02-30T12:34',
      '2026-03-14T24:00',
      '2026-03-14_12:34',
      '2026-03-14  12:34',
      '20260314T123456Z',
    ].concat(['2026-03-14T12:34:56+01:00[Europe/Paris]', '2026-03-14T12:34Z ']),
  ],
];

describe.each(FORMS)('%s: %s (%s)', (format, _form, _writer, texts) => {
  test.each(texts)('%s', (text) => {
    expect([check(format, 'assert')(text), check(format, 'lenient')(text)]).toEqual([false, true]);
  });
});

describe.each(STANDARD)('%s of the standard', (format, texts) => {
  test.each(texts)('%s', (text) => {
    expect([check(format, 'assert')(text), check(format, 'lenient')(text)]).toEqual([true, true]);
  });
});

describe.each(REFUSED)('no %s', (format, texts) => {
  test.each(texts)('%j', (text) => {
    expect([check(format, 'assert')(text), check(format, 'lenient')(text)]).toEqual([false, false]);
  });
});

test('a long text takes time in proportion', () => {
  const seconds = processorTime();
  for (const part of ['1', '-1', '1D', '00:', '.', 'PT', ' ']) {
    const text = `P${part.repeat(200_000)}`;
    for (const name of ['isLenientDateTime', 'isLenientTime', 'isLenientDuration'])
      (functions.get(name) as (text: string) => boolean)(text);
  }
  expect(seconds()).toBeLessThan(5);
});

test.each<[string, string | undefined]>([
  ['2026-03-14T09:26:53Z', '2026-03-14T09:26:53.000Z'],
  ['2026-03-14t09:26:53.5z', '2026-03-14T09:26:53.500Z'],
  ['2026-03-14T09:26+02:00', '2026-03-14T07:26:00.000Z'],
  ['2026-03-14T09:26:53.1234567+0200', '2026-03-14T07:26:53.123Z'],
  ['2026-03-14 09:26:53-08:00', '2026-03-14T17:26:53.000Z'],
  ['2026-03-14T09:26:53', undefined],
  ['2026-03-14 09:26', undefined],
])('`dates: date` reads %s only with its offset', (text, want) => {
  const issues: { readonly keyword: string }[] = [];
  const date = dateTimeAsDate.convert(text, 'receive', issues as never);
  expect(date instanceof Date ? date.toISOString() : undefined).toBe(want);
  expect(issues.map(({ keyword }) => keyword)).toEqual(want === undefined ? ['format'] : []);
});

test('docs/configuration.md lists the forms', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = FORMS.map(
    ([format, form, writer, texts]) => `| \`${format}\` | ${form} | ${texts.map((text) => `\`${text}\``).join(', ')} | ${writer} |`,
  );
  const table = ['| format | form | examples | written by |', '|---|---|---|---|', ...rows].join('\n');
  expect(page).toContain(`<!-- lenient formats -->\n${table}\n<!-- end of lenient formats -->`);
});
