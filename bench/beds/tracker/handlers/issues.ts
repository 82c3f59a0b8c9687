// Issues.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { Call, Handlers } from '../call.ts';
import { type Issue, type IssueData, type IssueInput, isOpen, type Project } from '../things.ts';
import { issueView } from '../views.ts';
import { badRequest, conflict, notFound, requireMatch, tagged, unprocessable } from '../wire.ts';
import { activeIssueOf, activeProjectOf, bodyOf, homeOf, issueOf, issueTag, NO_CONTENT } from './found.ts';

type Given = Partial<IssueInput>;

/** Refuses what the project of an issue does not have. What the issue has already may stay. */
function requireKnown({ has }: Call, project: Project, given: Given, before?: IssueData): void {
  const { assignee = null, labels = [], milestone = null } = given;
  const isOutside = assignee !== null && !project.members.has(assignee);
  if (isOutside && !(before !== undefined && has('assignee-outside'))) throw unprocessable('The assignee is not in the project.');
  const unknown = labels.find((slug) => !project.labels.has(slug));
  if (unknown !== undefined) throw unprocessable(`The project has no label ${unknown}.`);
  if (milestone === null || milestone === before?.milestone) return;
  const found = project.milestones.get(milestone);
  if (found === undefined) throw unprocessable(`The project has no milestone ${milestone}.`);
  const isTaken = found.state === 'open' || (before !== undefined && has('closed-milestone-taken'));
  if (!isTaken) throw conflict('The milestone is closed.');
}

/** The members of an issue as a caller has sent them. */
function keptOf({ has }: Call, given: Given): Given {
  const { description } = given;
  const texts = typeof description === 'string' && has('description-composed') ? { description: description.normalize('NFC') } : {};
  const points = has('points-zero-lost') && given.points === 0 ? { points: null } : {};
  const estimate = typeof given.estimateMinutes === 'string' ? { estimateMinutes: Number(given.estimateMinutes) } : {};
  return { ...given, ...texts, ...points, ...estimate };
}

function nextNumber({ workspace, has }: Call, project: Project): number {
  if (!has('issue-number-again')) return project.lastIssue + 1;
  const taken = [...workspace.issues.values()].filter(({ data }) => data.project === project.data.key);
  return Math.max(0, ...taken.map(({ data }) => data.number)) + 1;
}

const EMPTY = {
  description: null,
  priority: 'normal',
  assignee: null,
  labels: [],
  milestone: null,
  dueOn: null,
  points: null,
  estimateMinutes: null,
  fields: {},
} as const;

async function createIssue(call: Call): Promise<Reply> {
  const project = activeProjectOf(call);
  const { workspace, clock, login, has } = call;
  const given = bodyOf<Given & Pick<IssueInput, 'title' | 'type'>>(call);
  if (has('title-in-code-units') && given.title.length > 120) throw badRequest('The title is too long.');
  requireKnown(call, project, given);
  const number = nextNumber(call, project);
  if (has('issue-number-at-once')) await gap();
  project.lastIssue = number;
  const key = `${project.data.key}-${number}`;
  const now = clock.now();
  const own = { key, project: project.data.key, number, state: 'open', reason: null, reporter: login.handle } as const;
  const times = { createdAt: now, updatedAt: now, closedAt: null };
  const data = { ...EMPTY, ...given, ...keptOf(call, given), ...own, ...times };
  const issue: Issue = { data, comments: [], attachments: [], workLogs: [] };
  workspace.issues.set(key, issue);
  const location = has('issue-location-nested') ? `/projects/${project.data.key}/issues/${number}` : `/issues/${key}`;
  return { status: 201, headers: { location, etag: issueTag(call, issue) }, body: issueView(call, issue) };
}

/** Refuses a change of a closed issue, and one that leaves work without an assignee. */
function requireChangeable({ has }: Call, issue: Issue, { assignee }: Given): void {
  const { state } = issue.data;
  const isClosed = !isOpen(issue) && !(has('rejected-issue-changed') && state === 'rejected');
  if (isClosed) throw conflict(`The issue is ${state}.`);
  if (assignee === null && (state === 'inProgress' || state === 'review')) throw conflict('Somebody has to work on the issue.');
}

/** The members of an issue after a change. */
function changedFields({ has }: Call, { data }: Issue, { fields }: Given): Given {
  return fields !== undefined && has('fields-merged') ? { fields: { ...data.fields, ...fields } } : {};
}

function updateIssue(call: Call): Reply {
  const issue = activeIssueOf(call);
  const { clock, header } = call;
  requireMatch(call, issueTag(call, issue));
  const given = bodyOf<Given>(call);
  requireChangeable(call, issue, given);
  requireKnown(call, homeOf(call, issue), given, issue.data);
  issue.data = { ...issue.data, ...keptOf(call, given), ...changedFields(call, issue, given), updatedAt: clock.now() };
  const headers = { etag: issueTag(call, issue) };
  if (header('prefer') === 'return=minimal') return { status: 204, headers };
  return { status: 200, headers, body: issueView(call, issue) };
}

function deleteIssue(call: Call): Reply {
  const issue = activeIssueOf(call);
  const { workspace, has } = call;
  const { key } = issue.data;
  if (!has('issue-delete-match-ignored')) requireMatch(call, issueTag(call, issue));
  if (issue.workLogs.length > 0) throw conflict('People have worked on the issue.');
  workspace.issues.delete(key);
  for (const { id, source, target } of [...workspace.links.values()]) {
    const isGone = source === key || (target === key && !has('link-to-deleted-left'));
    if (isGone) workspace.links.delete(id);
  }
  return NO_CONTENT;
}

/** The issue of a path in any workspace, for a fault. */
function issueAnywhere(call: Call): Issue {
  const found = [...call.store.workspaces.values()].map(({ issues }) => issues.get(call.path('issueKey'))).find((one) => one !== undefined);
  if (found === undefined) throw notFound('issue');
  return found;
}

export const issues: Handlers = {
  createIssue,
  getIssue: (call) => {
    const issue = call.has('issue-of-all') ? issueAnywhere(call) : issueOf(call);
    return tagged(call, issueView(call, issue), issueTag(call, issue));
  },
  updateIssue,
  deleteIssue,
};
