// Prescriptions, and the handing out of medicines.
import type { Reply } from '../../http.ts';
import { isSameText } from '../../texts.ts';
import type { Clinic, Store } from '../store.ts';
import type { Patient, Prescription, PrescriptionInput } from '../things.ts';
import { conflict, invalid } from '../wire.ts';
import { type Call, created, type Faults, found, type Part } from './call.ts';
import { pageOf } from './lists.ts';

function check({ practitioners }: Clinic, { allergies }: Patient, input: PrescriptionInput, faults: Faults): void {
  const { practitionerId, medicine, startsOn, endsOn } = input;
  const practitioner = practitioners.get(practitionerId)?.value;
  if (practitioner === undefined) throw invalid('practitionerId', 'is no practitioner of the clinic');
  if (practitioner.specialty === 'physiotherapy' && !faults.has('physiotherapist-prescribes'))
    throw invalid('practitionerId', 'does not prescribe');
  const isIt = faults.has('allergy-minds-case')
    ? (substance: string) => substance === medicine
    : (substance: string) => isSameText(substance, medicine);
  if (allergies.some(({ substance }) => isIt(substance))) throw invalid('medicine', 'is something that the patient is allergic to');
  if (endsOn !== null && endsOn < startsOn && !faults.has('prescription-ends-before-it-starts'))
    throw invalid('endsOn', 'is before startsOn');
}

async function prescribe({ clinic, id, input }: Call, store: Store, faults: Faults): Promise<Reply> {
  const patient = found(clinic.patients, id('patientId')).value;
  const body = await input<PrescriptionInput>();
  check(clinic, patient, body, faults);
  const prescription: Prescription = {
    id: store.id(),
    patientId: patient.id,
    ...body,
    repeats: Number(body.repeats),
    dispensed: 0,
    status: 'active',
    createdAt: store.now(),
  };
  clinic.prescriptions.set(prescription.id, prescription);
  const reply = created(prescription, '/prescriptions');
  return faults.has('prescription-created-with-200') ? { ...reply, status: 200 } : reply;
}

async function dispense({ clinic, id, input }: Call, store: Store, faults: Faults): Promise<Reply> {
  const before = found(clinic.prescriptions, id('prescriptionId'));
  const { pharmacy } = await input<{ pharmacy: string }>();
  const most = before.repeats + (faults.has('dispensed-once-too-often') ? 2 : 1);
  if (before.dispensed >= most) throw conflict('The prescription is exhausted.');
  const dispensed = before.dispensed + 1;
  const isLast = dispensed >= most;
  clinic.prescriptions.set(before.id, { ...before, dispensed, status: isLast ? 'exhausted' : 'active' });
  return {
    status: 201,
    body: { prescriptionId: before.id, pharmacy, remaining: most - dispensed, dispensedAt: store.now() },
  };
}

function list(call: Call, store: Store, faults: Faults): Reply {
  const patient = call.id('patientId');
  const clinic =
    faults.has('prescriptions-of-another-clinic-shown') && store.clinics.zuid.patients.has(patient) ? store.clinics.zuid : call.clinic;
  found(clinic.patients, patient);
  const { status } = call.query<{ status?: string }>();
  const keep = (one: Prescription): boolean => one.patientId === patient && (status === undefined || one.status === status);
  return pageOf(call, clinic.prescriptions.values(), { keep, by: ({ createdAt }) => createdAt }, faults);
}

export const prescriptions: Part = (store, faults) => ({
  listPrescriptions: (call) => list(call, store, faults),
  createPrescription: (call) => prescribe(call, store, faults),
  getPrescription: ({ clinic, id }) => ({ status: 200, body: found(clinic.prescriptions, id('prescriptionId')) }),
  dispense: (call) => dispense(call, store, faults),
});
