// The bed `museum`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Sent } from '../../bench/beds/client.ts';
import { callers } from '../../bench/beds/museum/probes/callers.ts';
import { probes } from '../../bench/beds/museum/probes/index.ts';
import { createMuseum, documentPath, listen } from '../../bench/beds/museum/server.ts';
import { of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = { accession: '1998.1', code: 'ST-001', exhibition: 'E102', reference: 'LO-2026-001', treatment: 'T0001' };
const old: Sent = { headers: { 'if-match': '"old"' } };
const { readTwice, change } = taggedBy(judge, ids);

testLists('museum', probes);

test('keeps the record of objects as its document says', async () => {
  const { linden, assistant } = callers(service.url);
  for (const id of ['listObjects', 'listLocations', 'listExhibitions']) await call(assistant, 200, id);
  await call(linden, 200, 'listLoans');
  await call(linden, 200, 'listObjects', {}, { query: '?status=deaccessioned' });
  const query = '?q=harbour&classification=painting&status=stored&location=ST-001&madeFrom=1800&madeTo=1900&fitToTravel=true&sort=-title';
  expect(of(await call(linden, 200, 'listObjects', {}, { query }))).toMatchObject({ info: { total: 1, pages: 1, next: null } });
  const made = await call(linden, 201, 'registerObject', {}, example('registerObject'));
  expect(of(made)).toMatchObject({ accession: '1998.3', status: 'stored', movementCount: 1, valuation: null });
  await change(linden, 'getObject', 'updateObject');
  expect(of(await call(assistant, 200, 'getObject', ids))).not.toHaveProperty('valuation');
  const patched = await call(linden, 200, 'updateObject', { accession: '1998.3' }, example('updateObject'));
  expect(of(patched)).toMatchObject({ maker: { born: 1841, died: 1908 }, identifiers: { catalogue: 'B 112', loan: 'A7' } });
  await call(linden, 200, 'setValuation', ids, example('setValuation'));
  await call(linden, 409, 'setValuation', ids, { body: { value: 1, valuedOn: '2020-01-01', appraiser: 'A', basis: 'market' } });
  const first = await call(linden, 201, 'setValuation', { accession: '1998.3' }, example('setValuation'));
  expect(of(first).change).toBeNull();
  await call(linden, 200, 'deaccessionObject', { accession: '1998.3' }, example('deaccessionObject'));
  await call(linden, 409, 'deaccessionObject', { accession: '1998.3' }, example('deaccessionObject'));
  await call(assistant, 200, 'listConditions', ids);
  await call(assistant, 201, 'reportCondition', ids, example('reportCondition'));
  expect(of(await call(assistant, 200, 'getObject', ids))).toMatchObject({ condition: 'fair', fitToTravel: false });
  await call(assistant, 201, 'moveObject', ids, example('moveObject'));
  await call(assistant, 409, 'moveObject', ids, example('moveObject'));
  await call(assistant, 200, 'listMovements', ids, { query: '?reason=treatment&size=1' });
});

test('treats objects, and sets up locations, as its document says', async () => {
  await service.restart();
  const { linden, assistant } = callers(service.url);
  await call(linden, 201, 'proposeTreatment', ids, example('proposeTreatment'));
  await call(linden, 409, 'proposeTreatment', ids, example('proposeTreatment'));
  await call(linden, 200, 'setTreatmentStatus', ids, example('setTreatmentStatus'));
  await call(linden, 409, 'setTreatmentStatus', ids, example('setTreatmentStatus'));
  await call(linden, 200, 'setTreatmentStatus', ids, { body: { status: 'in-progress' } });
  await call(linden, 200, 'setTreatmentStatus', ids, { body: { status: 'done', workedHours: 3.5, grade: 'good' } });
  expect(of(await call(assistant, 200, 'getTreatment', ids))).toMatchObject({ status: 'done', cost: 210 });
  await call(assistant, 200, 'listLocations', {}, { query: '?kind=gallery&minFree=1' });
  await readTwice(assistant, 'getLocation');
  await call(linden, 201, 'saveLocation', { code: 'GA-110' }, example('saveLocation'));
  await call(linden, 412, 'saveLocation', { code: 'GA-110' }, { ...example('saveLocation'), headers: { 'if-none-match': '*' } });
  await call(linden, 412, 'saveLocation', { code: 'GA-111' }, { ...example('saveLocation'), ...old });
  await call(linden, 200, 'saveLocation', { code: 'GA-110' }, example('saveLocation'));
  await call(linden, 409, 'deleteLocation', ids);
  await call(linden, 204, 'deleteLocation', { code: 'GA-110' });
  await call(linden, 404, 'getLocation', { code: 'GA-110' });
});

test('shows objects in exhibitions as its document says', async () => {
  const { linden, assistant } = callers(service.url);
  await call(assistant, 200, 'listExhibitions', {}, { query: '?status=planned&on=2031-05-01&room=GA-102' });
  await call(linden, 201, 'createExhibition', {}, example('createExhibition'));
  await call(linden, 409, 'createExhibition', {}, example('createExhibition'));
  await change(linden, 'getExhibition', 'updateExhibition');
  await call(linden, 409, 'setExhibitionStatus', ids, example('setExhibitionStatus'));
  await call(linden, 201, 'addExhibit', ids, example('addExhibit'));
  await call(linden, 204, 'removeExhibit', ids);
  await call(linden, 404, 'removeExhibit', ids);
  await call(linden, 201, 'addExhibit', ids, example('addExhibit'));
  const group = of(await call(linden, 201, 'bookGroup', ids, example('bookGroup')));
  expect(group).toMatchObject({ people: 23, price: 153 });
  await call(linden, 200, 'setExhibitionStatus', ids, example('setExhibitionStatus'));
  expect(of(await call(assistant, 200, 'getObject', ids))).toMatchObject({ location: 'GA-102', status: 'displayed' });
  expect(of(await call(linden, 200, 'setExhibitionStatus', ids, { body: { status: 'closed' } })).booked).toBe(23);
  expect(of(await call(assistant, 200, 'getObject', ids))).toMatchObject({ location: 'ST-001', movementCount: 3 });
});

test('lends and borrows as its document says', async () => {
  const { linden } = callers(service.url);
  await call(linden, 200, 'listLoans', {}, { query: '?direction=outgoing&status=on-loan&dueBefore=2027-07-01&accession=2019.1' });
  await call(linden, 201, 'requestLoan', {}, example('requestLoan'));
  await readTwice(linden, 'getLoan');
  await call(linden, 409, 'extendLoan', ids, example('extendLoan'));
  await call(linden, 412, 'setLoanStatus', ids, { ...example('setLoanStatus'), ...old });
  const agreed = await call(linden, 200, 'setLoanStatus', ids, example('setLoanStatus'));
  expect(of(agreed)).toMatchObject({ insuredTotal: 61_000, days: 123, premium: 610 });
  expect(of(await call(linden, 201, 'extendLoan', ids, example('extendLoan')))).toMatchObject({ days: 153, premium: 732 });
  await call(linden, 200, 'setLoanStatus', ids, { body: { status: 'on-loan', dispatchedOn: '2027-05-03', courier: 'Arno Pohl' } });
  expect(of(await call(linden, 200, 'getObject', { accession: '1987.1' }))).toMatchObject({ location: null, status: 'on-loan' });
  const back = { status: 'returned', returnedOn: '2027-10-04', conditions: [{ accession: '1987.1', grade: 'poor' }] };
  expect(of(await call(linden, 200, 'setLoanStatus', ids, { body: back }))).toMatchObject({ daysLate: 4, status: 'returned' });
  const borrowed = { reference: 'LI-2026-001' };
  await call(linden, 200, 'setLoanStatus', borrowed, example('setLoanStatus'));
  expect(of(await call(linden, 200, 'getLoan', borrowed))).toMatchObject({ insuredTotal: 40_000, premium: 320 });
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { linden, quay, assistant, stranger } = callers(service.url);
  await call(stranger, 401, 'listObjects');
  await call(assistant, 403, 'listLoans');
  await call(assistant, 403, 'registerObject', {}, example('registerObject'));
  await call(quay, 404, 'getObject', ids);
  await call(linden, 404, 'getObject', { accession: 'harbour' });
  await call(linden, 400, 'listObjects', {}, { query: '?size=0' });
  await call(linden, 400, 'listObjects', {}, { query: '?page=1&page=2' });
  await call(linden, 400, 'registerObject', {}, { raw: '{', type: 'application/json' });
  await call(linden, 413, 'registerObject', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(linden, 415, 'updateObject', ids, { raw: '{}', type: 'application/json' });
  const refused = await call(linden, 422, 'registerObject', {}, { body: { title: '' } });
  expect(of(refused).errors).toMatchObject({ title: [expect.any(String)], home: [expect.any(String)] });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createMuseum, callers)).toEqual([]);
});
