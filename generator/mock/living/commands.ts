// What control asks of the world of a living mock, and what it is told. Types only.
import type { WebhookSignatureFacts } from '../../model/service.ts';

export type LivingCommand =
  /** Be ready for requests. */
  | { readonly do: 'begin' }
  /** Begin anew, with the seeds. */
  | { readonly do: 'reset' }
  | { readonly do: 'image' }
  | { readonly do: 'restore'; readonly image: string }
  | { readonly do: 'tables' }
  | RowsCommand;

export interface RowsCommand {
  readonly do: 'rows';
  readonly table: string;
  readonly offset: number;
  readonly limit: number;
}

export interface Table {
  /** The path of a kind's collection: `/shelves/{shelf}/books`. */
  readonly name: string;
  readonly rows: number;
}

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly total: number;
}

export type LivingTold =
  | { readonly kind: 'done' }
  | { readonly kind: 'image'; readonly image: string }
  | { readonly kind: 'tables'; readonly tables: readonly Table[] }
  /** `undefined`: there is no such table. */
  | { readonly kind: 'rows'; readonly rows: Rows | undefined }
  /** `detail` is the end of a sentence. */
  | { readonly kind: 'refused'; readonly detail: string };

/** What is to be sent to a receiver. */
export interface Delivered {
  readonly event: string;
  readonly url: string;
  readonly method: string;
  readonly contentType?: string;
  /** `undefined`: there is no body. */
  readonly payload: unknown;
  /** How the document says that it is signed. */
  readonly signature?: WebhookSignatureFacts;
  /** The secret that the receiver has for it. */
  readonly secret?: string;
}
