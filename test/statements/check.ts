// The shape of a check: what a statement asks of its document, and changes to the document that show that the check can fail.
import type { Document } from '../specs/document.ts';

export interface Check {
  /** Throws when the document does not answer the statement. */
  holds(document: Document): void;
  /** Each makes the statement untrue, so that `holds` must throw; it is given a copy. */
  breaks: Record<string, (document: Document) => void>;
}
