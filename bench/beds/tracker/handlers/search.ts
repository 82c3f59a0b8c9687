// Lists of issues: search in a project, and saved filters.
import type { Reply } from '../../http.ts';
import { byText, compare, contains } from '../../texts.ts';
import type { Call, Handlers } from '../call.ts';
import { issuesOf } from '../store.ts';
import type { Filter, Issue, IssueData } from '../things.ts';
import { listedIssue } from '../views.ts';
import { conflict, notFound, page } from '../wire.ts';
import { bodyOf, projectOf } from './found.ts';

/** Whether a text has a part, by the rules of search. */
function finds({ has }: Call, text: string | null, part: string): boolean {
  return has('search-by-letter') ? (text ?? '').includes(part) : contains(text, part);
}

function hasText(call: Call, { title, description }: IssueData, q: string): boolean {
  return finds(call, title, q) || (!call.has('search-titles-only') && finds(call, description, q));
}

function isDueBefore({ has }: Call, { dueOn }: IssueData, day: string): boolean {
  return dueOn !== null && (dueOn < day || (has('due-before-with-day') && dueOn === day));
}

function hasLabels({ has }: Call, { labels }: IssueData, wanted: readonly string[]): boolean {
  const isThere = (slug: string): boolean => labels.includes(slug);
  return has('labels-any') ? wanted.some(isThere) : wanted.every(isThere);
}

/** Whether an issue matches the filters of a search. */
function matches(call: Call, { data }: Issue): boolean {
  const { state, type, assignee, label, milestone, q, dueBefore } = call.query;
  const states = state as readonly string[] | undefined;
  const wanted = call.has('states-first-only') ? states?.slice(0, 1) : states;
  return (
    (wanted === undefined || wanted.includes(data.state)) &&
    (type === undefined || data.type === type) &&
    (assignee === undefined || data.assignee === assignee) &&
    (label === undefined || hasLabels(call, data, label as readonly string[])) &&
    (milestone === undefined || data.milestone === milestone) &&
    (q === undefined || hasText(call, data, String(q))) &&
    (dueBefore === undefined || isDueBefore(call, data, String(dueBefore)))
  );
}

const WEIGHTS = ['low', 'normal', 'high', 'urgent'];

/** Compares issues by what a search is sorted by. Issues without a due date come last. */
function comparison({ query, has }: Call): (a: IssueData, b: IssueData) => number {
  const sign = query.sortOrder === 'descending' ? -1 : 1;
  if (query.sortBy === 'priority' && !has('priority-by-name'))
    return (a, b) => sign * (WEIGHTS.indexOf(a.priority) - WEIGHTS.indexOf(b.priority));
  if (query.sortBy !== 'dueOn') {
    const name = String(query.sortBy) as 'number' | 'updatedAt' | 'priority';
    return (a, b) => sign * compare(a[name], b[name]);
  }
  return (a, b) => {
    const missing = Number(a.dueOn === null) - Number(b.dueOn === null);
    if (missing !== 0) return has('undated-turned-round') ? sign * missing : missing;
    return sign * byText(a.dueOn ?? '', b.dueOn ?? '');
  };
}

function listIssues(call: Call): Reply {
  const { data } = projectOf(call);
  const found = issuesOf(call.workspace, data.key).filter((issue) => matches(call, issue));
  const order = comparison(call);
  const sorted = found.toSorted((a, b) => order(a.data, b.data));
  return page(call, sorted, (issue) => listedIssue(call, issue));
}

function createFilter(call: Call): Reply {
  const { workspace, login, clock } = call;
  const { name, shared, criteria } = bodyOf<Filter>(call);
  const isTaken = [...workspace.filters.values()].some((other) => other.owner === login.handle && other.name === name);
  if (isTaken) throw conflict('You have a filter with this name.');
  const filter = { id: crypto.randomUUID(), name, owner: login.handle, shared, criteria, createdAt: clock.now() };
  workspace.filters.set(filter.id, filter);
  return { status: 201, body: filter };
}

function meets({ data }: Issue, { projects, states, types, priorities, assignee }: Filter['criteria']): boolean {
  const isAmong = (values: readonly string[] | undefined, value: string): boolean => values === undefined || values.includes(value);
  const isTheirs = assignee === undefined || data.assignee === assignee;
  return (
    isTheirs &&
    isAmong(projects, data.project) &&
    isAmong(states, data.state) &&
    isAmong(types, data.type) &&
    isAmong(priorities, data.priority)
  );
}

function listFilterIssues(call: Call): Reply {
  const { workspace, login, path, has } = call;
  const filter = workspace.filters.get(path('filterId').toLowerCase());
  const isVisible = filter?.shared || filter?.owner === login.handle || has('private-filter-run');
  if (filter === undefined || !isVisible) throw notFound('filter');
  const found = [...workspace.issues.values()].filter((issue) => meets(issue, filter.criteria));
  const sorted = found.toSorted((a, b) => byText(a.data.project, b.data.project) || a.data.number - b.data.number);
  return page(call, sorted, (issue) => listedIssue(call, issue));
}

export const search: Handlers = {
  listIssues,
  listFilters: (call) => {
    const { workspace, login } = call;
    const visible = [...workspace.filters.values()].filter(({ owner, shared }) => shared || owner === login.handle);
    return page(call, visible, (filter) => filter);
  },
  createFilter,
  listFilterIssues,
};
