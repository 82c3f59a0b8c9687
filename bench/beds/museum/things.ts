// The things that the museum keeps.

export interface Maker {
  readonly name: string;
  readonly born?: number | null;
  readonly died?: number | null;
}

export interface Image {
  readonly url: string;
  readonly caption?: string | null;
  readonly primary: boolean;
}

export interface ObjectInput {
  title: string;
  otherTitles: readonly string[];
  readonly classification: string;
  maker: Maker | null;
  made: { readonly earliest: number; readonly latest: number };
  materials: readonly string[];
  dimensions: { readonly height: number; readonly width: number; readonly depth?: number | null };
  weight: number | null;
  readonly acquisition: { readonly method: string; readonly year: number; readonly price?: number; readonly source?: string | null };
  home: string;
  maxLux: number;
  description: string;
  images: readonly Image[];
  identifiers: Readonly<Record<string, string>>;
}

export interface Movement {
  readonly number: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string;
  readonly note: string | null;
  readonly by: Role;
  readonly movedAt: string;
}

export interface ValuationInput {
  readonly value: number;
  readonly valuedOn: string;
  readonly appraiser: string;
  readonly secondAppraiser?: string;
  readonly basis: string;
}

export interface Valuation extends ValuationInput {
  readonly change: number | null;
}

export interface ConditionInput {
  readonly grade: string;
  readonly inspectedOn: string;
  readonly inspector: string;
  readonly damages: readonly { readonly kind: string; readonly severity: number }[];
  readonly remarks: string;
}

export interface Condition extends ConditionInput {
  readonly number: number;
}

export interface Deaccession {
  readonly reason: string;
  readonly decidedOn: string;
  readonly resolution: string;
  readonly recipient?: string;
}

export interface Item extends ObjectInput {
  readonly accession: string;
  location: string | null;
  readonly movements: Movement[];
  readonly conditions: Condition[];
  valuation: Valuation | null;
  deaccession: Deaccession | null;
  readonly createdAt: string;
  updatedAt: string;
}

export interface TreatmentInput {
  readonly kind: string;
  readonly conservator: string;
  readonly estimatedHours: number;
  readonly hourlyRate: number;
  readonly plannedFrom: string;
  readonly plannedTo: string;
}

export interface Treatment extends TreatmentInput {
  readonly treatment: string;
  readonly accession: string;
  status: 'proposed' | 'approved' | 'in-progress' | 'done' | 'cancelled';
  cost: number;
  workedHours: number | null;
  approvedBy: string | null;
  reason: string | null;
  readonly createdAt: string;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

export interface LocationInput {
  readonly name: string;
  readonly kind: 'store' | 'gallery' | 'workshop';
  readonly capacity: number;
  readonly maxHeight: number | null;
  readonly lux: number | null;
  readonly climate?: { readonly temperature: Range; readonly humidity: Range } | null;
  readonly closed: boolean;
}

export interface Place extends LocationInput {
  readonly code: string;
}

export interface Exhibit {
  readonly accession: string;
  readonly room: string;
  readonly label: string;
}

export interface ExhibitionInput {
  title: string;
  curator: string;
  description: string;
  opensOn: string;
  closesOn: string;
  readonly rooms: readonly string[];
  readonly groupPlaces: number;
  readonly admission: { readonly adult: number; readonly reduced: number };
}

export interface GroupInput {
  readonly name: string;
  readonly day: string;
  readonly adults: number;
  readonly reduced: number;
  readonly language: string;
  readonly email: string;
}

export interface Group extends GroupInput {
  readonly number: number;
  readonly people: number;
  readonly price: number;
}

export interface Exhibition extends ExhibitionInput {
  readonly exhibition: string;
  status: 'planned' | 'open' | 'closed' | 'cancelled';
  readonly exhibits: Exhibit[];
  readonly groups: Group[];
  readonly createdAt: string;
}

interface Partner {
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly email: string;
}

interface LoanTerms {
  readonly from: string;
  until: string;
  readonly purpose: string;
  readonly insuredBy: 'museum' | 'partner';
}

export type LoanInput = LoanTerms &
  (
    | { readonly direction: 'outgoing'; readonly borrower: Partner; readonly accessions: readonly string[] }
    | { readonly direction: 'incoming'; readonly lender: Partner; readonly works: readonly { title: string; value: number }[] }
  );

export interface Loan extends LoanTerms {
  readonly reference: string;
  readonly direction: 'outgoing' | 'incoming';
  status: 'requested' | 'agreed' | 'declined' | 'withdrawn' | 'on-loan' | 'returned';
  readonly partner: Partner;
  readonly accessions?: readonly string[];
  readonly works?: readonly { title: string; value: number }[];
  insuredTotal: number | null;
  agreedBy: string | null;
  dispatchedOn: string | null;
  courier: string | null;
  returnedOn: string | null;
  reason: string | null;
  readonly extensions: { readonly from: string; readonly until: string; readonly reason: string }[];
  readonly createdAt: string;
}

export type Role = 'registrar' | 'assistant';
