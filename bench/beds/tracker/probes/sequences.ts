// Probes of what depends on other things and on what came before.
import { of, statusesOfTwo } from '../../probes.ts';
import { APP, link, log, moved, newIssue, newProject, type TrackerProbes } from './callers.ts';

const projects: TrackerProbes = {
  'project-key-taken': async ({ mira }) => {
    const again = await newProject(mira, { key: 'APP' });
    return again.status === 409 && of(await mira('GET', APP)).name === 'Mobile app';
  },
  'project-deleted-with-closed': async ({ mira }) => {
    await newProject(mira);
    await moved(mira, await newIssue(mira, {}, 'NEW'), 'rejected');
    return (await mira('DELETE', '/projects/NEW')).status === 409;
  },
  'archived-commented': async ({ mira }) => (await mira('POST', '/issues/OPS-1/comments', { body: { body: 'A' } })).status === 409,
  'archived-for-ever': async ({ mira }) => {
    const back = await mira('PATCH', '/projects/OPS', { body: { archived: false } });
    return back.status === 200 && of(back).archived === false;
  },
  'only-lead-removed': async ({ mira }) => (await mira('DELETE', `${APP}/members/mira`)).status === 409,
  'removed-member-assigned': async ({ mira }) => {
    await mira('DELETE', `${APP}/members/ben`);
    const open = of(await mira('GET', '/issues/APP-1')).assignee;
    return open === null && of(await mira('GET', '/issues/APP-4')).assignee === 'ben';
  },
  'project-key-at-once': async ({ mira }) => (await statusesOfTwo(mira, 'POST', '/projects', { key: 'NEW', name: 'New' })) === '201,409',
};

const plans: TrackerProbes = {
  'assignee-outside': async ({ mira }) => (await mira('PATCH', '/issues/APP-2', { body: { assignee: 'nora' } })).status === 422,
  'label-name-by-letter': async ({ mira }) =>
    (await mira('POST', `${APP}/labels`, { body: { slug: 'crashes', name: 'CRASH', color: '#123456' } })).status === 409,
  'deleted-label-left': async ({ mira }) => {
    await mira('DELETE', `${APP}/labels/crash`);
    return String(of(await mira('GET', '/issues/APP-1')).labels) === 'ui';
  },
  'milestone-closed-in-progress': async ({ mira }) =>
    (await mira('PATCH', `${APP}/milestones/1`, { body: { state: 'closed' } })).status === 409,
  'milestone-days-as-sent': async ({ mira }) =>
    (await mira('PATCH', `${APP}/milestones/1`, { body: { dueOn: '2026-02-28' } })).status === 422,
  'closed-milestone-taken': async ({ mira }) => (await mira('PATCH', '/issues/APP-2', { body: { milestone: 2 } })).status === 409,
};

const issues: TrackerProbes = {
  'review-skipped': async ({ mira }) => (await moved(mira, 'APP-1', 'done')).status === 409,
  'started-unassigned': async ({ mira }) => (await moved(mira, 'APP-2', 'inProgress')).status === 409,
  'done-while-blocked': async ({ mira }) => (await moved(mira, 'APP-3', 'done')).status === 409,
  'reopened-closed-at': async ({ mira }) => of(await moved(mira, 'APP-4', 'open')).closedAt === null,
  'rejected-issue-changed': async ({ mira }) => (await mira('PATCH', '/issues/APP-5', { body: { title: 'B' } })).status === 409,
  'blocks-each-other': async ({ mira }) => (await link(mira, 'APP-3', 'blocks', 'APP-1')).status === 409,
  'duplicate-stays-open': async ({ mira }) => {
    await link(mira, 'APP-2', 'duplicates', 'APP-1');
    return of(await mira('GET', '/issues/APP-2')).state === 'rejected';
  },
  'link-to-deleted-left': async ({ mira }) => {
    const key = await newIssue(mira);
    await link(mira, 'APP-2', 'relates', key);
    await mira('DELETE', `/issues/${key}`);
    return String(of(await mira('GET', '/issues/APP-2')).links) === '';
  },
  'issue-number-again': async ({ mira }) => {
    const key = await newIssue(mira);
    await mira('DELETE', `/issues/${key}`);
    return (await newIssue(mira)) !== key;
  },
  'work-day-per-issue': async ({ mira }) => {
    const startedAt = '2026-02-10T08:00:00Z';
    await log(mira, 'APP-1', 720, startedAt);
    await log(mira, 'APP-2', 715, startedAt);
    const fits = await log(mira, 'APP-3', 5, startedAt);
    return fits.status === 201 && (await log(mira, 'APP-3', 5, startedAt)).status === 409;
  },
  'issue-number-at-once': async ({ mira }) => {
    const [a, b] = await Promise.all([newIssue(mira), newIssue(mira)]);
    return a !== b;
  },
};

export const sequences: TrackerProbes = { ...projects, ...plans, ...issues };
