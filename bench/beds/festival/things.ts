// The resources of the festival service, as its document names them.

export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

export type FestivalState = 'draft' | 'published' | 'cancelled';

/** A festival as it is kept. Counts and the tag are worked out when it is shown. */
export interface Festival {
  readonly festivalId: string;
  readonly title: string;
  readonly summary?: string;
  readonly city: string;
  readonly timeZone: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly capacity: number;
  readonly currency: string;
  readonly genres: readonly string[];
  readonly minimumAge: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly location?: { readonly latitude: number; readonly longitude: number };
  readonly state: FestivalState;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface Poster {
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly updateTime: string;
}

export interface Stage {
  readonly stageId: string;
  readonly festivalId: string;
  readonly title: string;
  readonly kind: string;
  readonly capacity: number;
  readonly covered: boolean;
  readonly equipment: readonly { readonly item: string; readonly quantity: number }[];
  readonly createTime: string;
  readonly updateTime: string;
}

export interface Slot {
  readonly slotId: string;
  readonly festivalId: string;
  readonly stageId: string;
  readonly performerId: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly setKind: string;
  readonly notes?: string;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface Contact {
  readonly email: string;
  readonly phone?: string;
  readonly manager?: string;
}

export interface Performer {
  readonly performerId: string;
  readonly displayName: string;
  readonly country: string;
  readonly bio?: string;
  readonly genres: readonly string[];
  readonly rating?: number;
  readonly fee?: Money;
  readonly contact?: Contact;
  readonly socialLinks: Readonly<Record<string, string>>;
  readonly active: boolean;
  readonly bankAccount?: string;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface TicketType {
  readonly ticketTypeId: string;
  readonly festivalId: string;
  readonly title: string;
  readonly description?: string;
  readonly price: Money;
  readonly discountPercent: number;
  readonly quota: number;
  readonly maxPerOrder: number;
  readonly perks: readonly string[];
  readonly onSale: boolean;
  readonly createTime: string;
  readonly updateTime: string;
}

export type OrderState = 'reserved' | 'paid' | 'checkedIn' | 'refunded' | 'expired';

export interface OrderItem {
  readonly ticketTypeId: string;
  readonly quantity: number;
  readonly unitPriceMinor: number;
}

export interface Buyer {
  readonly name: string;
  readonly email: string;
}

export interface Order {
  readonly orderId: string;
  readonly requestId?: string;
  readonly festivalId: string;
  readonly buyer: Buyer;
  readonly items: readonly OrderItem[];
  readonly note?: string;
  readonly state: OrderState;
  readonly channel: 'online' | 'boxOffice';
  readonly totalMinor: number;
  readonly currency: string;
  readonly ticketIds: readonly string[];
  readonly expireTime?: string;
  readonly paidTime?: string;
  readonly paymentMethod?: string;
  readonly refundedMinor?: number;
  readonly refundReason?: string;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface Ticket {
  readonly ticketId: string;
  readonly festivalId: string;
  readonly ticketTypeId: string;
  readonly orderId?: string;
  readonly holder: string;
  readonly state: 'reserved' | 'valid' | 'checkedIn' | 'void';
  readonly gate?: string;
  readonly checkInTime?: string;
  readonly createTime: string;
}

export interface WaitingEntry {
  readonly entryId: string;
  readonly email: string;
  readonly partySize: number;
  readonly state: 'waiting' | 'offered';
  readonly createTime: string;
}

export interface Webhook {
  readonly webhookId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly createTime: string;
}

export interface Device {
  readonly deviceId: string;
  readonly label: string;
  readonly mode: 'sell' | 'scan';
  readonly expireTime?: string;
  readonly createTime: string;
}
