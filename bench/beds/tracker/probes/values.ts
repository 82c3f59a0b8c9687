// Probes of values: near their limits, and rich ones.
import { of, same, times } from '../../probes.ts';
import { APP, entries, gets, log, newIssue, newProject, type TrackerProbes } from './callers.ts';

const project = { key: 'NEW', name: 'New' };
const issue = { title: 'A', type: 'task' };
const NIGHT = '2026-02-10T00:30:00+02:00';

const limits: TrackerProbes = {
  'project-key-of-ten': gets(201, 'POST', '/projects', { ...project, key: 'ABCDEFGH12' }),
  'project-name-of-81': gets(400, 'POST', '/projects', { ...project, name: 'n'.repeat(81) }),
  'components-repeated': gets(400, 'POST', '/projects', { ...project, components: ['a', 'b', 'a'] }),
  'component-empty': gets(400, 'POST', '/projects', { ...project, components: ['a', ''] }),
  'workday-in-steps': gets(400, 'POST', '/projects', { ...project, workdayHours: 7.6 }),
  'workday-of-24': gets(201, 'POST', '/projects', { ...project, workdayHours: 24 }),
  'settings-unknown': gets(400, 'POST', '/projects', { ...project, settings: { colour: 'red' } }),
  'wip-limit-null': gets(201, 'POST', '/projects', { ...project, settings: { wipLimit: null } }),
  'homepage-any-text': gets(400, 'PATCH', APP, { homepage: 'our page' }),
  'weekly-hours-zero': gets(201, 'PUT', `${APP}/members/nora`, { role: 'developer', weeklyHours: 0 }),
  'role-unknown': gets(400, 'PUT', `${APP}/members/nora`, { role: 'observer' }),
  'label-without-color': gets(400, 'POST', `${APP}/labels`, { slug: 'new', name: 'New' }),
  'label-slug-dash': gets(400, 'POST', `${APP}/labels`, { slug: 'new-', name: 'New', color: '#123456' }),
  'milestone-no-such-day': gets(400, 'POST', `${APP}/milestones`, { title: 'New', dueOn: '2026-02-30' }),
  'issue-seven-labels': async ({ mira }) => {
    const labels = times(7, (index) => `label-${index}`);
    for (const slug of labels) await mira('POST', `${APP}/labels`, { body: { slug, name: slug, color: '#123456' } });
    const six = await mira('PATCH', '/issues/APP-2', { body: { labels: labels.slice(1) } });
    return six.status === 200 && (await mira('PATCH', '/issues/APP-2', { body: { labels } })).status === 400;
  },
  'estimate-as-text': gets(400, 'POST', `${APP}/issues`, { ...issue, estimateMinutes: '60' }),
  'field-as-number': gets(400, 'POST', `${APP}/issues`, { ...issue, fields: { build: 4711 } }),
  'issue-no-changes': gets(400, 'PATCH', '/issues/APP-2', {}),
  'work-of-no-time': gets(400, 'POST', '/issues/APP-2/workLogs', { minutes: 0, startedAt: NIGHT }),
  'work-without-offset': gets(400, 'POST', '/issues/APP-2/workLogs', { minutes: 5, startedAt: '2026-02-10T09:15:00' }),
  'attachment-largest': gets(201, 'POST', '/issues/APP-2/attachments', {
    fileName: 'film',
    mediaType: 'video/mp4',
    size: 5_368_709_120,
  }),
  'count-over-100': async ({ mira }) => {
    const most = await mira('GET', '/filters?count=100');
    return most.status === 200 && (await mira('GET', '/filters?count=101')).status === 400;
  },
  'prefer-anything': async ({ mira }) => {
    const got = await mira('PATCH', '/issues/APP-2', { body: { title: 'B' }, headers: { prefer: 'return=nothing' } });
    return got.status === 400;
  },
  'comment-as-text': async ({ mira }) => {
    const got = await mira('POST', '/issues/APP-2/comments', { raw: '{"body":"A"}', type: 'text/plain' });
    return got.status === 415;
  },
};

const rich: TrackerProbes = {
  'title-in-code-units': async ({ mira }) => {
    const title = '🐞'.repeat(120);
    const made = await mira('POST', `${APP}/issues`, { body: { ...issue, title } });
    return made.status === 201 && of(made).title === title;
  },
  'description-composed': async ({ mira }) => {
    const description = 'Cafe\u0301 \u05d0\u05d1';
    return of(await mira('PATCH', '/issues/APP-2', { body: { description } })).description === description;
  },
  'points-zero-lost': async ({ mira }) => {
    const key = await newIssue(mira, { points: 0 });
    return of(await mira('GET', `/issues/${key}`)).points === 0;
  },
  'fields-merged': async ({ mira }) => {
    const got = await mira('PATCH', '/issues/APP-1', { body: { fields: { build: '12' } } });
    return same(of(got).fields, { build: '12' });
  },
  'attachment-size-32-bits': async ({ mira }) => {
    const body = { fileName: 'film', mediaType: 'video/mp4', size: 3_000_000_000 };
    return of(await mira('POST', '/issues/APP-2/attachments', { body })).size === 3_000_000_000;
  },
  'file-name-latin': async ({ mira }) => {
    const body = { fileName: 'Łódź 地図 🗺.png', mediaType: 'image/png', size: 1 };
    return of(await mira('POST', '/issues/APP-2/attachments', { body })).fileName === body.fileName;
  },
  'components-sorted': async ({ mira }) => {
    const components = ['web', 'api', 'docs'];
    return same(of(await newProject(mira, { components })).components, components);
  },
  'work-zone-dropped': async ({ mira }) => {
    await log(mira, 'APP-2', 5, NIGHT);
    const [found] = entries(await mira('GET', '/issues/APP-2/workLogs'));
    return found?.startedAt === '2026-02-09T22:30:00.000Z';
  },
};

export const values: TrackerProbes = { ...limits, ...rich };
