// Patients, and who pays for them.
import type { Reply } from '../../http.ts';
import type { Clinic, Store } from '../store.ts';
import type { Coverage, Patient, PatientInput, PatientPatch } from '../things.ts';
import { conflict, invalid } from '../wire.ts';
import { type Call, changed, checkMatch, createdVersion, type Faults, found, type Part, shown } from './call.ts';
import { balanceOf } from './invoices.ts';
import { hasPart, pageOf } from './lists.ts';

function checkBirth(birthDate: string, now: string): void {
  if (birthDate > now.slice(0, 10)) throw invalid('birthDate', 'is in the future');
}

interface PatientQuery {
  readonly q?: string;
  readonly bornFrom?: string;
  readonly bornTo?: string;
  readonly sort: string;
}

function listPatients(call: Call, faults: Faults): Reply {
  const { q, bornFrom = '', bornTo, sort } = call.query<PatientQuery>();
  const isBefore = (day: string): boolean => bornTo === undefined || (faults.has('born-to-excluded') ? day < bornTo : day <= bornTo);
  const keep = (one: Patient): boolean => one.birthDate >= bornFrom && isBefore(one.birthDate) && hasPart(one.fullName, q, faults);
  const by = (one: Patient): string =>
    sort.endsWith('familyName') ? one.familyName : sort.endsWith('birthDate') ? one.birthDate : one.createdAt;
  const isDown = sort.startsWith('-') && !(faults.has('sort-birth-never-down') && sort === '-birthDate');
  const things = [...call.clinic.patients.values()].map(({ value }) => value);
  return pageOf(call, things, { keep, by, isDown }, faults);
}

async function createPatient({ clinic, input }: Call, store: Store, faults: Faults): Promise<Reply> {
  const { nationalId, ...members } = await input<PatientInput>();
  checkBirth(members.birthDate, store.now());
  if ([...clinic.nationalIds.values()].includes(nationalId)) throw conflict('The national id is taken.');
  const now = store.now();
  const labels = faults.has('label-names-in-lower-case')
    ? Object.fromEntries(Object.entries(members.labels).map(([name, text]) => [name.toLowerCase(), text]))
    : members.labels;
  const value: Patient = {
    id: store.id(),
    ...members,
    ...(faults.has('national-id-shown') ? { nationalId } : {}),
    labels,
    fullName: `${members.givenName} ${members.familyName}`,
    coverage: { kind: 'none' },
    createdAt: now,
    updatedAt: now,
  };
  const record = { value, version: 1 };
  clinic.patients.set(value.id, record);
  clinic.nationalIds.set(value.id, nationalId);
  return createdVersion(record, '/patients');
}

/** The address after a merge patch. */
function mergedAddress(before: Patient['address'], patch: NonNullable<PatientPatch['address']>, faults: Faults): Patient['address'] {
  const all = Object.entries(faults.has('patch-address-as-a-whole') ? patch : { ...before, ...patch });
  const merged = Object.fromEntries(all.flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
  const missing = ['street', 'postalCode', 'city', 'country'].find((name) => merged[name] === undefined);
  if (missing !== undefined && !faults.has('patch-address-as-a-whole')) throw invalid(`address.${missing}`, 'is missing');
  return merged;
}

async function updatePatient(call: Call, store: Store, faults: Faults): Promise<Reply> {
  const record = found(call.clinic.patients, call.id('patientId'));
  const { address, ...patch } = await call.input<PatientPatch>();
  if (!faults.has('patch-without-if-match') || call.header('if-match') !== undefined) checkMatch(record, call);
  if (patch.birthDate !== undefined) checkBirth(patch.birthDate, store.now());
  const { value } = record;
  const nextAddress = address === undefined ? value.address : address === null ? null : mergedAddress(value.address, address, faults);
  const next = { ...value, ...patch, address: nextAddress };
  const fullName = `${next.givenName} ${next.familyName}`;
  return changed(record, { ...next, fullName, updatedAt: store.now() });
}

function deletePatient({ clinic, id }: Call, faults: Faults): Reply {
  const { value } = found(clinic.patients, id('patientId'));
  const isBusy = [...clinic.appointments.values()].some(
    ({ patientId, status }) => patientId === value.id && (status === 'booked' || status === 'checkedIn'),
  );
  const owes = [...clinic.invoices.values()].some((invoice) => invoice.patientId === value.id && balanceOf(invoice, faults) > 0);
  if (isBusy || (owes && !faults.has('patient-deleted-with-debts')))
    throw conflict('The patient has appointments or invoices that are open.');
  clinic.patients.delete(value.id);
  clinic.nationalIds.delete(value.id);
  for (const { id: prescription, patientId } of clinic.prescriptions.values())
    if (patientId === value.id && !faults.has('prescriptions-outlive-patient')) clinic.prescriptions.delete(prescription);
  return { status: 204 };
}

async function putCoverage({ clinic, id, input }: Call, store: Store, faults: Faults): Promise<Reply> {
  const record = found(clinic.patients, id('patientId'));
  const given = await input<Coverage>();
  const isZeroLost = faults.has('copay-zero-lost') && given.copayPercent === 0;
  const kept = isZeroLost ? { kind: given.kind, insurer: given.insurer, policyNumber: given.policyNumber } : given;
  const coverage = (faults.has('coverage-keeps-old-members') ? { ...record.value.coverage, ...kept } : kept) as Coverage;
  const { headers: _, ...reply } = changed(record, { ...record.value, coverage, updatedAt: store.now() });
  if (faults.has('coverage-keeps-etag')) record.version -= 1;
  return { ...reply, body: coverage };
}

/** The patient of a clinic with this id, or a refusal of the member that has it. */
export function checkPatient({ patients }: Clinic, id: number): void {
  if (!patients.has(id)) throw invalid('patientId', 'is no patient of the clinic');
}

export const patients: Part = (store, faults) => ({
  listPatients: (call) => listPatients(call, faults),
  createPatient: (call) => createPatient(call, store, faults),
  getPatient: (call) => shown(found(call.clinic.patients, call.id('patientId')), call, faults),
  updatePatient: (call) => updatePatient(call, store, faults),
  deletePatient: (call) => deletePatient(call, faults),
  putCoverage: (call) => putCoverage(call, store, faults),
});
