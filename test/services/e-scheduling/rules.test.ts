// Tests the rules of the scheduling service: when an event type is offered, which times are free, and where a submission leads.

import { describe, expect, test } from 'vitest';
import { hostsFrom } from '../../../services/e-scheduling/rules/pooling.ts';
import { destinationOf, type RouteRule } from '../../../services/e-scheduling/rules/routing.ts';
import { type Availability, freeTimes, isOffered, LATEST, overlaps } from '../../../services/e-scheduling/rules/slots.ts';

const at = (text: string) => Date.parse(text);
const weekdays: Availability = { days: [1, 2, 3, 4, 5], from: '09:00', to: '12:00' };
const NOW = at('2026-11-26T07:00:00Z');

describe('isOffered', () => {
  test.each([
    ['2026-11-26T08:00:00Z', true, 'nine in Berlin'],
    ['2026-11-26T07:30:00Z', false, 'before the hours'],
    ['2026-11-26T10:30:00Z', false, 'would end after the hours'],
    ['2026-11-26T10:00:00Z', true, 'ends a quarter of an hour before the hours end'],
    ['2026-11-26T08:10:00Z', false, 'not at half an hour'],
    ['2026-11-28T09:00:00Z', false, 'a Saturday'],
    ['2026-11-25T09:00:00Z', false, 'in the past'],
    ['2027-06-01T08:00:00Z', false, 'too far ahead'],
  ])('%s: %s, %s', (start, expected) => {
    expect(isOffered(weekdays, 'Europe/Berlin', 45, at(start), NOW)).toBe(expected);
  });

  test('the hours are those of the host, in summer too', () => {
    const summer = at('2026-07-01T00:00:00Z');
    expect(isOffered(weekdays, 'Europe/Berlin', 45, at('2026-07-01T07:00:00Z'), summer)).toBe(true);
    expect(isOffered(weekdays, 'Asia/Kolkata', 45, at('2026-07-01T03:30:00Z'), summer)).toBe(true);
  });
});

describe('freeTimes', () => {
  const lesson = { hours: weekdays, timezone: 'Europe/Berlin', minutes: 60 };
  const texts = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(5, 16));

  test('leaves out what overlaps with a busy time, and keeps what only touches it', () => {
    const busy = { start: at('2026-11-26T09:00:00Z'), end: at('2026-11-26T10:00:00Z') };
    expect(texts(freeTimes(lesson, (span) => !overlaps(span, busy), { start: NOW, end: at('2026-11-26T23:00:00Z') }, 10))).toEqual([
      '11-26T08:00',
      '11-26T10:00',
    ]);
  });

  test('stops at the number that is wanted', () => {
    expect(texts(freeTimes(lesson, () => true, { start: NOW, end: NOW + LATEST }, 6))).toEqual([
      '11-26T08:00',
      '11-26T08:30',
      '11-26T09:00',
      '11-26T09:30',
      '11-26T10:00',
      '11-27T08:00',
    ]);
  });
});

describe.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])('the hours in %s', (timeZone) => {
  test.each(['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31'])(
    'are right in the days from %s',
    (day) => {
      const period = { start: at(`${day}T00:00:00Z`), end: at(`${day}T00:00:00Z`) + 3 * 86_400_000 };
      const hours = { days: [0, 1], from: '01:00', to: '04:00' };
      const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
      const expected: number[] = [];
      for (let start = period.start + 1_800_000; start <= period.end; start += 1_800_000)
        if (/^(?:Sun|Mon),? 0(?:[12]:|3:[0-3])/.test(format.format(start))) expected.push(start);
      expect(freeTimes({ hours, timezone: timeZone, minutes: 30 }, () => true, period, 500)).toEqual(expected);
    },
  );
});

describe('hostsFrom', () => {
  const ada = { id: 'ada', isFree: true, lastBooked: 5 };
  const ben = { id: 'ben', isFree: true, lastBooked: 3 };
  const cora = { id: 'cora', isFree: true };

  test.each([
    ['round_robin', 'takes who has had no booking', [ada, ben, cora], ['cora']],
    ['round_robin', 'takes whose last booking is the longest ago', [ada, ben], ['ben']],
    ['round_robin', 'takes the first of those who are alike', [cora, { ...cora, id: 'dan' }], ['cora']],
    ['round_robin', 'takes only who is free', [ada, { ...ben, isFree: false }], ['ada']],
    ['round_robin', 'finds nobody', [{ ...ada, isFree: false }], undefined],
    ['collective', 'takes all', [ada, ben], ['ada', 'ben']],
    ['collective', 'needs all', [ada, { ...ben, isFree: false }], undefined],
    [null, 'takes the one host', [ada], ['ada']],
    [null, 'needs the one host', [{ ...ada, isFree: false }], undefined],
  ] as const)('%s %s', (pooling, _, members, hosts) => {
    expect(hostsFrom(members, pooling)).toEqual(hosts);
  });
});

describe('destinationOf', () => {
  const elsewhere = { type: 'external_url', value: 'https://school.example/contact' } as const;
  const cello: RouteRule = { question: 'q1', answer: 'Cello', to: { type: 'event_type', id: 'LESSON' } };
  const answered = (answer: string) => [{ question_uuid: 'q1', question: 'Which?', answer }];

  test('follows the first rule that holds', () => {
    expect(destinationOf([cello, { to: elsewhere }], answered('Cello'))).toEqual(cello.to);
    expect(destinationOf([cello, { to: elsewhere }], answered('Violin'))).toEqual(elsewhere);
    expect(destinationOf([cello, { to: elsewhere }], [])).toEqual(elsewhere);
  });

  test('ends with a message where no rule holds', () => {
    expect(destinationOf([cello], answered('Violin')).type).toBe('custom_message');
  });
});
