// Notices.
import type { Reply } from '../../http.ts';
import { type Call, JSON_TYPE, type Operation } from '../call.ts';
import { choice } from '../fields.ts';
import { instantOf } from '../formats.ts';
import { instant } from '../inputs.ts';
import { pageOf, paging } from '../pages.ts';
import { noticesOf, requireThing } from '../store.ts';
import type { Notice, NoticeInput, Sailing } from '../things.ts';
import { timeOf } from '../times.ts';
import { showNotice } from '../views.ts';
import { conflict, Refusal, unprocessable } from '../wire.ts';

export function addNotice({ line, store }: Pick<Call, 'line' | 'store'>, sailing: Sailing, input: NoticeInput, id?: string): Notice {
  const { severity, title, text, translations = {}, links = [], validFrom, validUntil = null } = input;
  const born = store.born('nt', id);
  const from = validFrom === undefined ? Date.parse(born.createdAt) : timeOf(validFrom);
  const until = validUntil === null ? null : timeOf(validUntil);
  if (until !== null && until <= from) throw unprocessable('A notice ends after it begins.');
  const notice: Notice = { ...born, sailing, severity, title, text, translations, links, validFrom: from, validUntil: until };
  line.notices.set(notice.id, notice);
  return notice;
}

function list(call: Call): Reply {
  const sailing = requireThing(call.line.sailings, call.id, 'sailing');
  const { severity, activeAt } = call.query;
  const at = typeof activeAt === 'string' ? instantOf(activeAt) : undefined;
  const found = noticesOf(call.line, sailing).filter(
    (notice) =>
      (severity === undefined || notice.severity === severity) &&
      (at === undefined || (notice.validFrom <= at && (notice.validUntil === null || at < notice.validUntil))),
  );
  return pageOf(call, found, { key: ({ number }) => number, isDescending: true }, showNotice);
}

async function create(call: Call): Promise<Reply> {
  const sailing = requireThing(call.line.sailings, call.id, 'sailing');
  const input = await call.body<NoticeInput>('notice');
  if (call.isStaff && input.severity === 'disruption') throw new Refusal(403, 'Quay staff may not use this severity.');
  if (sailing.status === 'departed' || sailing.status === 'cancelled') throw conflict(`The sailing is ${sailing.status}.`);
  return { status: 201, body: showNotice(addNotice(call, sailing, input)) };
}

const filters = { severity: { check: choice('info', 'warning', 'disruption') }, activeAt: { check: instant } };
const path = '/sailings/*/notices';

export const notices: readonly Operation[] = [
  { id: 'listNotices', method: 'GET', path, query: { ...filters, ...paging }, run: list },
  { id: 'createNotice', method: 'POST', path, media: JSON_TYPE, isOfStaff: true, run: create },
];
