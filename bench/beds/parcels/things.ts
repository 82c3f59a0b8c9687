// The resources of the parcel service, as its document names them.

export interface Address {
  readonly id: string;
  readonly name: string;
  readonly company: string | null;
  readonly lines: readonly string[];
  readonly city: string;
  readonly postal_code: string;
  readonly country: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly residential: boolean;
  readonly created: string;
  readonly updated: string;
}

export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export interface Customs {
  readonly purpose: string;
  readonly items: readonly { readonly description: string; readonly quantity: number; readonly value: Money; readonly hs_code?: string }[];
}

export type ShipmentStatus = 'draft' | 'purchased' | 'in_transit' | 'delivered' | 'cancelled';

export interface Shipment {
  readonly id: string;
  readonly status: ShipmentStatus;
  readonly sender: string;
  readonly recipient: string;
  readonly reference: string | null;
  readonly ship_date: string | null;
  readonly deliver_by: string | null;
  readonly insurance_amount: number | null;
  readonly customs: Customs | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly parcel_count: number;
  readonly total_weight_g: number;
  readonly tracking_number: string | null;
  readonly label: string | null;
  readonly pickup: string | null;
  readonly created: string;
  readonly updated: string;
}

export interface Parcel {
  readonly id: string;
  readonly shipment: string;
  readonly dimensions: { readonly length: number; readonly width: number; readonly height: number };
  readonly weight_g: number;
  readonly contents: string | null;
  readonly created: string;
}

export interface Rate {
  readonly id: string;
  readonly shipment: string;
  readonly service_level: string;
  readonly price: Money;
  readonly days: number;
}

export interface Label {
  readonly id: string;
  readonly shipment: string;
  readonly status: 'valid' | 'voided';
  readonly format: 'pdf' | 'zpl';
  readonly service_level: string;
  readonly price: Money;
  readonly tracking_number: string;
  readonly created: string;
  readonly voided_at: string | null;
}

export interface TrackingEvent {
  readonly id: string;
  readonly shipment: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly location: { readonly city: string; readonly country: string } | null;
  readonly note: string | null;
  readonly created: string;
}

export interface Pickup {
  readonly id: string;
  readonly status: 'scheduled' | 'cancelled';
  readonly address: string;
  readonly window: { readonly start: string; readonly end: string };
  readonly shipments: readonly string[];
  readonly instructions: string | null;
  readonly confirmation: string;
  readonly created: string;
}

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly created: string;
}
