// Writes moments and time zones as version 1.1 has them.

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `Wed Nov 18 12:05:00 +0000 2026` */
export function timestampOf(moment: number): string {
  const date = new Date(moment);
  const [, time = ''] = /T(\d\d:\d\d:\d\d)/.exec(date.toISOString()) ?? [];
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${DAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${day} ${time} +0000 ${date.getUTCFullYear()}`;
}

/** The zone that a name stands for: its own (`Europe/Copenhagen`), or that of its city (`Copenhagen`); `undefined` for none. */
export function zoneOf(name: string): string | undefined {
  const wanted = name.toLowerCase().replaceAll(' ', '_');
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].find((zone) => {
    const own = zone.toLowerCase();
    return own === wanted || own.endsWith(`/${wanted}`);
  });
}

/** Seconds by which a zone is ahead of UTC at a moment. */
export function offsetOf(zone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}
