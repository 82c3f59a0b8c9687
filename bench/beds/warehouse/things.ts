// The things that the warehouse service keeps, as its document names them.

interface Address {
  street: string;
  city: string;
  postal_code?: string;
  country: string;
}

export interface NewWarehouse {
  code: string;
  name: string;
  address: Address;
  capacity_m3: number;
  opened_on?: string;
  timezone: string;
  tags?: string[];
  notes?: string | null;
}

export interface Warehouse extends NewWarehouse {
  created_at: string;
}

export interface Bin {
  id: number;
  label: string;
  kind: string;
  max_weight_kg: number;
  temperature?: { min_c: number; max_c: number } | null;
  active: boolean;
  created_at: string;
}

export interface ProductReplacement {
  name: string;
  description?: string | null;
  unit: string;
  price: { amount: number; currency: string };
  weight_mg?: number;
  attributes?: Record<string, string>;
  supplier_id?: number | null;
  discontinued: boolean;
  available_from?: string;
  legacy_code?: string;
}

export interface NewProduct extends ProductReplacement {
  sku: string;
}

export interface Product extends NewProduct {
  created_at: string;
  updated_at: string;
}

export interface NewSupplier {
  name: string;
  email: string;
  payment_terms_days: number;
  contacts?: { name: string; email: string; role?: string }[];
}

export interface Supplier extends NewSupplier {
  id: number;
  created_at: string;
}

export interface NewOrderLine {
  sku: string;
  quantity: number;
  unit_price: number;
  discount_percent: number;
}

export interface OrderLine extends NewOrderLine {
  line_no: number;
}

interface OrderMembers {
  supplier_id: number;
  warehouse_code: string;
  expected_on?: string;
  currency: string;
  note?: string | null;
  priority: number;
  reference?: string;
}

export interface NewOrder extends OrderMembers {
  lines: NewOrderLine[];
}

export interface Order extends OrderMembers {
  id: string;
  status: string;
  lines: OrderLine[];
  created_at: string;
  updated_at: string;
}

export interface NewMovement {
  kind: 'receipt' | 'issue' | 'adjustment';
  sku: string;
  warehouse_code: string;
  quantity?: number;
  delta?: number;
  order_id?: string | null;
  occurred_at?: string;
}

export interface Movement {
  id: string;
  movement: NewMovement;
  created_at: string;
}

export interface NewTransfer {
  from_warehouse: string;
  to_warehouse: string;
  lines: { sku: string; quantity: number }[];
  note?: string;
}

export interface Transfer extends NewTransfer {
  id: string;
  status: 'draft' | 'sent' | 'received' | 'cancelled';
  sent_at: string | null;
  received_at: string | null;
  created_at: string;
}

export interface PriceListBody {
  name: string;
  currency: string;
  valid_from: string;
  valid_until?: string | null;
  prices: Record<string, { amount: number; min_quantity: number }>;
}

export interface PriceList extends PriceListBody {
  code: string;
  updated_at: string;
}

export interface Attachment {
  id: string;
  sku: string;
  title: string;
  kind?: string;
  size: number;
  sha256: string;
  created_at: string;
}

export interface NewUser {
  email: string;
  name: string;
  role: string;
  password: string;
}

export interface User {
  id: string;
  email: string;
  name: string;
  role: string;
  created_at: string;
}

export interface NewApiKey {
  name: string;
  scopes: string[];
  expires_at?: string | null;
}

export interface ApiKey extends NewApiKey {
  id: number;
  created_at: string;
}

export interface NewWebhook {
  url: string;
  events: string[];
  secret: string;
  headers?: Record<string, string>;
  active: boolean;
}

export interface Webhook extends NewWebhook {
  id: string;
  created_at: string;
}

export interface NewReport {
  kind: 'stock' | 'orders';
  format: 'csv';
  from?: string;
  to?: string;
}

export interface Report {
  id: string;
  input: NewReport;
  started: number;
  created_at: string;
}
