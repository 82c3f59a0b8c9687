// Dates, instants and addresses in texts.

const daysOf = (year: number, month: number): number => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === '' || Number(month) < 1 || Number(month) > 12) return false;
  return Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
}

/** The milliseconds of an instant as RFC 3339 has it, or undefined. A leap second counts as the second before. */
export function instantOf(text: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)t(\d\d):(\d\d):(\d\d)(\.\d+)?(z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (parts === null) return undefined;
  const [, day = '', hour = '', minute = '', second = '', fraction = '', , sign = '+', offsetHour = '0', offsetMinute = '0'] = parts;
  const isInRange = Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 60;
  if (!isDate(day) || !isInRange || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const minuteInUtc = (Number(hour) * 60 + Number(minute) - offset + 2880) % 1440;
  if (second === '60' && minuteInUtc !== 1439) return undefined;
  const cut = fraction.slice(0, 4).padEnd(4, '0').replace(/^0/, '.');
  const whole = Date.parse(`${day}T${hour}:${minute}:${second === '60' ? '59' : second}${cut}Z`);
  return whole - offset * 60_000;
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const QUOTED = '"(?:[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\x20-\\x7e])*"';
const EMAIL = new RegExp(`^(?:${ATOM}(?:\\.${ATOM})*|${QUOTED})@(?:${LABEL}(?:\\.${LABEL})*|\\[[a-z0-9:.]+\\])$`, 'i');

export const isEmail = (text: string): boolean => EMAIL.test(text);

/** A URI of https, without a check of what its host means. */
const URI =
  /^https:\/\/(?:[a-z0-9._~!$&'()*+,;=:-]|%[0-9a-f]{2})*(?:@(?:[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2})+(?::\d*)?)?(?:\/(?:[a-z0-9._~!$&'()*+,;=:@/-]|%[0-9a-f]{2})*)?(?:\?(?:[a-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*)?$/i;

const hasPort = (text: string): boolean => /^https:\/\/(?:[^/?#@]*@)?[^/?#:@]+(?::\d*)?(?:[/?#]|$)/i.test(text);

export const isUri = (text: string): boolean => URI.test(text) && hasPort(text);
