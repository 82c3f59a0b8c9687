// How things are shown.
import { without } from '../members.ts';
import type { Call } from './call.ts';
import { issuesOf, linksOf } from './store.ts';
import { type Issue, isOpen, type Label, type Link, type Milestone, type Project } from './things.ts';

export function projectView({ workspace, has }: Call, { data }: Project): object {
  const issues = issuesOf(workspace, data.key);
  const open = issues.filter((issue) => isOpen(issue) || (has('open-count-rejected') && issue.data.state === 'rejected'));
  const { createdAt, updatedAt, ...shown } = data;
  return { ...shown, issueCount: issues.length, openIssueCount: open.length, createdAt, updatedAt };
}

export function linkView({ id, type, source, target }: Link, from: string): object {
  const isOutward = source === from;
  return { id, type, direction: isOutward ? 'outward' : 'inward', issue: isOutward ? target : source };
}

export function labelView({ has }: Call, label: Label): object {
  return has('label-null-left-out') && label.description === null ? without(label, 'description') : label;
}

export function milestoneView({ workspace }: Call, { data }: Project, milestone: Milestone): object {
  const issues = issuesOf(workspace, data.key).filter((issue) => issue.data.milestone === milestone.number);
  const openIssues = issues.filter(isOpen).length;
  return { ...milestone, openIssues, closedIssues: issues.length - openIssues };
}

function spentMinutes({ has }: Call, { workLogs }: Issue): number {
  const counted = workLogs.filter(({ billable }) => billable || !has('spent-only-billable'));
  return counted.reduce((sum, { minutes }) => sum + minutes, 0);
}

export function issueView(call: Call, issue: Issue): object {
  const { workspace, login } = call;
  const { createdAt, updatedAt, closedAt, ...shown } = issue.data;
  const view = {
    ...shown,
    spentMinutes: spentMinutes(call, issue),
    links: linksOf(workspace, shown.key).map((link) => linkView(link, shown.key)),
    attachments: issue.attachments,
    commentCount: issue.comments.length,
    createdAt,
    updatedAt,
    closedAt,
  };
  return login.isGuest ? without(view, 'estimateMinutes', 'spentMinutes') : view;
}

/** An issue in a list. */
export function listedIssue(call: Call, issue: Issue): object {
  const { has, login } = call;
  const seen = has('guest-sees-effort-in-lists') ? { ...call, login: { ...login, isGuest: false } } : call;
  const view = issueView(seen, issue);
  return has('listed-comment-count') ? { ...view, commentCount: 0 } : view;
}
