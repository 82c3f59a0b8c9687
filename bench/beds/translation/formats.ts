// The formats of texts, as the standards that the document names have them.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/i;
const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const LITERAL = /^\[(?:IPv6:)?[0-9A-Fa-f:.]+\]$/;

export const isUuid = (text: string): boolean => UUID.test(text);

/** Days of a month. A mistake of a programmer forgets that years such as 2000 are leap years. */
function daysOf(year: number, month: number, hasCenturies: boolean): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || (hasCenturies && year % 400 === 0));
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export function isDate(text: string, hasCenturies = true): boolean {
  const found = DATE.exec(text);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month, hasCenturies);
}

/** The seconds since 1970 of a time with an offset, or undefined if it is none. A leap second is the second after 23:59:59 UTC. */
export function secondsOf(text: string): number | undefined {
  const found = TIME.exec(text);
  if (found === null) return undefined;
  const [, date = '', hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = found;
  const [h, m, s, oh, om] = [hour, minute, second, offsetHour, offsetMinute].map(Number) as [number, number, number, number, number];
  if (!isDate(date) || h > 23 || m > 59 || s > 60 || oh > 23 || om > 59) return undefined;
  const minutes = h * 60 + m - (sign === '-' ? -1 : 1) * (oh * 60 + om);
  const isLastOfDay = ((minutes % 1440) + 1440) % 1440 === 1439;
  if (s === 60 && !isLastOfDay) return undefined;
  return Date.parse(`${date}T00:00:00Z`) / 1000 + minutes * 60 + s + Number(`0${fraction}`);
}

export const isTime = (text: string): boolean => secondsOf(text) !== undefined;

export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  const isLocal = QUOTED.test(local) || local.split('.').every((atom) => ATOM.test(atom));
  const isDomain = LITERAL.test(domain) || (domain.length <= 253 && domain.split('.').every((label) => LABEL.test(label)));
  return at > 0 && isLocal && isDomain;
}
