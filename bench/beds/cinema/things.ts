// What the cinemas keep, and what bodies bring.

/** The ids of the faults that are turned on. */
export type Faults = ReadonlySet<string>;

/** A thing as an answer shows it. */
export type Shown = Readonly<Record<string, unknown>>;

interface CastMember {
  readonly name: string;
  readonly role: string | null;
}

export interface NewFilm {
  readonly title: string;
  readonly original_title: string | null;
  readonly runtime_minutes: number;
  readonly genres: readonly string[];
  readonly age_rating: number;
  readonly released_on: string | null;
  readonly distributor_code: string | null;
  readonly poster_url: string | null;
  readonly synopsis: string | null;
  readonly cast: readonly CastMember[];
}

interface Kept {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export type Film = NewFilm & Kept;

export interface Row {
  readonly row: string;
  readonly seats: number;
  readonly kind: 'standard' | 'premium' | 'wheelchair';
}

export interface NewHall {
  readonly name: string;
  readonly floor: number;
  readonly rows: readonly Row[];
  readonly features?: readonly string[];
  readonly opened_on: string | null;
}

export type Hall = Required<NewHall> & Kept & { readonly capacity: number };

export interface NewPrice {
  readonly label: string;
  readonly amount: number;
  readonly premium_surcharge: number;
}

export type Price = NewPrice & { readonly code: string; readonly updated_at: string };

export interface NewScreening {
  readonly film_id: string;
  readonly hall_id: string;
  readonly starts_at: string;
  readonly format: string;
  readonly language: string;
  readonly subtitles: string | null;
  readonly price_codes: readonly string[];
  readonly notes: string | null;
}

export type Screening = NewScreening & Kept & { readonly ends_at: string; readonly status: 'scheduled' | 'cancelled' };

export interface NewSeat {
  readonly row: string;
  readonly number: number;
  readonly price_code: string;
}

export interface NewBooking {
  readonly screening_id: string;
  readonly email: string;
  readonly seats: readonly NewSeat[];
  readonly member_id: string | null;
  readonly voucher_code: string | null;
  readonly note: string | null;
}

export interface Booking extends NewBooking {
  readonly reference: string;
  readonly seats: readonly (NewSeat & { readonly price: number })[];
  readonly channel: string;
  readonly status: 'confirmed' | 'checked_in' | 'cancelled';
  readonly total: number;
  readonly paid_by_voucher: number;
  readonly amount_due: number;
  readonly points: number;
  readonly created_at: string;
  readonly cancelled_at: string | null;
}

interface Address {
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
}

interface Preferences {
  readonly genres: readonly string[];
  readonly seat_kind: string | null;
}

export interface NewMember {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly birth_date: string | null;
  readonly newsletter: boolean;
  readonly pin?: string;
  readonly address: Address | null;
  readonly preferences?: Preferences;
  readonly labels?: Readonly<Record<string, string>>;
}

export type Member = Omit<NewMember, 'preferences' | 'labels'> & {
  readonly id: string;
  readonly preferences: Preferences;
  readonly labels: Readonly<Record<string, string>>;
  readonly joined_at: string;
  readonly updated_at: string;
};

export interface NewVoucher {
  readonly code?: string;
  readonly value: number;
  readonly expires_on: string;
  readonly note: string | null;
}

export type Voucher = Required<NewVoucher> & { readonly balance: number; readonly created_at: string };
