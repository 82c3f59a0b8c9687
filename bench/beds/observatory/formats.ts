// The formats of texts that the service knows.
import { millisecondsOf } from '../clock.ts';

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const last = month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= last;
}

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/i;

/** Whether a text is a time of RFC 3339. A leap second is possible at the end of a day in UTC only. */
export function isInstant(text: string): boolean {
  const [, date = '', hour = '', minute = '', second = '', sign = '+', offsetHour = '0', offsetMinute = '0'] = TIME.exec(text) ?? [];
  if (!isDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false;
  if (Number(second) < 60) return true;
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  return Number(second) === 60 && (Number(hour) * 60 + Number(minute) - offset + 2880) % 1440 === 1439;
}

/** The milliseconds of a time. Digits after the third one are cut off. */
export const momentOf = (text: string): number => millisecondsOf(text.replace(/(\.\d{3})\d+/, '$1'));

const EARLIEST = Date.parse('0000-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

export const hasFourDigitYear = (moment: number): boolean => moment >= EARLIEST && moment <= LATEST;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`);

export const isEmail = (text: string): boolean => EMAIL.test(text) && text.indexOf('@') <= 64;

const CHARACTER = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
const AUTHORITY =
  "(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@)?(?:\\[[0-9A-Fa-f:.]+\\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\\d*)?";
const HIERARCHY = `(?://${AUTHORITY}(?:/${CHARACTER}*)*|/(?:${CHARACTER}+(?:/${CHARACTER}*)*)?|${CHARACTER}+(?:/${CHARACTER}*)*|)`;
const TAIL = `(?:${CHARACTER}|[/?])*`;
const URI = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:${HIERARCHY}(?:\\?${TAIL})?(?:#${TAIL})?$`);

export const isUri = (text: string): boolean => URI.test(text);
