// What an archive keeps, and what its requests send.

/** Whether a fault is turned on. */
export type Has = (fault: string) => boolean;

export interface CollectionBody {
  readonly code: string;
  readonly title: string;
  readonly level: string;
  readonly description: string | null;
  readonly year_from: number;
  readonly year_to: number | null;
  readonly languages: readonly string[];
  readonly website: string | null;
}
export interface Collection extends CollectionBody {
  readonly id: number;
  readonly created_at: string;
}

export interface BoxBody {
  readonly label: string;
  readonly shelf: Readonly<Record<string, unknown>>;
  readonly capacity: number;
  readonly height_cm: number | null;
}
export interface Box extends BoxBody {
  readonly id: number;
  readonly collection_id: number;
}

export interface ItemBody {
  readonly title: string;
  readonly kind: string;
  readonly pages: number;
  readonly dated: string | null;
  readonly tags: readonly string[];
  readonly fragile: boolean;
  readonly insured_eur: number | null;
  readonly barcode: number | null;
  readonly writer: object | null;
}
export interface Restriction {
  readonly reason: string;
  readonly until: string | null;
}
export type Place = 'in_box' | 'at_desk' | 'in_reading_room';
export interface Item extends ItemBody {
  readonly id: number;
  readonly box_id: number;
  readonly restriction: Restriction | null;
  readonly place: Place;
  readonly created_at: string;
}

export interface ReaderBody {
  readonly card_number: string;
  readonly name: string;
  readonly email: string;
  readonly birth_date: string | null;
  readonly card_until: string | null;
  readonly groups: readonly string[];
  readonly phone: string | null;
  readonly address: object | null;
}
export interface Reader extends ReaderBody {
  readonly id: number;
  readonly created_at: string;
}

export type Status = 'waiting' | 'fetched' | 'reading' | 'returned' | 'cancelled';
export interface RequestBody {
  readonly item_id: number;
  readonly reader_id: number;
  readonly reading_day: string;
  readonly purpose: string | null;
}
export interface Move {
  readonly status: Status;
  readonly note?: string | null;
}
export interface CopiesBody {
  readonly format: 'pdf' | 'tiff' | 'paper';
  readonly pages: readonly number[];
  readonly dpi: number;
  readonly color: boolean;
  readonly delivery: { readonly method: string; readonly address?: string };
}
export interface CopyOrder extends CopiesBody {
  readonly id: number;
  readonly request_id: number;
  readonly price_cents: number;
  readonly ordered_at: string;
}
export interface Request extends RequestBody {
  readonly id: number;
  readonly status: Status;
  readonly note: string | null;
  readonly desk: number | null;
  readonly fetched_at: string | null;
  readonly returned_at: string | null;
  readonly copies: readonly CopyOrder[];
  readonly created_at: string;
}

export interface SeatBody {
  readonly reader_id: number;
  readonly seat_number: number;
  readonly period: 'morning' | 'afternoon' | 'whole_day';
}
export interface Seat extends SeatBody {
  readonly id: number;
  readonly day: string;
}

/** What one archive of the network has. */
export interface Archive {
  readonly collections: Map<number, Collection>;
  readonly boxes: Map<number, Box>;
  readonly items: Map<number, Item>;
  readonly readers: Map<number, Reader>;
  readonly requests: Map<number, Request>;
  readonly seats: Map<number, Seat>;
}
