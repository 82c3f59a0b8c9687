// The shape of a check: what a statement asks of its document, and changes to the document that show that the check can fail.
import type { Document } from '../specs/document.ts';

export interface Check {
  /** Of a service with several documents, the one that the statement is about; the first of them when left out. */
  document?: string;
  /** Throws when the documents do not answer the statement; `all` has every document of the service by its file's name without `.yaml`. */
  holds(document: Document, all: Documents): void;
  /** Each makes the statement untrue, so that `holds` must throw; it is given copies. */
  breaks: Record<string, (document: Document, all: Documents) => void>;
}

export type Documents = Record<string, Document>;
