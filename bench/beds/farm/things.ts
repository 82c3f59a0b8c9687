// What the service keeps.
export interface Address {
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
}

export interface NewGrower {
  readonly name: string;
  readonly code: string;
  readonly email: string;
  readonly phone: string | null;
  readonly website: string | null;
  readonly certified_since: string | null;
  readonly practices: readonly string[];
  readonly address: Address;
}

export interface Grower extends NewGrower {
  readonly id: number;
  readonly created_at: string;
}

export interface ProductChange {
  readonly name: string;
  readonly category: string;
  readonly vat_percent: number;
  readonly min_order_quantity: number;
  readonly allergens: readonly string[];
  readonly storage: { readonly min_celsius: number; readonly max_celsius: number } | null;
  readonly description: string | null;
  readonly active: boolean;
}

export interface NewProduct extends ProductChange {
  readonly grower_id: number;
  readonly sku: string;
  readonly unit: string;
}

export interface Product extends NewProduct {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewLot {
  readonly code: string;
  readonly quantity: number;
  readonly harvested_on: string;
  readonly best_before: string;
  readonly samples: readonly { readonly brix: number; readonly taken_at?: string }[];
  readonly notes: string | null;
}

export interface Lot extends NewLot {
  readonly id: number;
  readonly product_id: number;
  readonly created_at: string;
  remaining: number;
}

export interface NewPriceList {
  readonly name: string;
  readonly currency: string;
  readonly valid_from: string;
  readonly valid_until: string | null;
}

export interface PriceList extends NewPriceList {
  readonly id: number;
  readonly created_at: string;
  /** Cents by product. */
  readonly prices: Map<number, number>;
}

export interface NewCustomer {
  readonly name: string;
  readonly email: string;
  readonly price_list_id: number;
  readonly discount_percent: number;
  readonly credit_limit_cents: number | null;
  readonly delivery_days: readonly string[];
  readonly contacts: readonly { readonly name: string; readonly phone?: string }[];
}

export interface Customer extends NewCustomer {
  readonly id: number;
  readonly created_at: string;
}

export interface NewOrder {
  readonly customer_id: number;
  readonly delivery_on: string;
  readonly reference: string | null;
  readonly lines: readonly { readonly product_id: number; readonly quantity: number }[];
}

export interface OrderLine {
  readonly product_id: number;
  readonly product_name: string;
  readonly quantity: number;
  readonly unit_price_cents: number;
  delivered: number;
}

export type OrderState = 'draft' | 'confirmed' | 'part_delivered' | 'delivered';

export interface Order {
  readonly id: number;
  readonly customer_id: number;
  readonly delivery_on: string;
  readonly reference: string | null;
  readonly lines: readonly OrderLine[];
  readonly deliveries: Delivery[];
  readonly created_at: string;
  state: OrderState;
  confirmed_at: string | null;
}

export interface NewDelivery {
  readonly delivered_at: string;
  readonly driver: string | null;
  readonly lines: readonly { readonly lot_id: number; readonly quantity: number }[];
}

export interface Delivery extends NewDelivery {
  readonly id: number;
  readonly order_id: number;
  readonly created_at: string;
}

export interface Hub {
  readonly growers: Map<number, Grower>;
  readonly products: Map<number, Product>;
  readonly lots: Map<number, Lot>;
  readonly priceLists: Map<number, PriceList>;
  readonly customers: Map<number, Customer>;
  readonly orders: Map<number, Order>;
}

export type HubName = 'birch' | 'quarry';
