// What a shop keeps, and what bodies bring.

/** The ids of the faults that are turned on. */
export type Faults = ReadonlySet<string>;

/** A thing as an answer shows it. */
export type Shown = Readonly<Record<string, unknown>>;

interface Kept {
  readonly id: string;
  readonly createdAt: string;
}

export interface NewCategory {
  readonly name: string;
  readonly slug: string;
  readonly parentId: string | null;
  readonly position: number;
}

export type Category = NewCategory & Kept;

type ProductStatus = 'draft' | 'active' | 'archived';

export interface NewVariant {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly compareAtPrice: number | null;
  readonly costPrice: number | null;
  readonly stock: number;
  readonly weightGrams: number | null;
  readonly barcode: string | null;
}

export type Variant = NewVariant;

interface ProductFields {
  readonly title: string;
  readonly description: string | null;
  readonly status: ProductStatus;
  readonly categoryId: string | null;
  readonly tags: readonly string[];
  readonly images: readonly { readonly url: string; readonly alt?: string }[];
  readonly taxClass: 'standard' | 'reduced' | 'zero';
  readonly releaseDate: string | null;
  readonly attributes: Readonly<Record<string, string>>;
}

export type ProductChange = Partial<ProductFields>;
export type NewProduct = ProductChange & Pick<ProductFields, 'title'> & { readonly variants: readonly NewVariant[] };
export type Product = ProductFields & Kept & { readonly variants: readonly Variant[]; readonly updatedAt: string };

export interface NewReview {
  readonly customerId: string;
  readonly rating: number;
  readonly headline: string | null;
  readonly text: string;
}

export type Review = Omit<NewReview, 'customerId'> &
  Kept & { readonly productId: string; readonly customerId: string | null; readonly verified: boolean };

export interface Address {
  readonly line1: string;
  readonly line2?: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
  readonly kind?: string;
}

interface CustomerFields {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly birthday: string | null;
  readonly marketing: boolean;
  readonly addresses: readonly Address[];
}

export type CustomerChange = Partial<CustomerFields>;
export type NewCustomer = CustomerChange & Pick<CustomerFields, 'email' | 'firstName' | 'lastName' | 'marketing'>;
export type Customer = CustomerFields & Kept;

export interface NewDiscount {
  readonly code: string;
  readonly percentOff: number;
  readonly minimumSubtotal: number;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly usageLimit: number | null;
}

export type Discount = NewDiscount & { readonly createdAt: string };

export interface NewLine {
  readonly sku: string;
  readonly quantity: number;
}

export interface NewCart {
  readonly customerId: string;
  readonly lines: readonly NewLine[];
  readonly discountCode: string | null;
  readonly giftWrap: boolean;
  readonly note: string | null;
}

export type Cart = NewCart & Kept & { readonly status: 'open' | 'ordered'; readonly frozen: Bill | null };

export interface Line extends NewLine {
  readonly productId: string;
  readonly title: string;
  readonly unitPrice: number;
  readonly lineTotal: number;
}

/** Lines with their prices, and what they come to. */
export interface Bill {
  readonly lines: readonly Line[];
  readonly subtotal: number;
  readonly discountTotal: number;
  readonly total: number;
}

export interface Checkout {
  readonly paymentMethod: string;
  readonly shippingAddress: Address;
  readonly termsAccepted: boolean;
}

export interface NewShipment {
  readonly carrier: string;
  readonly trackingNumber: string | null;
  readonly lines: readonly NewLine[];
}

export type Shipment = NewShipment & Kept;

export interface NewRefund {
  readonly amount: number;
  readonly reason: string;
  readonly comment: string | null;
}

export type Refund = NewRefund & Kept;

export type OrderStatus = 'placed' | 'partlyShipped' | 'shipped' | 'cancelled';

export interface Order extends Bill {
  readonly id: string;
  readonly number: number;
  readonly status: OrderStatus;
  readonly customerId: string | null;
  readonly cartId: string;
  readonly channel: string;
  readonly paymentMethod: string;
  readonly shippingAddress: Address;
  readonly discountCode: string | null;
  readonly shipments: readonly Shipment[];
  readonly refunds: readonly Refund[];
  readonly placedAt: string;
}
