// Notices to mariners.
import { millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { Ask } from '../ask.ts';
import { filtered, pageOf, sorted } from '../lists.ts';
import { DAY, timeOf } from '../rules.ts';
import type { Notice } from '../store.ts';
import { noticeView } from '../views.ts';
import { invalid } from '../wire.ts';
import { noticeOf } from './things.ts';

export function listNotices(ask: Ask): Reply {
  const { port, on } = ask;
  const last = on('active-at-until') ? 1 : 0;
  const holds = ({ from, until }: Notice, time: string): boolean =>
    millisecondsOf(from) <= millisecondsOf(time) && millisecondsOf(time) < millisecondsOf(until) + last;
  let found = filtered(ask, [...port.notices.values()], 'berth', ({ berths }, code: string) => berths.includes(code));
  found = filtered(ask, found, 'activeAt', (notice, time: string) => holds(notice, time));
  found = filtered(ask, found, 'closes', ({ closes }, value: boolean) => closes === value);
  const all = sorted(
    found,
    ({ number }) => -number,
    () => 0,
  );
  return pageOf(ask, 'notices', all, noticeView);
}

type Text = Omit<Notice, 'number' | 'publishedAt'>;

function checkNotice({ port, on }: Ask, { from, until, berths, closes }: Text): void {
  const span = millisecondsOf(until) - millisecondsOf(from);
  if (span <= 0) throw invalid('until', 'must be later than from');
  if (span > 90 * DAY || (span === 90 * DAY && on('notice-of-90-days-refused'))) throw invalid('until', 'must be within 90 days of from');
  const unknown = on('last-berth-checked') ? berths.slice(-1) : berths;
  if (unknown.some((code) => !port.berths.has(code))) throw invalid('berths', 'must be berths of the port');
  if (closes && berths.length === 0 && !on('closes-no-berth')) throw invalid('berths', 'must have one where the notice closes');
}

export function publishNotice(ask: Ask): Reply {
  const { port, store, on } = ask;
  const sent = ask.body as Text;
  const given: Text = { ...sent, from: timeOf(ask, sent.from, 'from'), until: timeOf(ask, sent.until, 'until') };
  checkNotice(ask, given);
  const text = on('long-text-cut') ? given.text.slice(0, 1024) : given.text;
  const number = port.notices.size + 1;
  const notice: Notice = { number, ...given, text, publishedAt: store.clock.now() };
  port.notices.set(number, notice);
  return { status: 201, body: noticeView(notice), headers: { location: `/notices/${number}` } };
}

export const getNotice = (ask: Ask): Reply => ({ status: 200, body: noticeView(noticeOf(ask)) });
