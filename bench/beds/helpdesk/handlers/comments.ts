// Comments of tickets, and time spent on them.
import { byText } from '../../texts.ts';
import type { Comment, NewTimeEntry, TimeEntry } from '../things.ts';
import { Invalid, notFound } from '../wire.ts';
import type { Call, Handlers } from './call.ts';
import { part, sorted } from './lists.ts';
import type { Part } from './part.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const comments: Part = (store, faults, desk): Handlers => {
  const mayNotSee = (call: Call, { visibility }: Comment, fault: string): boolean =>
    call.isViewer && visibility === 'internal' && !faults.has(fault);

  function kept(text: string): string {
    const flat = faults.has('comment-body-plane') ? text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?') : text;
    return faults.has('comment-body-escaped') ? escaped(flat) : flat;
  }

  function requireComment(call: Call): Comment {
    const comment = call.account.comments.get(call.path('comment_id'));
    if (comment === undefined || mayNotSee(call, comment, 'comment-internal-to-viewer')) throw notFound('comment');
    if (comment.ticket_id !== call.path('ticket_id') && !faults.has('comment-under-other-ticket')) throw notFound('comment');
    return comment;
  }

  return {
    listComments: (call) => {
      const { record } = desk.require(call);
      const { visibility } = call.query as { visibility?: string };
      const own = [...call.account.comments.values()].filter(({ ticket_id }) => ticket_id === record.value.id);
      const seen = own.filter((comment) => !mayNotSee(call, comment, 'comments-internal-to-viewer'));
      const found = seen.filter((comment) => visibility === undefined || comment.visibility === visibility);
      const ordered = faults.has('comments-newest-first') ? found.toReversed() : found;
      const { offset } = call.query as { offset: number };
      const late = faults.has('comments-offset-late') && offset > 0 ? { ...call, query: { ...call.query, offset: offset + 1 } } : call;
      const total = faults.has('comments-total-unfiltered') ? own.length : found.length;
      return { status: 200, body: part(late, ordered), headers: { 'x-total-count': String(total) } };
    },

    addComment: (call) => {
      const found = desk.requireOpen(call, 'comment-on-closed');
      const { body, visibility } = call.input<{ body: string; visibility: string }>();
      const { id: ticket_id } = found.record.value;
      const { etag } = found.record;
      const value: Comment = { id: store.id('cmt'), ticket_id, body: kept(body), visibility, edited: false, created_at: store.now() };
      desk.change(found, () => found.account.comments.set(value.id, value));
      if (faults.has('ticket-etag-stays-when-commented')) found.record.etag = etag;
      const path = faults.has('comment-location-of-nothing') ? 'comment' : 'comments';
      return { status: 201, body: value, headers: { location: `/tickets/${ticket_id}/${path}/${value.id}` } };
    },

    getComment: (call) => {
      desk.require(call);
      return { status: 200, body: requireComment(call) };
    },

    editComment: (call) => {
      desk.requireOpen(call);
      const comment = requireComment(call);
      const { body } = call.input<{ body: string }>();
      const edited = !faults.has('comment-edited-stale') || comment.edited;
      const moved = faults.has('comment-edit-moves-creation') ? { created_at: store.now() } : {};
      const value: Comment = { ...comment, body: kept(body), edited, ...moved };
      call.account.comments.set(value.id, value);
      return { status: 200, body: value };
    },

    deleteComment: (call) => {
      const found = desk.requireOpen(call);
      const { id } = requireComment(call);
      desk.change(found, () => {
        call.account.comments.delete(id);
        desk.forgetComment(found.record.value.id);
      });
      return faults.has('comment-delete-with-body') ? { status: 200, body: { deleted: true } } : { status: 204 };
    },
  };
};

const time: Part = (store, faults, desk): Handlers => ({
  listTimeEntries: (call) => {
    const { record } = desk.require(call);
    const own = [...call.account.entries.values()].filter(({ owner }) => owner === record.value.id).map(({ value }) => value);
    const counted = faults.has('time-total-billable-only') ? own.filter(({ billable }) => billable) : own;
    const total_hours = counted.reduce((sum, { hours }) => sum + hours, 0);
    const entries = faults.has('time-by-creation') ? own : sorted(own, (a, b) => byText(a.worked_on, b.worked_on), false);
    return { status: 200, body: { entries, total_hours } };
  },

  addTimeEntry: (call) => {
    const found = desk.requireOpen(call);
    const given = call.input<NewTimeEntry>();
    const isFuture = given.worked_on > new Date().toISOString().slice(0, 10);
    if (isFuture && !faults.has('time-tomorrow')) throw new Invalid([{ at: ['worked_on'], reason: 'is later than today' }]);
    const hours = faults.has('time-quarter-lost') ? Math.floor(given.hours * 2) / 2 : given.hours;
    const value: TimeEntry = { id: store.id('ent'), ...given, hours };
    desk.change(found, () => found.account.entries.set(value.id, { owner: found.record.value.id, value }));
    return { status: 201, body: value };
  },

  deleteTimeEntry: (call) => {
    const found = desk.requireOpen(call, 'time-delete-of-closed');
    const entry = call.account.entries.get(call.path('entry_id'));
    if (entry === undefined || entry.owner !== found.record.value.id) throw notFound('entry');
    desk.change(found, () => {
      call.account.entries.delete(entry.value.id);
      desk.forgetHours(found.record.value.id, entry.value.hours);
    });
    return { status: 204 };
  },
});

export const conversations: Part = (store, faults, desk) => ({ ...comments(store, faults, desk), ...time(store, faults, desk) });
