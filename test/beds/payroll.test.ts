// The bed `payroll`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Sent } from '../../bench/beds/client.ts';
import { callers, EMPLOYEES, linesOf, listed, RUNS, seen } from '../../bench/beds/payroll/probes/callers.ts';
import { probes } from '../../bench/beds/payroll/probes/index.ts';
import { createPayroll, documentPath, listen } from '../../bench/beds/payroll/server.ts';
import { etag, header, of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = { employeeId: EMPLOYEES.ada, contractId: 'contractaa', year: 2031, payRunId: RUNS.february, payslipId: 'payslipaa2' };
const tom = { employeeId: EMPLOYEES.tom };
const { readTwice, change } = taggedBy(judge, ids);
const MERGE = 'application/merge-patch+json';

testLists('payroll', probes);

test('answers each operation about people as its document says', async () => {
  const { linden, clerk } = callers(service.url);
  await call(clerk, 200, 'getEmployer');
  const query = '?q=BERG&department=office,sales&status=active&hiredFrom=2029-02-01&hiredTo=2029-02-01&sort=-lastName&size=1';
  expect(of(await call(clerk, 200, 'listEmployees', {}, { query }))).toMatchObject({ total: 1, next: null, prev: null });
  const noor = { employeeId: String(of(await call(linden, 201, 'createEmployee', {}, example('createEmployee'))).id) };
  await call(linden, 409, 'createEmployee', {}, example('createEmployee'));
  await call(linden, 200, 'updateEmployee', noor, { ...example('updateEmployee'), headers: { 'if-match': '*' } });
  const changed = of(await call(linden, 200, 'getEmployee', noor));
  expect(changed).toMatchObject({ department: 'office', taxRate: 26, labels: { desk: '4.12' }, bankAccount: null });
  await change(linden, 'getEmployee', 'updateEmployee');
  await call(linden, 428, 'updateEmployee', noor, example('updateEmployee'));
  await call(linden, 201, 'setBankAccount', noor, example('setBankAccount'));
  await call(linden, 200, 'setBankAccount', noor, example('setBankAccount'));

  const contract = of(await call(linden, 201, 'createContract', noor, example('createContract')));
  expect(contract).toMatchObject({ trialEndsOn: '2031-06-01', validUntil: null });
  expect(listed(await call(clerk, 200, 'listContracts', noor, { query: '?on=2031-04-01' }))).toHaveLength(1);
  await call(linden, 409, 'endContract', { contractId: String(contract.id) }, { body: { endsOn: '2031-03-31' } });
  await call(linden, 200, 'endContract', { contractId: String(contract.id) }, example('endContract'));
  await call(linden, 409, 'endContract', { contractId: String(contract.id) }, example('endContract'));

  const entry = of(await call(clerk, 201, 'createTimeEntry', noor, example('createTimeEntry')));
  expect(entry).toMatchObject({ minutes: 480, locked: false });
  await call(clerk, 409, 'createTimeEntry', noor, example('createTimeEntry'));
  const times = await call(clerk, 200, 'listTimeEntries', {}, { query: `?employeeId=${noor.employeeId}&from=2031-04-03&to=2031-04-03` });
  expect(of(times)).toMatchObject({ total: 1, minutes: 480 });
  await call(clerk, 204, 'deleteTimeEntry', { entryId: String(entry.id) });
  await call(clerk, 404, 'deleteTimeEntry', { entryId: String(entry.id) });

  await call(linden, 404, 'getEntitlement', { ...noor, year: 2031 });
  await call(clerk, 409, 'requestAbsence', noor, example('requestAbsence'));
  await call(linden, 201, 'setEntitlement', { ...noor, year: 2031 }, example('setEntitlement'));
  await call(linden, 200, 'setEntitlement', { ...noor, year: 2031 }, example('setEntitlement'));
  const absence = of(await call(clerk, 201, 'requestAbsence', noor, example('requestAbsence')));
  expect(of(await call(clerk, 200, 'getEntitlement', { ...noor, year: 2031 }))).toMatchObject({ requested: 5, remaining: 25.5 });
  await call(clerk, 409, 'createTimeEntry', noor, { body: { day: '2031-08-05', from: '08:00', to: '09:00', breakMinutes: 0 } });
  await call(clerk, 200, 'listAbsences', {}, { query: '?kind=vacation,sickness&state=requested&from=2031-08-01&to=2031-08-08&sort=-from' });
  await call(linden, 200, 'decideAbsence', { absenceId: String(absence.id) }, example('decideAbsence'));
  await call(clerk, 409, 'cancelAbsence', { absenceId: String(absence.id) });
  await call(clerk, 200, 'cancelAbsence', { absenceId: 'absencebbb' });
  expect(of(await call(linden, 200, 'recordDeparture', noor, example('recordDeparture')))).toMatchObject({ status: 'leaving' });
  await call(linden, 409, 'recordDeparture', noor, example('recordDeparture'));
  expect(rest().filter((id) => !/Pay/.test(id))).toEqual([]);
});

test('answers each operation about pay as its document says', async () => {
  await service.restart();
  const { linden, marlow } = callers(service.url);
  await call(linden, 201, 'createPayItem', tom, example('createPayItem'));
  await call(linden, 409, 'createPayItem', tom, example('createPayItem'));
  expect(listed(await call(linden, 200, 'listPayItems', tom, { query: '?kind=allowance&period=2031-06' }))).toHaveLength(1);
  expect(of(await call(linden, 200, 'listPayRuns', {}, { query: '?state=paid,opened&fromPeriod=2031-01' }))).toMatchObject({ total: 2 });
  const opened = await call(linden, 201, 'openPayRun', {}, example('openPayRun'));
  await call(linden, 409, 'openPayRun', {}, example('openPayRun'));
  const april = { payRunId: String(of(opened).id) };
  expect(await seen(linden, header(opened, 'location') ?? '')).toMatchObject({ state: 'opened', employeeCount: 0, netTotal: 0 });

  const correction = await call(linden, 201, 'correctPayslip', ids, example('correctPayslip'));
  expect(of(correction).settledIn).toBeNull();
  const run = await call(linden, 200, 'calculatePayRun', april);
  const [adas, toms] = listed(await call(linden, 200, 'listPayslips', april, { query: '?netFrom=0' }));
  const canteen = 'deduction Canteen -4500';
  const wrong = 'correction Shift allowance was paid twice -4200';
  expect(linesOf(adas ?? {})).toBe(`base Bookkeeper 420000, allowance Travel 6000, tax -126000, ${canteen}, ${wrong}`);
  expect(linesOf(toms ?? {})).toBe('base Fitter 0, allowance Night shift 12500, tax -2313');
  expect(of(run)).toMatchObject({ grossTotal: 438_500, taxTotal: 128_313, deductionTotal: 4500, netTotal: 301_487, employeeCount: 2 });

  await call(linden, 409, 'approvePayRun', april, example('approvePayRun'));
  const body = { netTotal: of(run).netTotal };
  await call(linden, 412, 'approvePayRun', april, { body, headers: { 'if-match': '"000000000000"' } });
  await call(linden, 200, 'approvePayRun', april, { body, headers: { 'if-match': etag(run) } });
  await call(linden, 409, 'calculatePayRun', april);
  expect(await seen(linden, '/employer')).toMatchObject({ closedThrough: '2031-04' });
  const payslip = of(await call(linden, 200, 'getPayslip', ids));
  expect(payslip).toMatchObject({ state: 'paid', corrections: [{ amount: -4200, settledIn: adas?.id }] });
  await readTwice(linden, 'getPayslip');
  await readTwice(linden, 'getPayRun');
  await call(linden, 409, 'payPayRun', april, { body: { reference: 'SEPA20310427', paidOn: '2031-04-27' } });
  await call(linden, 200, 'payPayRun', april, example('payPayRun'));
  await call(linden, 200, 'payPayRun', april, example('payPayRun'));
  await call(linden, 409, 'payPayRun', april, { body: { reference: 'OTHER1', paidOn: '2031-04-28' } });
  await call(marlow, 404, 'getPayRun', ids);
  await call(linden, 409, 'calculatePayRun', { payRunId: String(of(await call(linden, 201, 'openPayRun', {}, early)).id) });
  expect(rest()).toEqual([]);
});

const early: Sent = { body: { period: '2028-01', payday: '2028-02-29' } };

test('pays parts of a month', async () => {
  await service.restart();
  const { linden } = callers(service.url);
  const january = listed(await call(linden, 200, 'listPayslips', { payRunId: RUNS.january }));
  expect(january.map(linesOf).slice(1)).toEqual(['base Fitter 25800, tax -4773', 'base Sales agent 300000, tax -60000']);
  const [, february] = listed(await call(linden, 200, 'listPayslips', { payRunId: RUNS.february }));
  expect(linesOf(february ?? {})).toBe(`base Fitter ${2150 * (6 + 12)}, tax -7160`);
});

test('goes back from a part whose things are gone', async () => {
  await service.restart();
  const { linden } = callers(service.url);
  const path = '/time-entries?size=3';
  const first = await seen(linden, path);
  await call(linden, 204, 'deleteTimeEntry', { entryId: 'entrytwodd' });
  const none = await seen(linden, `${path}&cursor=${first.next}`);
  expect(none).toMatchObject({ list: [], total: 3, next: null });
  const back = await seen(linden, `${path}&cursor=${none.prev}`);
  expect(back).toMatchObject({ list: first.list, next: null, prev: null });
});

test('refuses as its document says', async () => {
  const { linden, clerk, stranger } = callers(service.url);
  await call(stranger, 401, 'listEmployees');
  await call(clerk, 403, 'listPayRuns');
  await call(linden, 400, 'listEmployees', {}, { query: '?size=1&size=2' });
  await call(linden, 400, 'listEmployees', {}, { query: '?cursor=abc' });
  await call(linden, 400, 'createEmployee', {}, { raw: '{', type: 'application/json' });
  await call(linden, 413, 'createEmployee', {}, { raw: ' '.repeat(32_769), type: 'application/json' });
  await call(linden, 415, 'updateEmployee', ids, { raw: '{}', type: 'application/json', headers: { 'if-match': '*' } });
  await call(linden, 422, 'createEmployee', {}, { body: {} });
  await call(linden, 422, 'updateEmployee', tom, { raw: '{"address":{"city":"Bonn"}}', type: MERGE, headers: { 'if-match': '*' } });
  await call(linden, 404, 'getEmployee', { employeeId: 'ADA' });
  await call(linden, 404, 'getEntitlement', { ...ids, year: 2019 });
  expect((await linden('DELETE', '/pay-runs')).headers.get('allow')).toBe('GET, HEAD, POST');
  const late = {
    validFrom: '9999-12-31',
    trialMonths: 1,
    hoursPerWeek: 8,
    workdays: ['mon'],
    jobTitle: 'Guard',
    pay: { kind: 'hourly', rate: 1 },
  };
  await call(linden, 422, 'createContract', ids, { body: late });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createPayroll, callers)).toEqual([]);
});
