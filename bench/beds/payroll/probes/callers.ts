// Who sends the requests of the probes, what they send, and the ids of what is there from the start.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly linden: Send;
  readonly marlow: Send;
  /** Has the scopes `people:read` and `time:write` alone. */
  readonly clerk: Send;
  /** Has no token. */
  readonly stranger: Send;
}

export type PayrollProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const send = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const { linden, marlow, clerk } = credentials;
  return { linden: send(linden.token), marlow: send(marlow.token), clerk: send(clerk.token), stranger: client(url, {}) };
}

/** Ada is paid by month and Tom by hour; Eva has left. */
export const EMPLOYEES = { ada: 'adabergaaa', tom: 'tomokoroaa', eva: 'evalindaaa' };
/** January 2031 is paid, February is calculated, and March is open. */
export const RUNS = { january: 'payrunaaaa', february: 'payrunbbbb', march: 'payruncccc' };
export const CONTRACTS = { ada: 'contractaa', tom: 'contractbb' };
/** Ada has five days of approved vacation in July, and has asked for two in October. */
export const ABSENCES = { july: 'absenceaaa', october: 'absencebbb', tomIsIll: 'absenceccc', tomMoves: 'absenceddd' };

export const ALL_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

let last = 2000;

export function person(others: object = {}): object {
  last++;
  return { personnelNumber: `ZZ${last}`, firstName: 'Noor', lastName: 'Sanders', department: 'sales', hiredOn: '2030-01-01', ...others };
}

export const terms = (others: object = {}): object => ({
  jobTitle: 'Driver',
  validFrom: '2032-01-01',
  hoursPerWeek: 40,
  workdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  pay: { kind: 'monthly', amount: 310_000 },
  ...others,
});

export const entry = (others: object = {}): object => ({ day: '2031-05-05', from: '08:00', to: '12:00', breakMinutes: 0, ...others });

export const allowance = (others: object = {}): object => ({
  kind: 'allowance',
  code: 'BONUS',
  label: 'Bonus',
  amount: 10_000,
  firstPeriod: '2032-01',
  lastPeriod: null,
  ...others,
});

export const deduction = (others: object = {}): object => ({
  kind: 'deduction',
  code: 'RENT',
  label: 'Rent',
  amount: 10_000,
  creditor: 'Linden Homes',
  firstPeriod: '2032-01',
  lastPeriod: null,
  ...others,
});

export const ACCOUNT = { iban: 'NL91ABNA0417164300', holder: 'Noor Sanders' };

export const hire = (send: Send, others?: object): Promise<Got> => send('POST', '/employees', { body: person(others) });

/** The id of a new employee. */
export const hired = async (send: Send, others?: object): Promise<string> => String(of(await hire(send, others)).id);

export const agree = (send: Send, employeeId: string, others?: object): Promise<Got> =>
  send('POST', `/employees/${employeeId}/contracts`, { body: terms(others) });

/** The id of a new employee with a contract and a bank account. */
export async function employed(send: Send, contract?: object, others?: object): Promise<string> {
  const id = await hired(send, others);
  await agree(send, id, contract);
  await send('PUT', `/employees/${id}/bank-account`, { body: ACCOUNT });
  return id;
}

export const work = (send: Send, employeeId: string, others?: object): Promise<Got> =>
  send('POST', `/employees/${employeeId}/time-entries`, { body: entry(others) });

export const absent = (send: Send, employeeId: string, kind: string, from: string, until: string, others: object = {}): Promise<Got> =>
  send('POST', `/employees/${employeeId}/absences`, { body: { kind, from, until, ...others } });

export const decide = (send: Send, absenceId: string, body: object): Promise<Got> =>
  send('POST', `/absences/${absenceId}/decision`, { body });

export const grant = (send: Send, employeeId: string, days: number, carriedOver = 0): Promise<Got> =>
  send('PUT', `/employees/${employeeId}/entitlements/2032`, { body: { days, carriedOver } });

export const addItem = (send: Send, employeeId: string, body: object): Promise<Got> =>
  send('POST', `/employees/${employeeId}/pay-items`, { body });

export const patch = (
  send: Send,
  employeeId: string,
  body: object,
  headers: Readonly<Record<string, string>> = { 'if-match': '*' },
): Promise<Got> => send('PATCH', `/employees/${employeeId}`, { body, headers, type: 'application/merge-patch+json' });

export const openRun = (send: Send, period: string, payday = `${period}-28`): Promise<Got> =>
  send('POST', '/pay-runs', { body: { period, payday } });

/** Opens and calculates the pay run of a month. */
export async function calculated(send: Send, period: string): Promise<string> {
  const id = String(of(await openRun(send, period)).id);
  await send('POST', `/pay-runs/${id}/calculation`);
  return id;
}

/** A thing as it is read. */
export const seen = async (send: Send, path: string): Promise<Item> => of(await send('GET', path));

/** The things in a part of a list. */
export const listed = (got: Got): readonly Item[] => (of(got).list ?? []) as readonly Item[];

/** Approves a pay run with its net total. */
export async function approve(send: Send, runId: string): Promise<Got> {
  const { netTotal } = await seen(send, `/pay-runs/${runId}`);
  return send('POST', `/pay-runs/${runId}/approval`, { body: { netTotal } });
}

export const pay = (send: Send, runId: string, reference: string, paidOn: string): Promise<Got> =>
  send('PUT', `/pay-runs/${runId}/payment`, { body: { reference, paidOn } });

/** The payslip of an employee in a pay run. */
export async function payslip(send: Send, runId: string, employeeId: string): Promise<Item> {
  const all = listed(await send('GET', `/pay-runs/${runId}/payslips?size=50`));
  return all.find((one) => one.employeeId === employeeId) ?? {};
}

/** The lines of a payslip in short, such as `base 1000`. */
export const linesOf = ({ lines }: Item): string =>
  ((lines ?? []) as readonly Item[]).map(({ kind, label, amount }) => `${kind === label ? kind : `${kind} ${label}`} ${amount}`).join(', ');

export const correct = (send: Send, payslipId: unknown, amount: number): Promise<Got> =>
  send('POST', `/payslips/${payslipId}/corrections`, { body: { amount, reason: 'Wrong hours' } });
