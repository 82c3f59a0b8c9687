// The shape of a check: what a statement requires of its document, and changes to the document that must make the check fail.
import type { Document } from '../specs/document.ts';

export interface Check {
  /** The document to check, for a service with several; by default the first. */
  document?: string;
  /** Throws when the document does not satisfy the statement. `all` has the service's documents by file name without `.yaml`. */
  holds(document: Document, all: Documents): void;
  /** Edits, by description, that each make the statement untrue, so that `holds` must throw. They get copies. */
  breaks: Record<string, (document: Document, all: Documents) => void>;
}

export type Documents = Record<string, Document>;
