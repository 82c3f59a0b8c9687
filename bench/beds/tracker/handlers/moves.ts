// Moves of issues to other states, and links between issues.
import type { Reply } from '../../http.ts';
import type { Call, Handlers } from '../call.ts';
import { linksOf } from '../store.ts';
import { type Issue, isOpen, type Link, type State } from '../things.ts';
import { issueView, linkView } from '../views.ts';
import { badRequest, conflict, notFound, unprocessable } from '../wire.ts';
import { commentOn } from './comments.ts';
import { activeIssueOf, bodyOf, homeOf, issueTag, NO_CONTENT, requireActive } from './found.ts';

const MOVES: Readonly<Record<State, readonly State[]>> = {
  open: ['inProgress', 'rejected'],
  inProgress: ['open', 'review'],
  review: ['inProgress', 'done'],
  done: ['open'],
  rejected: ['open'],
};

interface Transition {
  readonly to: State;
  readonly reason?: string;
  readonly comment?: string;
}

function isPossible({ has }: Call, from: State, to: State): boolean {
  return MOVES[from].includes(to) || (has('review-skipped') && from === 'inProgress' && to === 'done');
}

const blockersOf = ({ workspace }: Call, { data }: Issue): Issue[] =>
  linksOf(workspace, data.key)
    .filter(({ type, target }) => type === 'blocks' && target === data.key)
    .flatMap(({ source }) => workspace.issues.get(source) ?? []);

function requireMove(call: Call, issue: Issue, to: State): void {
  const { state, assignee } = issue.data;
  const { has } = call;
  if (!isPossible(call, state, to)) throw conflict(`An issue cannot go from ${state} to ${to}.`);
  if (state === 'open' && to === 'inProgress' && assignee === null && !has('started-unassigned')) throw conflict('Who works on the issue?');
  if (to === 'done' && !has('done-while-blocked') && blockersOf(call, issue).some(isOpen)) throw conflict('Another issue blocks this one.');
  if (!isOpen(issue) && !homeOf(call, issue).data.settings.allowReopen) throw conflict('Issues of this project stay closed.');
}

/** Puts an issue in another state. */
function move({ clock, has }: Call, issue: Issue, state: State, reason: string | null): void {
  const now = clock.now();
  const isClosed = state === 'done' || state === 'rejected';
  const closedAt = isClosed ? now : has('reopened-closed-at') ? issue.data.closedAt : null;
  issue.data = { ...issue.data, state, reason, closedAt, updatedAt: now };
}

function transitionIssue(call: Call): Reply {
  const issue = activeIssueOf(call);
  const { to, reason, comment } = bodyOf<Transition>(call);
  if (to === 'rejected' && reason === undefined)
    throw badRequest('A rejected issue needs a reason.', [{ path: '/reason', message: 'must be there' }]);
  requireMove(call, issue, to);
  move(call, issue, to, to === 'rejected' ? (reason ?? null) : null);
  if (comment !== undefined) commentOn(call, issue, comment, false);
  return { status: 200, headers: { etag: issueTag(call, issue) }, body: issueView(call, issue) };
}

const isSame = (a: Link, { type, source, target }: Omit<Link, 'id'>): boolean =>
  a.type === type && a.source === source && a.target === target;

/** Refuses a link that is there already, and a block in the other direction. */
function requireNew({ workspace, has }: Call, link: Omit<Link, 'id'>): void {
  const { type, source, target } = link;
  const back = { type, source: target, target: source };
  for (const other of workspace.links.values()) {
    if (isSame(other, link)) throw conflict('The issues are linked in this way already.');
    if (!isSame(other, back)) continue;
    if (type === 'relates') throw conflict('The issues are linked in this way already.');
    if (type === 'blocks' && !has('blocks-each-other')) throw conflict('The issues would block each other.');
  }
}

function createLink(call: Call): Reply {
  const issue = activeIssueOf(call);
  const { workspace, has } = call;
  const { type, target } = bodyOf<{ readonly type: string; readonly target: string }>(call);
  const source = issue.data.key;
  const other = workspace.issues.get(target);
  if (other === undefined || target === source) throw unprocessable('The target cannot be linked.');
  requireActive(homeOf(call, other));
  requireNew(call, { type, source, target });
  const link = { id: crypto.randomUUID(), type, source, target };
  workspace.links.set(link.id, link);
  if (type === 'duplicates' && isOpen(issue) && !has('duplicate-stays-open')) move(call, issue, 'rejected', null);
  return { status: 201, body: linkView(link, source) };
}

function deleteLink(call: Call): Reply {
  const { data } = activeIssueOf(call);
  const { workspace, path } = call;
  const link = linksOf(workspace, data.key).find(({ id }) => id === path('linkId').toLowerCase());
  if (link === undefined) throw notFound('link');
  for (const key of [link.source, link.target]) {
    const end = workspace.issues.get(key);
    if (end !== undefined) requireActive(homeOf(call, end));
  }
  workspace.links.delete(link.id);
  return NO_CONTENT;
}

export const moves: Handlers = { transitionIssue, createLink, deleteLink };
