// The bed `claims`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { BUMP, CLAIMS, callers, PAYEES, POLICIES, REPORT } from '../../bench/beds/claims/probes/callers.ts';
import { probes } from '../../bench/beds/claims/probes/index.ts';
import { createClaims, documentPath, listen } from '../../bench/beds/claims/server.ts';
import type { Sent } from '../../bench/beds/client.ts';
import { etag, of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = { policyId: POLICIES.motor, claimId: CLAIMS.bump, payeeId: PAYEES.workshop, documentId: REPORT };
const HOME = { policyId: POLICIES.home };
const CRASH = { claimId: CLAIMS.crash };
const LEAK = { claimId: CLAIMS.leak };
const old: Sent = { headers: { 'if-match': '"old"' } };
const { readTwice, change } = taggedBy(judge, ids);

testLists('claims', probes);

test('answers each operation on policies as its document says', async () => {
  const { linden, aspen, assistant } = callers(service.url);
  await call(
    assistant,
    200,
    'listPolicies',
    {},
    { query: '?state=active&product=motor&holder=AINO&inForceOn=2026-05-01&sort=-premium&size=1' },
  );
  const draft = { policyId: String(of(await call(assistant, 201, 'createPolicy', {}, example('createPolicy'))).id) };
  await call(linden, 409, 'createPolicy', {}, example('createPolicy'));
  await call(aspen, 201, 'createPolicy', {}, example('createPolicy'));
  await change(linden, 'getPolicy', 'updatePolicy');
  await call(linden, 201, 'putCover', { ...draft, coverCode: 'theft' }, example('putCover'));
  await call(linden, 200, 'putCover', { ...draft, coverCode: 'theft' }, example('putCover'));
  await call(linden, 422, 'putCover', { ...draft, coverCode: 'fire' }, example('putCover'));
  await call(linden, 204, 'removeCover', { ...draft, coverCode: 'theft' });
  await call(linden, 404, 'removeCover', { ...draft, coverCode: 'theft' });
  await call(linden, 409, 'removeCover', { ...ids, coverCode: 'collision' });
  expect(of(await call(linden, 201, 'addInsured', draft, example('addInsured')))).toMatchObject({ no: 2, plate: 'GB-NL 311' });
  await call(linden, 409, 'addInsured', draft, example('addInsured'));
  await call(linden, 200, 'listInstalments', draft);

  expect(of(await call(linden, 200, 'activatePolicy', draft))).toMatchObject({ state: 'active', premium: 568.97, endsOn: '2027-01-01' });
  await call(linden, 409, 'activatePolicy', draft);
  const schedule = await call(linden, 200, 'listInstalments', draft, { query: '?state=open' });
  expect(schedule.json).toMatchObject({ total: 568.97, _embedded: { instalments: [{ amount: 142.25 }, { amount: 142.24 }, {}, {}] } });
  await call(assistant, 409, 'payInstalment', { ...draft, instalmentNo: 2 }, example('payInstalment'));
  await call(assistant, 422, 'payInstalment', { ...draft, instalmentNo: 1 }, example('payInstalment'));
  await call(assistant, 200, 'payInstalment', { ...draft, instalmentNo: 1 }, { body: { amount: 142.25, paidOn: '2026-01-02' } });
  await call(assistant, 200, 'payInstalment', { ...draft, instalmentNo: 2 }, example('payInstalment'));
  await call(assistant, 404, 'payInstalment', { ...draft, instalmentNo: 5 }, example('payInstalment'));
  expect(of(await call(linden, 200, 'cancelPolicy', draft, example('cancelPolicy')))).toMatchObject({
    state: 'cancelled',
    premiumPaid: 284.49,
  });
  expect(of(await call(linden, 200, 'listInstalments', draft))).toMatchObject({ paid: 284.49, open: 0, waived: 284.48 });
  await call(linden, 409, 'cancelPolicy', draft, example('cancelPolicy'));
  await call(linden, 409, 'updatePolicy', draft, example('updatePolicy'));
  await call(linden, 422, 'updatePolicy', HOME, { body: { holder: { birthDate: '2015-01-01' } } });

  await call(assistant, 200, 'listPayees', {}, { query: '?kind=workshop&blocked=false&q=GARAGE&sort=-paidTotal' });
  await call(linden, 201, 'createPayee', {}, example('createPayee'));
  await call(linden, 409, 'createPayee', {}, example('createPayee'));
  await call(linden, 422, 'createPayee', {}, { body: { kind: 'workshop', name: 'Dock', iban: 'FI4950009420028730' } });
  await call(linden, 200, 'getPayee', ids);
  expect(of(await call(linden, 200, 'updatePayee', ids, { body: { email: 'garage@example.org' } }))).toMatchObject({
    ibanEnding: '07L5',
    paidTotal: 400,
  });
});

test('answers each operation on claims as its document says', async () => {
  const { linden, aspen, assistant } = callers(service.url);
  await call(assistant, 201, 'reportClaim', {}, example('reportClaim'));
  await call(aspen, 422, 'reportClaim', {}, example('reportClaim'));
  await call(
    assistant,
    200,
    'listClaims',
    {},
    {
      query: `?state=reported,assessed&policyId=${POLICIES.motor}&cover=liability&occurredFrom=2026-02-03&occurredTo=2026-02-03&tag=telephone&sort=-estimateTotal`,
    },
  );
  await change(linden, 'getClaim', 'updateClaim');
  expect(of(await call(assistant, 201, 'addDamage', ids, example('addDamage')))).toMatchObject({ no: 2, accepted: null });
  await call(linden, 428, 'assessClaim', ids, example('assessClaim'));
  await call(linden, 412, 'assessClaim', ids, { ...example('assessClaim'), ...old });
  const tagged: Sent = { headers: { 'if-match': etag(await linden('GET', BUMP)) } };
  await call(linden, 422, 'assessClaim', ids, { ...example('assessClaim'), ...tagged });
  const items = [1, 2].map((damageNo) => ({ damageNo, accepted: 450.25 }));
  const assessed = await call(linden, 200, 'assessClaim', ids, { body: { items, assessor: 'Outi Heino' }, ...tagged });
  expect(of(assessed)).toMatchObject({ state: 'assessed', reserve: 900.5, outstanding: 900.5, estimateTotal: 2380.5 });
  await call(linden, 200, 'setReserve', ids, example('setReserve'));
  await call(linden, 422, 'setReserve', ids, { body: { amount: 900, reason: 'Lower' } });

  await call(linden, 201, 'payClaim', ids, example('payClaim'));
  await call(linden, 409, 'payClaim', ids, example('payClaim'));
  await call(assistant, 200, 'listPayments', ids, { query: '?state=executed' });
  await call(linden, 201, 'recordRecovery', ids, example('recordRecovery'));
  expect(of(await call(linden, 200, 'getClaim', ids))).toMatchObject({ reserve: 2000, paidTotal: 500, outstanding: 400.5, netCost: 350 });
  await call(linden, 409, 'reversePayment', { ...ids, paymentNo: 1 }, example('reversePayment'));
  await call(linden, 200, 'reversePayment', { ...CRASH, paymentNo: 1 }, example('reversePayment'));
  expect(of(await call(linden, 200, 'getClaim', CRASH))).toMatchObject({ reserve: 1000, paidTotal: 0, outstanding: 1000 });

  const file = await call(assistant, 201, 'attachDocument', ids, example('attachDocument'));
  expect(of(file)).toMatchObject({ size: 13, mediaType: 'text/plain' });
  await call(assistant, 409, 'attachDocument', ids, example('attachDocument'));
  const sent = await call(assistant, 200, 'getDocument', { documentId: String(of(file).id) });
  expect(sent.bytes.toString()).toBe('Bumper 900.00');
  await readTwice(assistant, 'getDocument');

  await call(linden, 409, 'closeClaim', ids, { body: { outcome: 'settled' } });
  await call(linden, 200, 'closeClaim', CRASH, example('closeClaim'));
  await call(linden, 409, 'updateClaim', CRASH, example('updateClaim'));
  expect(of(await call(linden, 200, 'reopenClaim', CRASH, example('reopenClaim')))).toMatchObject({ state: 'assessed', reserve: 1000 });
  expect(of(await call(linden, 200, 'reopenClaim', LEAK, example('reopenClaim')))).toMatchObject({ state: 'assessed', reserve: 0 });
  await call(linden, 200, 'closeClaim', LEAK, { body: { outcome: 'settled', note: 'As before.' } });
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { linden, aspen, assistant, stranger } = callers(service.url);
  await call(stranger, 401, 'listPolicies');
  await call(assistant, 403, 'activatePolicy', ids);
  await call(assistant, 403, 'createPayee', {}, example('createPayee'));
  await call(aspen, 404, 'getPolicy', ids);
  await call(linden, 404, 'getPolicy', { policyId: 'ABC' });
  await call(linden, 400, 'listClaims', {}, { query: '?page=0' });
  await call(linden, 400, 'listClaims', {}, { query: '?size=1&size=2' });
  await call(linden, 400, 'createPolicy', {}, { raw: '{', type: 'application/json' });
  await call(linden, 413, 'createPolicy', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(linden, 415, 'createPolicy', {}, { raw: '{}', type: 'text/plain' });
  const { json } = await call(linden, 400, 'createPolicy', {}, { body: { covers: [{ limit: 0 }] } });
  expect(json).toMatchObject({ messages: expect.arrayContaining([expect.objectContaining({ attribute: 'covers[0].limit' })]) });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createClaims, callers)).toEqual([]);
});
