// The things that the insurer keeps.

export interface Address {
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
}

export interface Holder {
  readonly name: string;
  readonly email: string;
  readonly birthDate: string;
  readonly phone?: string | null;
  readonly address?: Address | null;
}

export interface CoverTerms {
  readonly limit: number;
  readonly deductible: number;
  readonly annualPremium: number;
}

export interface Cover extends CoverTerms {
  readonly code: string;
}

export interface NewInsured {
  readonly kind: 'vehicle' | 'dwelling' | 'traveller';
  readonly plate?: string;
  readonly builtIn?: number;
  readonly address?: Address;
  readonly squareMetres?: number;
  readonly name?: string;
  readonly birthDate?: string;
}

export interface Insured extends NewInsured {
  readonly no: number;
}

export interface NewPolicy {
  readonly reference: string;
  readonly product: 'motor' | 'home' | 'travel';
  readonly holder: Holder;
  readonly startsOn: string;
  readonly months: number;
  readonly paymentsPerYear: number;
  readonly noticeDays: number;
  readonly covers: readonly Cover[];
  readonly insured: readonly NewInsured[];
  readonly notes: string | null;
}

export interface Cancellation {
  readonly receivedOn: string;
  readonly effectiveOn: string;
  readonly reason: string;
}

export interface Instalment {
  readonly no: number;
  readonly dueOn: string;
  readonly amount: number;
  state: 'open' | 'paid' | 'waived';
  paidOn: string | null;
}

/** What every policy has, whoever drafted it. */
export interface Policy extends Omit<NewPolicy, 'holder' | 'noticeDays' | 'covers' | 'insured' | 'notes'> {
  readonly id: string;
  holder: Holder;
  noticeDays: number;
  notes: string | null;
  covers: Cover[];
  premium: number;
  insured: Insured[];
  instalments: Instalment[];
  state: 'draft' | 'active' | 'cancelled';
  cancellation: Cancellation | null;
  claimCount: number;
  readonly endsOn: string;
  readonly createdAt: string;
  activatedAt: string | null;
}

export interface PayeeInput {
  name: string;
  email: string | null;
  taxNumber?: string | null;
  blocked: boolean;
}

export interface NewPayee extends PayeeInput {
  readonly kind: 'person' | 'workshop' | 'lawyer' | 'authority';
  readonly iban: string;
}

export interface Payee extends NewPayee {
  readonly id: string;
  readonly createdAt: string;
}

export interface ClaimInput {
  description: string;
  place: string | null;
  contact: { readonly name: string; readonly phone: string };
  tags: readonly string[];
}

export interface NewClaim extends ClaimInput {
  readonly policyId: string;
  readonly cover: string;
  readonly insuredNo: number | null;
  readonly occurredAt: string;
}

export interface NewDamage {
  readonly kind: 'property' | 'injury' | 'expense';
  readonly estimate: number;
  readonly item?: string;
  readonly incurredOn?: string;
}

export interface Damage extends NewDamage {
  readonly no: number;
  accepted: number | null;
}

export interface NewAssessment {
  readonly items: readonly { readonly damageNo: number; readonly accepted: number }[];
  readonly assessor: string;
  readonly note: string | null;
}

export interface Assessment {
  readonly acceptedTotal: number;
  readonly deductible: number;
  payable: number;
  readonly assessor: string;
  readonly note: string | null;
  readonly assessedAt: string;
}

export interface NewPayment {
  readonly payeeId: string;
  readonly amount: number;
  readonly reference: string;
}

export interface Payment extends NewPayment {
  readonly no: number;
  readonly payeeName: string;
  state: 'executed' | 'reversed';
  readonly paidAt: string;
  reversal: { readonly reason: string; readonly reversedAt: string } | null;
}

export interface NewRecovery {
  readonly source: 'thirdParty' | 'salvage' | 'reinsurer';
  readonly amount: number;
  readonly receivedOn: string;
}

export interface Recovery extends NewRecovery {
  readonly no: number;
}

export interface NewDocument {
  readonly name: string;
  readonly kind: string;
  readonly mediaType: string;
  readonly content: string;
}

export interface File {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly attachedAt: string;
}

export interface NewClosing {
  readonly outcome: 'settled' | 'rejected';
  readonly note?: string | null;
  readonly reason?: string;
  readonly letter?: string;
}

export interface Closing {
  readonly outcome: 'settled' | 'rejected';
  readonly note: string | null;
  readonly reason: string | null;
  readonly letter: string | null;
  readonly closedAt: string;
}

export interface Claim extends NewClaim {
  readonly id: string;
  readonly no: number;
  state: 'reported' | 'assessed' | 'settled' | 'rejected';
  damages: Damage[];
  assessment: Assessment | null;
  reserve: number;
  payments: Payment[];
  recoveries: Recovery[];
  documents: File[];
  closing: Closing | null;
  reopenings: number;
  readonly reportedAt: string;
}
