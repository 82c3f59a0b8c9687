// What the service keeps of each thing.

export interface Criterion {
  readonly key: string;
  readonly label: string;
  readonly weight: number;
}

export interface ProgrammeInput {
  readonly title: string;
  readonly themes: readonly string[];
  readonly minCents: number;
  readonly maxCents: number;
  readonly criteria: readonly Criterion[];
  readonly contactEmail: string;
}

export interface Programme extends ProgrammeInput {
  readonly id: string;
  readonly createdAt: string;
}

export interface RoundInput {
  readonly name: string;
  readonly opensOn: string;
  readonly closesOn: string;
  readonly budgetCents: number;
}

export interface Round extends RoundInput {
  readonly id: string;
  readonly programmeId: string;
}

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly role: 'lead' | 'finance' | 'contact';
  readonly phone: string | null;
}

export interface Address {
  readonly street: string;
  readonly line2: string | null;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
}

export interface OrganisationInput {
  readonly name: string;
  readonly registrationNumber: string;
  readonly type: string;
  readonly website: string | null;
  readonly people: readonly Person[];
  readonly address: Address;
  readonly iban: string;
}

export type OrganisationPatch = Partial<Omit<OrganisationInput, 'registrationNumber' | 'address'>> & {
  readonly address?: Partial<Address>;
};

export interface Organisation extends OrganisationInput {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

export interface BudgetLine {
  readonly code: string;
  readonly description: string;
  readonly category: string;
  readonly cents: number;
}

export interface Budget {
  readonly ownCents: number;
  readonly lines: readonly BudgetLine[];
}

export interface AttachmentInput {
  readonly kind: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Attachment extends AttachmentInput {
  readonly id: string;
  readonly addedAt: string;
}

export interface ReviewInput {
  readonly scores: Readonly<Record<string, number>>;
  readonly recommendation: string;
  readonly comment: string | null;
}

export interface Review extends ReviewInput {
  readonly reviewerId: string;
  readonly weightedScore: number;
  readonly writtenAt: string;
}

export interface Reviewer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly conflicts: readonly string[];
}

export interface ApprovalInput {
  readonly outcome: 'approve';
  readonly awardedCents: number;
  readonly instalments: readonly { readonly cents: number; readonly dueOn: string; readonly requiresReport: boolean }[];
}

export type DecisionInput = ApprovalInput | { readonly outcome: 'reject'; readonly reason: string };
export type Decision = DecisionInput & { readonly decidedAt: string };

export type State = 'draft' | 'submitted' | 'in-review' | 'approved' | 'rejected' | 'withdrawn';

export type TrailDetails =
  | { readonly kind: 'state'; readonly from: State | null; readonly to: State; readonly remark: string | null }
  | { readonly kind: 'note'; readonly text: string };

export type TrailEntry = TrailDetails & { readonly id: string; readonly by: string; readonly at: string };

export interface ApplicationInput {
  readonly roundId: string;
  readonly organisationId: string;
  readonly title: string;
  readonly summary: string | null;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly tags: readonly string[];
}

export type ApplicationPatch = Partial<Omit<ApplicationInput, 'roundId' | 'organisationId'>>;

export interface Application extends ApplicationInput {
  readonly number: string;
  readonly state: State;
  readonly budget: Budget | null;
  readonly attachments: readonly Attachment[];
  readonly reviews: readonly Review[];
  readonly decision: Decision | null;
  readonly submittedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Instalment {
  readonly sequence: number;
  readonly cents: number;
  readonly dueOn: string;
  readonly state: 'waiting' | 'payable' | 'paid';
}

export interface ReportInput {
  readonly instalment: number;
  readonly narrative: string;
  readonly spentCents: number;
  readonly indicators: readonly object[];
}

export interface Report extends ReportInput {
  readonly id: string;
  readonly state: 'submitted' | 'accepted' | 'returned';
  readonly remark: string | null;
  readonly submittedAt: string;
}

interface Booking {
  readonly requestId: string;
  readonly bookedOn: string;
}

export interface PaymentInput extends Booking {
  readonly kind: 'payment';
  readonly instalment: number;
}

export interface RepaymentInput extends Booking {
  readonly kind: 'repayment';
  readonly cents: number;
  readonly reason: string;
}

export type Transaction = (PaymentInput | RepaymentInput) & { readonly id: string; readonly cents: number };

export interface ExtensionInput {
  readonly kind: 'extension';
  readonly reason: string;
  readonly endsOn: string;
}

export interface ReallocationInput {
  readonly kind: 'reallocation';
  readonly reason: string;
  readonly fromCode: string;
  readonly toCode: string;
  readonly cents: number;
}

export type ChangeInput = ExtensionInput | ReallocationInput;
export type ChangeRequest = ChangeInput & { readonly id: string; readonly state: 'open' | 'granted' | 'refused' };

export interface Grant {
  readonly number: string;
  readonly roundId: string;
  readonly organisationId: string;
  readonly title: string;
  readonly endsOn: string;
  readonly awardedCents: number;
  readonly budget: readonly BudgetLine[];
  readonly instalments: readonly Instalment[];
  readonly reports: readonly Report[];
  readonly transactions: readonly Transaction[];
  readonly changeRequests: readonly ChangeRequest[];
}
