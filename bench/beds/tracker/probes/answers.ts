// Probes of answers, of conditions and of what callers may do.
import { etag, header, joined, location, of } from '../../probes.ts';
import { APP, entries, moved, newProject, type TrackerProbes } from './callers.ts';

const responses: TrackerProbes = {
  'project-created-200': async ({ mira }) => (await newProject(mira)).status === 201,
  'issue-location-nested': async ({ mira }) => {
    const made = await mira('POST', `${APP}/issues`, { body: { title: 'A', type: 'task' } });
    return of(await mira('GET', location(made))).key === 'APP-6';
  },
  'not-found-page': async ({ mira }) => of(await mira('GET', '/issues/APP-99')).error === 'not_found',
  'no-challenge': async ({ stranger }) => header(await stranger('GET', '/projects'), 'www-authenticate') === 'Basic realm="tracker"',
  'label-null-left-out': async ({ mira }) => entries(await mira('GET', `${APP}/labels`)).every((label) => 'description' in label),
  'listed-comment-count': async ({ mira }) => joined(entries(await mira('GET', `${APP}/issues`)), 'commentCount') === '2,0,0,0,0',
  'open-count-rejected': async ({ mira }) => of(await mira('GET', APP)).openIssueCount === 3,
  'spent-only-billable': async ({ mira }) => of(await mira('GET', '/issues/APP-1')).spentMinutes === 120,
  'member-joined-again': async ({ mira }) => {
    const got = await mira('PUT', `${APP}/members/ben`, { body: { role: 'reporter' } });
    return of(got).joinedAt === '2026-01-12T08:00:00.000Z';
  },
};

const conditions: TrackerProbes = {
  'project-match-ignored': async ({ mira }) => {
    const old = etag(await mira('GET', APP));
    await mira('PATCH', APP, { body: { name: 'First' } });
    return (await mira('PATCH', APP, { body: { name: 'Second' }, headers: { 'if-match': old } })).status === 412;
  },
  'issue-delete-match-ignored': async ({ mira }) => {
    const refused = await mira('DELETE', '/issues/APP-2', { headers: { 'if-match': '"old"' } });
    return refused.status === 412 && (await mira('GET', '/issues/APP-2')).status === 200;
  },
  'none-match-one-tag': async ({ mira }) => {
    const tags = `"old", ${etag(await mira('GET', APP))}`;
    return (await mira('GET', APP, { headers: { 'if-none-match': tags } })).status === 304;
  },
  'issue-tag-of-its-time': async ({ mira }) => {
    const old = etag(await mira('GET', '/issues/APP-2'));
    await mira('POST', '/issues/APP-2/comments', { body: { body: 'A' } });
    return (await mira('GET', '/issues/APP-2', { headers: { 'if-none-match': old } })).status === 200;
  },
  'head-refused': async ({ mira }) => {
    const [head, get] = [await mira('HEAD', APP), await mira('GET', APP)];
    return head.status === 200 && etag(head) === etag(get) && head.bytes.length === 0;
  },
  'member-none-match-ignored': async ({ mira }) => {
    const got = await mira('PUT', `${APP}/members/ben`, { body: { role: 'lead' }, headers: { 'if-none-match': '*' } });
    return got.status === 412;
  },
};

const accounts: TrackerProbes = {
  'guest-moves-issues': async ({ gus }) => (await moved(gus, 'APP-1', 'review')).status === 403,
  'guest-sees-effort-in-lists': async ({ gus }) =>
    entries(await gus('GET', `${APP}/issues`)).every((issue) => !('spentMinutes' in issue) && !('estimateMinutes' in issue)),
  'issue-of-all': async ({ olaf }) => (await olaf('GET', '/issues/APP-1')).status === 404,
  'comment-of-others-edited': async ({ gus }) => {
    const got = await gus('PATCH', '/issues/APP-1/comments/5b0e7c52-94a1-4c59-8f0e-2d6a1b3c4d01', { body: { body: 'B' } });
    return got.status === 403;
  },
  'private-filter-run': async ({ gus }) => (await gus('GET', '/filters/7e3c2b1a-5d4f-4e6a-9b8c-1f2e3d4c5b07/issues')).status === 404,
  'project-key-of-all': async ({ olaf }) => (await newProject(olaf, { key: 'APP' })).status === 201,
};

export const answers: TrackerProbes = { ...responses, ...conditions, ...accounts };
