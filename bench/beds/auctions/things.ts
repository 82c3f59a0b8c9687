// The things that the auctions keep.

interface Step {
  readonly from: number;
  readonly step: number;
}

export interface Viewing {
  readonly opensAt: string;
  readonly closesAt: string;
  readonly note?: string | null;
}

export interface SaleInput {
  title: string;
  description: string | null;
  room: string | null;
  opensAt: string;
  closesAt: string;
  viewings: readonly Viewing[];
  premiumRate: number;
  taxRate: number;
  increments: readonly Step[];
}

export interface Sale extends SaleInput {
  readonly id: number;
  state: 'draft' | 'open' | 'closed';
  readonly createdAt: string;
  closedAt: string | null;
}

export interface Handover {
  readonly kind: 'collection' | 'return';
}

export interface LotInput {
  title: string;
  description: string | null;
  category: string;
  consignorId: number;
  estimate: { readonly low: number; readonly high: number };
  reserve: number | null;
  artist: { readonly name: string; readonly born?: number | null } | null;
  dimensions: { readonly width: number; readonly height: number } | null;
  provenance: readonly string[];
  images: readonly string[];
}

export interface Bid {
  readonly id: number;
  readonly lotId: number;
  readonly bidderId: number;
  readonly amount: number;
  readonly placedAt: string;
}

export interface Lot extends LotInput {
  readonly id: number;
  readonly saleId: number;
  readonly number: number;
  state: 'listed' | 'withdrawn' | 'sold' | 'unsold' | 'reoffered' | 'collected' | 'returned';
  /** From the lowest to the highest. */
  readonly bids: Bid[];
  hammerPrice: number | null;
  buyerId: number | null;
  readonly reofferedFrom: number | null;
  reofferedAs: number | null;
  withdrawalReason: string | null;
  handover: Handover | null;
  readonly createdAt: string;
}

export interface Agreement {
  readonly version: number;
  readonly commissionRate: number;
  readonly signedOn: string;
  readonly endsOn: string | null;
  readonly unsoldFee: number;
}

export interface ConsignorInput {
  readonly name: string;
  readonly email: string;
  readonly iban: string;
  readonly address: Readonly<Record<string, string>>;
}

export interface Consignor extends ConsignorInput {
  readonly id: number;
  agreement: Agreement | null;
  readonly createdAt: string;
}

export interface Watch {
  readonly bidderId: number;
  readonly lotId: number;
  note: string | null;
  readonly since: string;
}

export interface BidderInput {
  name: string;
  readonly email: string;
  phone: string | null;
  country: string;
  deposit: number;
  limit: number;
}

export interface Bidder extends BidderInput {
  readonly id: number;
  readonly pin: string;
  blocked: boolean;
  readonly watches: Map<number, Watch>;
  readonly createdAt: string;
}

export interface PaymentInput {
  readonly amount: number;
  readonly method: string;
  readonly receivedOn: string;
}

export interface Invoice {
  readonly id: number;
  readonly saleId: number;
  readonly bidderId: number;
  readonly lines: readonly { readonly lotId: number; readonly hammerPrice: number; readonly premium: number }[];
  readonly tax: number;
  readonly payments: (PaymentInput & { readonly id: number })[];
  readonly dueOn: string;
  readonly createdAt: string;
}

export interface Job {
  readonly id: number;
  readonly saleId: number;
  lots: readonly { readonly from: number; readonly to: number }[];
  readonly createdAt: string;
  finishedAt: string | null;
}
