// Attachments and work logs.
import { instant, millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { byText } from '../../texts.ts';
import type { Call, Handlers } from '../call.ts';
import { type Attachment, type Issue, isOpen, type WorkLog } from '../things.ts';
import { conflict, page, unprocessable } from '../wire.ts';
import { activeIssueOf, bodyOf, issueOf } from './found.ts';

/** The most attachments of an issue. */
const MOST_FILES = 6;
/** The minutes of a day. */
const DAY = 1440;
/** The first day that work can be logged for. */
const FIRST_DAY = '2000-01-01';

function addAttachment(call: Call): Reply {
  const issue = activeIssueOf(call);
  const { login, clock, has } = call;
  const given = bodyOf<Pick<Attachment, 'fileName' | 'mediaType' | 'size'> & Partial<Attachment>>(call);
  const { mediaType, sha256 = null } = given;
  const fileName = has('file-name-latin') ? Buffer.from(given.fileName, 'latin1').toString('latin1') : given.fileName;
  const size = has('attachment-size-32-bits') ? given.size | 0 : given.size;
  if (issue.attachments.some((other) => other.fileName === fileName)) throw conflict('There is an attachment with this name.');
  if (issue.attachments.length >= MOST_FILES) throw conflict(`An issue has up to ${MOST_FILES} attachments.`);
  const attachment = { id: crypto.randomUUID(), fileName, mediaType, size, sha256, addedBy: login.handle, addedAt: clock.now() };
  issue.attachments = [...issue.attachments, attachment];
  return { status: 201, body: attachment };
}

const dayOf = (time: string): string => time.slice(0, 10);

/** Refuses work of a caller that does not fit the day. */
function requireTime({ workspace, login, has }: Call, issue: Issue, startedAt: string, minutes: number): void {
  const places = has('work-day-per-issue') ? [issue] : [...workspace.issues.values()];
  const logs = places.flatMap(({ workLogs }) => workLogs);
  const sameDay = logs.filter(({ author, startedAt: other }) => author === login.handle && dayOf(other) === dayOf(startedAt));
  const sum = sameDay.reduce((total, log) => total + log.minutes, 0);
  if (sum + minutes > DAY) throw conflict('A day has 1440 minutes.');
}

function logWork(call: Call): Reply {
  const issue = activeIssueOf(call);
  const { login, clock, has } = call;
  const given = bodyOf<Pick<WorkLog, 'minutes' | 'startedAt' | 'billable'> & Partial<WorkLog>>(call);
  const { minutes, billable, note = null } = given;
  const startedAt = instant(has('work-zone-dropped') ? given.startedAt.replace(/[+-]\d\d:\d\d$/, 'Z') : given.startedAt);
  if (millisecondsOf(startedAt) > Date.now()) throw unprocessable('The work would start in the future.');
  if (startedAt < FIRST_DAY) throw unprocessable('The work would start before 2000.');
  if (!isOpen(issue)) throw conflict('The issue is closed.');
  requireTime(call, issue, startedAt, minutes);
  const log = { id: crypto.randomUUID(), author: login.handle, minutes, startedAt, note, billable, createdAt: clock.now() };
  issue.workLogs = [...issue.workLogs, log];
  return { status: 201, body: log };
}

function listWorkLogs(call: Call): Reply {
  const { query, has } = call;
  const { from, to } = query;
  const isUntil = (day: string): boolean => to === undefined || day < String(to) || (day === to && !has('work-to-without-day'));
  const isFrom = (day: string): boolean => from === undefined || day >= String(from);
  const all = issueOf(call).workLogs.filter(({ startedAt }) => isFrom(dayOf(startedAt)) && isUntil(dayOf(startedAt)));
  const sorted = all.toSorted((a, b) => byText(b.startedAt, a.startedAt));
  const totalMinutes = all.reduce((sum, { minutes }) => sum + minutes, 0);
  return page(call, sorted, (log) => log, { totalMinutes });
}

export const work: Handlers = { addAttachment, listWorkLogs, logWork };
