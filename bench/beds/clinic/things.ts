// The things of a clinic, as its answers show them.

export interface Hours {
  readonly weekday: string;
  readonly opens: string;
  readonly closes: string;
}

export interface PractitionerInput {
  readonly name: string;
  readonly specialty: string;
  readonly licenseNumber: string;
  readonly email: string;
  readonly languages: readonly string[];
  readonly workingHours: readonly Hours[];
  readonly slotMinutes: number;
  readonly active: boolean;
}

export interface Practitioner extends PractitionerInput {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface RoomInput {
  readonly name: string;
  readonly floor: number;
  readonly seats: number;
  readonly equipment: readonly string[];
  readonly wheelchairAccess: boolean;
  readonly notes: string | null;
}

export interface Room extends RoomInput {
  readonly id: number;
}

export type Address = Readonly<Record<string, string>>;

export type Coverage = Readonly<Record<string, string | number>>;

/** What a patch can change of a patient. */
interface PatientMembers {
  readonly givenName: string;
  readonly familyName: string;
  readonly birthDate: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: Address | null;
  readonly allergies: readonly { readonly substance: string; readonly severity: string }[];
}

export interface PatientInput extends PatientMembers {
  readonly nationalId: string;
  readonly labels: Readonly<Record<string, string>>;
}

export type PatientPatch = Partial<Omit<PatientMembers, 'address'>> & {
  readonly address?: Readonly<Record<string, string | null>> | null;
};

export interface Patient extends PatientMembers {
  readonly id: number;
  readonly fullName: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly coverage: Coverage;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PrescriptionInput {
  readonly practitionerId: number;
  readonly medicine: string;
  readonly dose: { readonly amount: number; readonly unit: string };
  readonly timesPerDay: number;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly repeats: number;
}

export interface Prescription extends PrescriptionInput {
  readonly id: number;
  readonly patientId: number;
  readonly dispensed: number;
  readonly status: 'active' | 'exhausted';
  readonly createdAt: string;
}

export type AppointmentStatus = 'booked' | 'checkedIn' | 'completed' | 'cancelled' | 'noShow';

/** What a patch can change of an appointment. */
export interface AppointmentMembers {
  readonly practitionerId: number;
  readonly roomId: number | null;
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly reason: string;
  readonly reminders: readonly number[];
}

export interface AppointmentInput extends AppointmentMembers {
  readonly patientId: number;
  readonly kind: 'visit' | 'followUp' | 'video';
}

export interface Appointment extends AppointmentInput {
  readonly id: number;
  readonly endsAt: string;
  readonly status: AppointmentStatus;
  readonly cancellationReason: string | null;
  readonly createdAt: string;
}

export interface PaymentInput {
  readonly amount: string;
  readonly method: string;
  readonly reference: string | null;
}

export interface Payment extends PaymentInput {
  readonly id: number;
  readonly receivedAt: string;
}

export interface LineInput {
  readonly text: string;
  readonly quantity: number;
  readonly unitPrice: string;
}

export interface InvoiceInput {
  readonly appointmentId: number;
  readonly lines: readonly LineInput[];
  readonly discountPercent: number;
  readonly dueOn: string;
}

/** An invoice as it is kept: its total, balance and state follow from the rest. */
export interface InvoiceRecord extends InvoiceInput {
  readonly id: number;
  readonly number: string;
  readonly patientId: number;
  readonly payments: readonly Payment[];
  readonly createdAt: string;
}

export type Role = 'manager' | 'desk';

export interface Key {
  readonly id: number;
  readonly label: string;
  readonly role: Role;
  readonly secret: string;
  readonly createdAt: string;
}
