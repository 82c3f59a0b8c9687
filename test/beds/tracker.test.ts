// The bed `tracker`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Sent } from '../../bench/beds/client.ts';
import { etag, joined, location, of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { callers, entries } from '../../bench/beds/tracker/probes/callers.ts';
import { probes } from '../../bench/beds/tracker/probes/index.ts';
import { createTracker, documentPath, listen } from '../../bench/beds/tracker/server.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = { projectKey: 'APP', issueKey: 'APP-1', handle: 'nora', labelSlug: 'crash', milestoneNumber: 1 };
const COMMENT = '5b0e7c52-94a1-4c59-8f0e-2d6a1b3c4d01';
const LINK = { issueKey: 'APP-3', linkId: '0c9d4e11-7a35-4f7b-b6a2-90ab12cd3402' };
const BUGS = { filterId: '7e3c2b1a-5d4f-4e6a-9b8c-1f2e3d4c5b03' };
const OLD_SERVERS = { projectKey: 'OPS', issueKey: 'OPS-1' };
const old: Sent = { headers: { 'if-match': '"old"' } };
const to = (state: string, more: object = {}): Sent => ({ body: { to: state, ...more } });
const { readTwice, change } = taggedBy(judge, ids);

testLists('tracker', probes);

test('keeps projects and their people as its document says', async () => {
  const { mira, olaf } = callers(service.url);
  const query = '?archived=false&sortBy=name&sortOrder=descending&startIndex=1&count=1';
  expect(of(await call(mira, 200, 'listProjects', {}, { query }))).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 });
  expect(of(await call(mira, 200, 'listProjects', {}, { query: '?startIndex=9' }))).toMatchObject({ totalResults: 2, itemsPerPage: 0 });
  const made = await call(mira, 201, 'createProject', {}, example('createProject'));
  const settings = { estimation: 'points', allowReopen: true, wipLimit: 5 };
  expect(of(made)).toMatchObject({ settings, archived: false, issueCount: 0, components: ['checkout', 'catalogue'] });
  await call(mira, 409, 'createProject', {}, example('createProject'));
  await call(olaf, 201, 'createProject', {}, example('createProject'));
  const shop = { projectKey: 'SHOP' };
  const reset = await call(mira, 200, 'updateProject', shop, { body: { settings: {}, description: null } });
  expect(of(reset)).toMatchObject({ description: null, settings: { estimation: 'none', allowReopen: true, wipLimit: null } });
  expect(joined(entries(await call(mira, 200, 'listMembers', shop)), 'role')).toBe('lead');
  await call(mira, 409, 'setMember', { ...shop, handle: 'mira' }, { body: { role: 'developer' } });
  await call(mira, 412, 'deleteProject', shop, old);
  await call(mira, 204, 'deleteProject', shop);
  await call(mira, 404, 'getProject', shop);
  await change(mira, 'getProject', 'updateProject');
  await call(mira, 409, 'deleteProject', ids);

  await call(mira, 409, 'updateProject', OLD_SERVERS, example('updateProject'));
  await call(mira, 409, 'createIssue', OLD_SERVERS, { body: { title: 'A', type: 'task' } });
  await call(mira, 409, 'createLink', ids, { body: { type: 'relates', target: 'OPS-1' } });
  await call(mira, 200, 'updateProject', OLD_SERVERS, { body: { archived: false, name: 'New servers' } });
  await call(mira, 201, 'createComment', OLD_SERVERS, example('createComment'));

  await call(mira, 201, 'setMember', ids, example('setMember'));
  expect(of(await call(mira, 200, 'setMember', ids, { body: { role: 'lead' } })).weeklyHours).toBe(null);
  await call(mira, 412, 'setMember', ids, { ...example('setMember'), headers: { 'if-none-match': '*' } });
  expect(entries(await call(mira, 200, 'listMembers', ids, { query: '?role=lead' }))).toHaveLength(2);
  await call(mira, 204, 'removeMember', ids);
  await call(mira, 404, 'removeMember', ids);
});

test('keeps labels and milestones as its document says', async () => {
  const { mira, gus } = callers(service.url);
  await call(mira, 201, 'createLabel', ids, example('createLabel'));
  await call(mira, 409, 'createLabel', ids, example('createLabel'));
  expect(joined(entries(await call(gus, 200, 'listLabels', ids)), 'slug')).toBe('crash,good-first-issue,ui');
  const body = { title: 'Sooner', startsOn: '2026-04-01', dueOn: '2026-03-31' };
  await call(mira, 422, 'createMilestone', ids, { body });
  const made = await call(mira, 201, 'createMilestone', ids, example('createMilestone'));
  expect(of(made)).toMatchObject({ number: 3, state: 'open', openIssues: 0, closedIssues: 0 });
  await call(mira, 409, 'createMilestone', ids, example('createMilestone'));
  expect(joined(entries(await call(gus, 200, 'listMilestones', ids, { query: '?state=closed' })), 'closedIssues')).toBe('1');
  expect(of(await call(mira, 200, 'updateMilestone', ids, example('updateMilestone')))).toMatchObject({ openIssues: 1 });
  await call(mira, 409, 'updateMilestone', ids, { body: { title: 'Beta' } });
  await call(mira, 200, 'updateMilestone', { ...ids, milestoneNumber: 3 }, { body: { state: 'closed' } });
  await call(mira, 404, 'updateMilestone', { ...ids, milestoneNumber: 9 }, { body: { state: 'closed' } });
});

test('keeps issues and what is said about them as its document says', async () => {
  const { mira, gus } = callers(service.url);
  const filters = '?state=inProgress,review&type=bug&assignee=ben&label=ui&milestone=1&q=APP&dueBefore=2026-04-01&sortBy=updatedAt';
  expect(joined(entries(await call(gus, 200, 'listIssues', ids, { query: filters })), 'key')).toBe('APP-1');
  const made = await call(mira, 201, 'createIssue', ids, example('createIssue'));
  expect(of(made)).toMatchObject({ key: 'APP-6', state: 'open', reporter: 'mira', points: 2.5, spentMinutes: 0, closedAt: null });
  expect(location(made)).toBe('/issues/APP-6');
  const issue = { issueKey: 'APP-6' };
  for (const wrong of [{ assignee: 'nora' }, { labels: ['unknown'] }, { milestone: 9 }])
    await call(mira, 422, 'createIssue', ids, { body: { title: 'A', type: 'bug', ...wrong } });
  await call(mira, 409, 'createIssue', ids, { body: { title: 'A', type: 'bug', milestone: 2 } });
  await change(mira, 'getIssue', 'updateIssue');
  const minimal = await call(mira, 204, 'updateIssue', issue, { body: { points: null }, headers: { prefer: 'return=minimal' } });
  expect(etag(minimal)).toBe(etag(await call(mira, 200, 'getIssue', issue)));
  expect(of(await call(gus, 200, 'getIssue', issue))).not.toHaveProperty('estimateMinutes');

  expect(of(await call(mira, 200, 'transitionIssue', issue, example('transitionIssue')))).toMatchObject({ commentCount: 1 });
  await call(mira, 409, 'updateIssue', issue, { body: { assignee: null } });
  await call(mira, 409, 'transitionIssue', issue, to('done'));
  await call(mira, 200, 'transitionIssue', issue, to('review'));
  const done = of(await call(mira, 200, 'transitionIssue', issue, to('done')));
  expect(done.closedAt).toBe(done.updatedAt);
  await call(mira, 409, 'updateIssue', issue, { body: { title: 'B' } });
  await call(mira, 409, 'logWork', issue, example('logWork'));
  await call(mira, 200, 'updateProject', ids, { body: { settings: { allowReopen: false } } });
  await call(mira, 409, 'transitionIssue', issue, to('open'));
  await call(mira, 200, 'updateProject', ids, { body: { settings: {} } });
  expect(of(await call(mira, 200, 'transitionIssue', issue, to('open')))).toMatchObject({ state: 'open', closedAt: null });
  await call(mira, 400, 'transitionIssue', issue, to('rejected'));
  expect(of(await call(mira, 200, 'transitionIssue', issue, to('rejected', { reason: 'Seen once.' })))).toMatchObject({
    reason: 'Seen once.',
  });

  const comment = of(await call(gus, 201, 'createComment', issue, example('createComment')));
  const pinned = await call(gus, 200, 'updateComment', { ...issue, commentId: String(comment.id) }, { body: { pinned: true } });
  expect(of(pinned).editedAt).toBe(null);
  expect(joined(entries(await call(mira, 200, 'listComments', issue)), 'author')).toBe('gus,mira');
  const edited = await call(mira, 200, 'updateComment', { ...ids, commentId: COMMENT }, example('updateComment'));
  expect(of(edited).editedAt).not.toBe(null);
  await call(mira, 412, 'deleteIssue', issue, old);
  await call(mira, 409, 'deleteIssue', ids);
  await call(mira, 204, 'deleteIssue', issue);
});

test('keeps links, work and filters as its document says', async () => {
  const { mira, gus } = callers(service.url);
  expect(of(await call(mira, 201, 'createLink', ids, example('createLink')))).toMatchObject({ direction: 'outward', issue: 'APP-4' });
  await call(mira, 409, 'createLink', ids, example('createLink'));
  await call(mira, 201, 'createLink', ids, { body: { type: 'relates', target: 'APP-2' } });
  await call(mira, 409, 'createLink', { issueKey: 'APP-2' }, { body: { type: 'relates', target: 'APP-1' } });
  for (const target of ['APP-1', 'APP-99', 'SITE-1']) await call(mira, 422, 'createLink', ids, { body: { type: 'relates', target } });
  await call(mira, 204, 'deleteLink', LINK);
  await call(mira, 404, 'deleteLink', { ...LINK, issueKey: 'APP-1' });
  expect(of(await call(mira, 201, 'addAttachment', ids, example('addAttachment')))).toMatchObject({ sha256: null, addedBy: 'mira' });
  await call(mira, 409, 'addAttachment', ids, example('addAttachment'));
  for (const fileName of ['a', 'b', 'c', 'd'])
    await call(mira, 201, 'addAttachment', ids, { body: { fileName, mediaType: 'text/plain', size: 1 } });
  await call(mira, 409, 'addAttachment', ids, { body: { fileName: 'e', mediaType: 'text/plain', size: 1 } });
  expect(of(await call(mira, 201, 'logWork', ids, example('logWork'))).startedAt).toBe('2026-02-10T08:15:00.000Z');
  for (const startedAt of ['2999-01-01T00:00:00Z', '2000-01-01T00:59:59+01:00'])
    await call(mira, 422, 'logWork', ids, { body: { minutes: 5, startedAt } });
  const logs = of(await call(mira, 200, 'listWorkLogs', ids, { query: '?from=2026-02-03&count=1' }));
  expect(logs).toMatchObject({ totalResults: 2, itemsPerPage: 1, totalMinutes: 75 });
  expect(of(await call(mira, 200, 'getIssue', ids)).spentMinutes).toBe(165);
  expect(joined(entries(await call(gus, 200, 'listFilters')), 'name')).toBe('Bugs');
  await call(gus, 201, 'createFilter', {}, example('createFilter'));
  await call(mira, 201, 'createFilter', {}, example('createFilter'));
  await call(mira, 409, 'createFilter', {}, example('createFilter'));
  expect(joined(entries(await call(gus, 200, 'listFilterIssues', BUGS)), 'key')).toBe('APP-1,APP-4');
  await call(mira, 204, 'deleteLabel', ids);
  await call(mira, 404, 'deleteLabel', ids);
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { mira, olaf, gus, stranger } = callers(service.url);
  await readTwice(gus, 'getIssue');
  await call(stranger, 401, 'listProjects');
  await call(gus, 403, 'createIssue', ids, example('createIssue'));
  await call(gus, 403, 'listWorkLogs', ids);
  await call(gus, 403, 'updateComment', { ...ids, commentId: COMMENT }, example('updateComment'));
  await call(olaf, 404, 'getProject', ids);
  await call(mira, 404, 'getProject', { projectKey: 'app' });
  await call(mira, 404, 'getIssue', { issueKey: 'APP-01' });
  await call(mira, 400, 'listIssues', ids, { query: '?count=0' });
  await call(mira, 400, 'listIssues', ids, { query: '?q=aa&q=bb' });
  await call(mira, 400, 'createProject', {}, { raw: '{', type: 'application/json' });
  await call(mira, 413, 'createProject', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(mira, 415, 'createProject', {}, { raw: '{}', type: 'text/plain' });
  const refused = await call(mira, 400, 'createProject', {}, { body: { key: 'NEW', name: '', settings: { wipLimit: 0 } } });
  const fields = (of(refused).fields as readonly { readonly path: string }[]).map(({ path }) => path);
  expect(fields.toSorted()).toEqual(['/name', '/settings/wipLimit']);
  expect((await mira('PUT', '/filters')).headers.get('allow')).toBe('GET, HEAD, POST');
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createTracker, callers)).toEqual([]);
});
