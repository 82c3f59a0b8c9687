// Labels and milestones.
import type { Reply } from '../../http.ts';
import { byText, isSameText } from '../../texts.ts';
import type { Call, Handlers } from '../call.ts';
import { issuesOf } from '../store.ts';
import { isOpen, type Label, type Milestone, type Project } from '../things.ts';
import { labelView, milestoneView } from '../views.ts';
import { conflict, notFound, page, unprocessable } from '../wire.ts';
import { activeProjectOf, bodyOf, NO_CONTENT, projectOf } from './found.ts';

function createLabel(call: Call): Reply {
  const { labels } = activeProjectOf(call);
  const { slug, name, color = '#808080', description = null } = bodyOf<Label>(call);
  const isSame = call.has('label-name-by-letter') ? (a: string, b: string): boolean => a === b : isSameText;
  const isTaken = labels.has(slug) || [...labels.values()].some((other) => isSame(other.name, name));
  if (isTaken) throw conflict('There is a label with this slug or name.');
  const label = { slug, name, color, description };
  labels.set(slug, label);
  return { status: 201, body: labelView(call, label) };
}

function deleteLabel(call: Call): Reply {
  const { workspace, clock, path, has } = call;
  const { data, labels } = activeProjectOf(call);
  const slug = path('labelSlug');
  if (!labels.delete(slug)) throw notFound('label');
  for (const issue of issuesOf(workspace, data.key)) {
    if (!issue.data.labels.includes(slug) || has('deleted-label-left')) continue;
    issue.data = { ...issue.data, labels: issue.data.labels.filter((one) => one !== slug), updatedAt: clock.now() };
  }
  return NO_CONTENT;
}

function requireFreeTitle({ milestones }: Project, { number, title }: Milestone): void {
  const isTaken = [...milestones.values()].some((other) => other.number !== number && other.title === title);
  if (isTaken) throw conflict('There is a milestone with this title.');
}

function requireOrder({ startsOn = null, dueOn = null }: Partial<Milestone>): void {
  if (startsOn !== null && dueOn !== null && dueOn < startsOn) throw unprocessable('The milestone would be due before it starts.');
}

function createMilestone(call: Call): Reply {
  const project = activeProjectOf(call);
  const given = bodyOf<Partial<Milestone> & Pick<Milestone, 'title'>>(call);
  const { title, goal = null, startsOn = null, dueOn = null } = given;
  const milestone: Milestone = { number: project.milestones.size + 1, title, goal, startsOn, dueOn, state: 'open' };
  requireOrder(milestone);
  requireFreeTitle(project, milestone);
  project.milestones.set(milestone.number, milestone);
  return { status: 201, body: milestoneView(call, project, milestone) };
}

function requireDone({ workspace, has }: Call, { data }: Project, { number }: Milestone): void {
  const issues = issuesOf(workspace, data.key).filter((issue) => issue.data.milestone === number);
  const open = has('milestone-closed-in-progress') ? issues.filter((issue) => issue.data.state === 'open') : issues.filter(isOpen);
  if (open.length > 0) throw conflict('The milestone has open issues.');
}

function updateMilestone(call: Call): Reply {
  const project = activeProjectOf(call);
  const milestone = project.milestones.get(Number(call.path('milestoneNumber')));
  if (milestone === undefined) throw notFound('milestone');
  const changes = bodyOf<Partial<Milestone>>(call);
  const changed = { ...milestone, ...changes };
  requireOrder(call.has('milestone-days-as-sent') ? changes : changed);
  requireFreeTitle(project, changed);
  if (changed.state === 'closed' && milestone.state === 'open') requireDone(call, project, milestone);
  project.milestones.set(milestone.number, changed);
  return { status: 200, body: milestoneView(call, project, changed) };
}

export const plans: Handlers = {
  listLabels: (call) => {
    const labels = [...projectOf(call).labels.values()].toSorted((a, b) => byText(a.slug, b.slug));
    return page(call, labels, (label) => labelView(call, label));
  },
  createLabel,
  deleteLabel,
  listMilestones: (call) => {
    const project = projectOf(call);
    const { state } = call.query;
    const all = [...project.milestones.values()].filter((milestone) => state === undefined || milestone.state === state);
    return page(call, all, (milestone) => milestoneView(call, project, milestone));
  },
  createMilestone,
  updateMilestone,
};
