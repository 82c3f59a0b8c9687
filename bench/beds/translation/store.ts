// What the service keeps of each agency.
import { randomUUID } from 'node:crypto';
import { Clock } from '../clock.ts';

/** What all things have. */
interface Thing {
  readonly id: string;
  readonly createdAt: string;
}

export interface ClientAttributes {
  readonly name: string;
  readonly contactEmail: string;
  readonly country: string;
  readonly vatNumber: string | null;
  readonly paymentDays: number;
  readonly discount: number;
  readonly billing: object | null;
}

export interface TermAttributes {
  readonly source: string;
  readonly sourceLanguage: string;
  readonly translation: string;
  readonly targetLanguage: string;
  readonly forbidden: boolean;
  readonly note: string | null;
}

export interface ProjectAttributes {
  readonly title: string;
  readonly deadline: string;
  readonly priority: string;
  readonly budget: number | null;
  readonly tags: readonly string[];
  readonly brief: string | null;
}

export interface DocumentAttributes {
  readonly fileName: string;
  readonly sourceLanguage: string;
  readonly wordCount: number;
  readonly receivedOn: string | null;
  readonly confidential: boolean;
}

export interface JobAttributes {
  readonly targetLanguage: string;
  readonly ratePerWord: number;
  readonly dueOn: string;
  readonly instructions: string | null;
}

export interface TranslatorAttributes {
  readonly name: string;
  readonly email: string;
  readonly pairs: readonly { readonly source: string; readonly target: string; readonly level: string }[];
  readonly specialties: readonly string[];
  readonly maxJobs: number;
  readonly certifiedUntil: string | null;
}

export interface InvoiceAttributes {
  readonly number: string;
  readonly issuedOn: string;
  readonly note: string | null;
}

export interface Client extends Thing {
  readonly attributes: ClientAttributes;
}

export interface Term extends Thing {
  readonly clientId: string;
  readonly attributes: TermAttributes;
}

export interface Project extends Thing {
  readonly clientId: string;
  attributes: ProjectAttributes;
  status: string;
  updatedAt: string;
}

export interface Document extends Thing {
  readonly projectId: string;
  readonly attributes: DocumentAttributes;
}

/** What is known of a translation that is there. Money is in cents. */
interface Delivery {
  readonly words: number;
  readonly hours: number;
  readonly at: string;
  readonly cents: number;
}

export interface Job extends Thing {
  readonly documentId: string;
  readonly attributes: JobAttributes;
  status: 'open' | 'assigned' | 'delivered' | 'approved';
  revision: number;
  translatorId: string | null;
  invoiceId: string | null;
  delivery: Delivery | null;
  score: number | null;
  reviewComment: string | null;
}

export interface Translator extends Thing {
  readonly attributes: TranslatorAttributes;
}

export interface Invoice extends Thing {
  readonly clientId: string;
  readonly jobIds: readonly string[];
  readonly attributes: InvoiceAttributes;
  readonly paymentDays: number;
  readonly discount: number;
  readonly subtotal: number;
  readonly total: number;
}

/** What belongs to an agency, in the order of its creation. */
export class Agency {
  readonly clients = new Map<string, Client>();
  readonly terms = new Map<string, Term>();
  readonly projects = new Map<string, Project>();
  readonly documents = new Map<string, Document>();
  readonly jobs = new Map<string, Job>();
  readonly translators = new Map<string, Translator>();
  readonly invoices = new Map<string, Invoice>();

  documentsOf(projectId: string): Document[] {
    return [...this.documents.values()].filter((document) => document.projectId === projectId);
  }

  jobsOf(documentId: string): Job[] {
    return [...this.jobs.values()].filter((job) => job.documentId === documentId);
  }

  /** The jobs of a translator that are in one status. */
  jobsIn(status: Job['status'], translatorId: string): Job[] {
    return [...this.jobs.values()].filter((job) => job.status === status && job.translatorId === translatorId);
  }
}

export class Store {
  readonly agencies = new Map<string, Agency>();
  readonly clock = new Clock();

  /** The members that each new thing has. */
  thing(id: string = randomUUID()): Thing {
    return { id, createdAt: this.clock.now() };
  }
}

/** Keeps a new thing. */
export function keep<Kept extends Thing>(things: Map<string, Kept>, thing: Kept): Kept {
  things.set(thing.id, thing);
  return thing;
}
