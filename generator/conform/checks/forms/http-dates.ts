// `http-dates`: times in header fields of HTTP have its own form, and `Retry-After` is such a time or a number of seconds (RFC 9110 sections 5.6.7
// and 10.2.3).
import type { Check } from '../../contract/check.ts';

const DAYS = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const DATE = new RegExp(`^(?:${DAYS}), \\d{2} (?:${MONTHS}) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`);

const isDate = (text: string): boolean => DATE.test(text) && !Number.isNaN(Date.parse(text));

/** The fields, what each may be, and how that is called. */
const FIELDS: readonly (readonly [name: string, isRight: (text: string) => boolean, expected: string])[] = [
  ['Date', isDate, 'a time such as `Sun, 06 Nov 1994 08:49:37 GMT`'],
  ['Last-Modified', isDate, 'a time such as `Sun, 06 Nov 1994 08:49:37 GMT`'],
  ['Retry-After', (text) => /^\d+$/.test(text) || isDate(text), 'a number of seconds, or a time such as `Sun, 06 Nov 1994 08:49:37 GMT`'],
];

export const httpDates: Check = {
  id: 'http-dates',
  summary: '`Last-Modified` and `Date` are times of HTTP, and `Retry-After` is such a time or a number of seconds',
  on: true,
  judgesProbes: true,
  look({ case: { operation }, response }) {
    if (response === undefined) return undefined;
    const given = FIELDS.flatMap(([name, isRight, expected]) => {
      const text = response.headers.get(name);
      return text === null ? [] : [{ name, text, isRight: isRight(text), expected }];
    });
    if (given.length === 0) return undefined;
    return given
      .filter(({ isRight }) => !isRight)
      .map(({ name, text, expected }) => ({ message: `The header ${name} is \`${text}\`.`, expected, location: operation.location }));
  },
};
