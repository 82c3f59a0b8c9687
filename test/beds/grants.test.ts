// The bed `grants`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Send } from '../../bench/beds/client.ts';
import { approval, callers, kite, payment, REPORT, readyDraft, repayment, scored } from '../../bench/beds/grants/probes/callers.ts';
import { probes } from '../../bench/beds/grants/probes/index.ts';
import { numberOf, organisationId, programmeId, reviewerId } from '../../bench/beds/grants/seeds.ts';
import { createGrants, documentPath, listen } from '../../bench/beds/grants/server.ts';
import { etag, of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const ids = { programmeId: programmeId(1), organisationId: organisationId(1), number: numberOf(1), reviewerId: reviewerId(1) };
const numbered = (number: number): { number: string } => ({ number: numberOf(number) });

/** Reads a thing, and reads it again with its tag. */
async function readTwice(send: Send, operation: string, path: Readonly<Record<string, string>>): Promise<string> {
  const tag = etag(await call(send, 200, operation, path));
  await call(send, 304, operation, path, { headers: { 'if-none-match': tag } });
  return tag;
}

/** Changes a thing with an old tag, and with the right one. */
async function change(send: Send, readId: string, changeId: string): Promise<void> {
  const tag = await readTwice(send, readId, ids);
  await call(send, 412, changeId, ids, { ...example(changeId), headers: { 'if-match': '"old"' } });
  await call(send, 200, changeId, ids, { ...example(changeId), headers: { 'if-match': tag } });
}

testLists('grants', probes);

test('takes an application from the programme to the decision as its document says', async () => {
  const { willow, heron, assistant } = callers(service.url);
  await call(assistant, 200, 'listProgrammes', {}, { query: '?theme=music&hasOpenRound=true&sort=-title' });
  await call(willow, 201, 'createProgramme', {}, example('createProgramme'));
  await call(willow, 409, 'createProgramme', {}, example('createProgramme'));
  await call(willow, 201, 'createRound', ids, example('createRound'));
  await call(willow, 409, 'createRound', ids, example('createRound'));
  await readTwice(assistant, 'getProgramme', ids);
  await call(assistant, 200, 'listOrganisations', {}, { query: '?q=MILL&type=charity&country=PT&includeDeleted=true&sort=-createdAt' });
  const kitchen = await call(assistant, 201, 'createOrganisation', {}, example('createOrganisation'));
  await call(assistant, 409, 'createOrganisation', {}, example('createOrganisation'));
  await change(assistant, 'getOrganisation', 'updateOrganisation');
  await call(willow, 409, 'deleteOrganisation', ids);
  const made = { organisationId: String(of(kitchen).id) };
  await call(willow, 204, 'deleteOrganisation', made);
  await call(willow, 409, 'updateOrganisation', made, example('updateOrganisation'));
  await call(willow, 200, 'restoreOrganisation', made);
  await call(willow, 409, 'restoreOrganisation', made);
  await call(assistant, 201, 'createApplication', {}, example('createApplication'));
  await change(assistant, 'getApplication', 'updateApplication');
  await change(assistant, 'getApplication', 'replaceBudget');
  await call(heron, 404, 'getApplication', ids);
  await call(assistant, 201, 'addAttachment', ids, example('addAttachment'));
  await call(assistant, 409, 'addAttachment', ids, example('addAttachment'));
  await call(assistant, 200, 'submitApplication', ids, { headers: { 'acting-person': 'clara@mill-theatre.example' } });
  await call(assistant, 409, 'submitApplication', ids);
  await call(assistant, 409, 'replaceBudget', ids, example('replaceBudget'));
  await call(assistant, 201, 'createNote', ids, example('createNote'));
  const reviewer = await call(willow, 201, 'createReviewer', {}, example('createReviewer'));
  await call(willow, 409, 'createReviewer', {}, example('createReviewer'));
  await call(willow, 409, 'decideApplication', ids, example('decideApplication'));
  await call(assistant, 201, 'writeReview', { ...ids, reviewerId: String(of(reviewer).id) }, example('writeReview'));
  await call(assistant, 201, 'writeReview', ids, scored());
  await call(assistant, 200, 'writeReview', ids, example('writeReview'));
  const decided = await call(willow, 200, 'decideApplication', ids, example('decideApplication'));
  expect(of(decided)).toMatchObject({
    state: 'approved',
    requestedCents: 900_000,
    averageScore: 4.17,
    decision: { awardedCents: 600_000 },
  });
  const trail = await call(assistant, 200, 'listTrail', ids, { query: '?skip=1&take=3' });
  expect(trail.json).toMatchObject([{ to: 'submitted', by: 'clara@mill-theatre.example' }, { by: 'Mila Novak' }, { to: 'in-review' }]);
  await call(assistant, 200, 'withdrawApplication', numbered(2), example('withdrawApplication'));
  await call(assistant, 409, 'withdrawApplication', numbered(2), example('withdrawApplication'));
  const { json } = await call(assistant, 200, 'listApplications', {}, { query: '?state=withdrawn,rejected&tag=music&sort=-number' });
  expect(json).toMatchObject([{ state: 'rejected' }, { state: 'withdrawn' }]);
});

test('pays and changes a grant as its document says', async () => {
  const { willow, assistant } = callers(service.url);
  const tag = await readTwice(assistant, 'getGrant', numbered(4));
  const report = await call(assistant, 201, 'submitReport', numbered(4), example('submitReport'));
  await call(assistant, 409, 'submitReport', numbered(4), REPORT);
  const assessed = { ...numbered(4), reportId: String(of(report).id) };
  await call(assistant, 422, 'assessReport', assessed, { body: { verdict: 'returned' } });
  await call(assistant, 200, 'assessReport', assessed, { body: { verdict: 'returned', remark: 'Where are the receipts?' } });
  await call(assistant, 409, 'assessReport', assessed, example('assessReport'));
  const second = await call(assistant, 201, 'submitReport', numbered(4), REPORT);
  await call(assistant, 200, 'assessReport', { ...assessed, reportId: String(of(second).id) }, example('assessReport'));
  await call(willow, 409, 'recordTransaction', numbered(4), payment(3));
  await call(willow, 201, 'recordTransaction', numbered(4), payment(2));
  await call(willow, 200, 'recordTransaction', numbered(4), payment(2));
  await call(willow, 409, 'recordTransaction', numbered(4), repayment(1000));
  await call(willow, 201, 'recordTransaction', numbered(5), example('recordTransaction'));
  const move = { kind: 'reallocation', reason: 'Cheaper lights.', fromCode: 'EQ-01', toCode: 'ST-01', cents: 50_000 };
  const request = await call(assistant, 201, 'requestChange', numbered(4), { body: move });
  await call(assistant, 409, 'requestChange', numbered(4), example('requestChange'));
  const resolved = { ...numbered(4), changeRequestId: String(of(request).id) };
  await call(willow, 200, 'resolveChange', resolved, example('resolveChange'));
  await call(willow, 409, 'resolveChange', resolved, example('resolveChange'));
  const after = await call(assistant, 200, 'getGrant', numbered(4), { headers: { 'if-none-match': tag } });
  expect(of(after)).toMatchObject({
    paidCents: 700_000,
    state: 'active',
    budget: [{ cents: 750_000 }, { cents: 150_000 }, { cents: 100_000 }],
  });
  await call(willow, 409, 'requestChange', numbered(5), example('requestChange'));
  const { json } = await call(assistant, 200, 'listGrants', {}, { query: '?state=completed&dueBefore=2030-01-01&sort=-awardedCents' });
  expect(json).toEqual([]);
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { willow, heron, assistant, stranger } = callers(service.url);
  await call(stranger, 401, 'listGrants');
  await call(assistant, 403, 'createReviewer', {}, example('createReviewer'));
  await call(willow, 400, 'listGrants', {}, { query: '?take=5&take=6' });
  await call(willow, 400, 'createNote', numbered(1), { ...example('createNote'), headers: { 'acting-person': 'Clara' } });
  await call(willow, 400, 'createOrganisation', {}, { raw: '{', type: 'application/json' });
  await call(willow, 413, 'createOrganisation', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(willow, 415, 'createOrganisation', {}, { raw: '{}', type: 'text/plain' });
  await call(willow, 422, 'createOrganisation', {}, kite({ colour: 'red' }));
  await call(willow, 422, 'recordTransaction', numbered(6), { body: { ...repayment(1).body, bookedOn: '2199-01-01' } });
  await call(heron, 422, 'createApplication', {}, example('createApplication'));
  await call(willow, 404, 'getProgramme', { programmeId: '7' });
});

test('awards at most what is requested', async () => {
  const { willow } = callers(service.url);
  const path = await readyDraft(willow, { organisationId: String(of(await willow('POST', '/organisations', kite())).id) });
  const number = path.split('/').at(-1) ?? '';
  await call(willow, 200, 'submitApplication', { number });
  await call(willow, 201, 'writeReview', { ...ids, number }, scored());
  await call(willow, 422, 'decideApplication', { number }, approval(250_000, 250_001));
  await call(willow, 200, 'decideApplication', { number }, approval(250_000, 250_000));
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createGrants, callers)).toEqual([]);
});
