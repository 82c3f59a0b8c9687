// The things that the helpdesk service keeps, as its document names them.

export type TicketStatus = 'new' | 'open' | 'pending' | 'solved' | 'closed';
export type CustomFields = Record<string, string | number | boolean>;

export interface NewTicket {
  subject: string;
  description?: string | null;
  priority: string;
  channel: string;
  requester_id: string;
  tags: string[];
  custom_fields: CustomFields;
  due_at?: string | null;
}

export type TicketPatch = Partial<Omit<NewTicket, 'custom_fields'>> & { custom_fields?: Record<string, string | number | boolean | null> };

export interface Ticket extends NewTicket {
  id: string;
  number: number;
  description: string | null;
  status: TicketStatus;
  assignee_id: string | null;
  due_at: string | null;
  resolution: string | null;
  reopen_count: number;
  solved_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** A ticket as an answer shows it. */
export interface TicketLook extends Ticket {
  comment_count: number;
  hours_spent: number;
}

export interface BulkUpdate {
  ids: string[];
  changes: { priority?: string; add_tags?: string[]; remove_tags?: string[] };
}

export interface Comment {
  id: string;
  ticket_id: string;
  body: string;
  visibility: string;
  edited: boolean;
  created_at: string;
}

export interface NewTimeEntry {
  hours: number;
  worked_on: string;
  note: string;
  billable: boolean;
}

export interface TimeEntry extends NewTimeEntry {
  id: string;
}

export interface Attachment {
  id: string;
  ticket_id: string;
  filename: string;
  content_type: string;
  size: number;
  caption: string | null;
  created_at: string;
}

export interface CustomerFields {
  name: string;
  kind: string;
  email: string;
  vat_id?: string | null;
  phones: string[];
  credit_limit: string;
  locale: string;
  contract?: { plan: string; starts_on: string; ends_on?: string | null; response_hours?: number } | null;
  marketing_consent: boolean;
}

export interface Customer extends CustomerFields {
  id: string;
  version: number;
  created_at: string;
  updated_at: string;
}

export interface AddressFields {
  label: string;
  line1: string;
  city: string;
  postal_code?: string | null;
  country: string;
  primary: boolean;
}

export interface Address extends AddressFields {
  id: string;
}

export interface ArticleFields {
  title: string;
  body: string;
  locale: string;
  position: number;
  boost: number;
  labels: string[];
}

export interface Article extends ArticleFields {
  slug: string;
  state: 'draft' | 'published' | 'archived';
  published_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface Translation {
  locale: string;
  title: string;
  body: string;
  updated_at: string;
}

export interface NewAgent {
  handle: string;
  name: string;
  email: string;
  password: string;
  role: string;
}

export interface Agent {
  id: string;
  handle: string;
  name: string;
  email: string;
  role: string;
  active: boolean;
  last_seen_at: string | null;
  created_at: string;
}

export interface NewWebhook {
  delivery: Record<string, unknown>;
  events: string[];
  description?: string | null;
  active: boolean;
}

export interface Webhook extends NewWebhook {
  id: string;
  created_at: string;
}

export interface NewKey {
  name: string;
  role: string;
  expires_at?: string | null;
}

export interface Key extends NewKey {
  id: string;
  created_at: string;
}
