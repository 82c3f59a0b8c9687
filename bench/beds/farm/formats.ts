// What the formats of the document allow.
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const isLeap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
  const last = m === 2 && isLeap ? 29 : (DAYS[m - 1] ?? 0);
  return year !== undefined && d >= 1 && d <= last;
}

/** A time as RFC 3339 has it. A leap second can only end a day in UTC. */
function isDateTime(text: string): boolean {
  const found = /^(\d{4}-\d\d-\d\d)t(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (found === null) return false;
  const [, date = '', hour, minute, second, sign, zoneHour = '0', zoneMinute = '0'] = found;
  const [h, m, s, zh, zm] = [Number(hour), Number(minute), Number(second), Number(zoneHour), Number(zoneMinute)];
  if (!isDate(date) || h > 23 || m > 59 || s > 60 || zh > 23 || zm > 59) return false;
  if (s < 60) return true;
  const offset = (sign === '-' ? -1 : 1) * (zh * 60 + zm);
  return (h * 60 + m - offset + 2880) % 1440 === 1439;
}

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const URI = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': isDateTime,
  email: (text) => EMAIL.test(text),
  uri: (text) => URI.test(text) && (text.match(/#/g) ?? []).length < 2,
  uuid: (text) => UUID.test(text),
};
