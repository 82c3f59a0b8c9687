// Finds known secrets in texts, in each form in which a message may write them. The time does not depend on how many there are.
import { secretForms } from '@octavo/runtime/facts';

/** Stands in the place of a secret. */
export const MARK = 'REDACTED';

/** Shorter texts are no credentials of any strength, and stand in many places by chance. */
const shortestSecret = 4;

const HASHES = 1 << 16;

/** Tokens of one kind often begin alike and are of few lengths. */
interface Forms {
  readonly all: Set<string>;
  /** The longest first. */
  readonly lengths: number[];
}

export class SecretIndex {
  readonly #secrets = new Set<string>();
  /** The forms of secrets by their first characters. */
  readonly #forms = new Map<string, Forms>();
  /** Which starts there are, as a table that costs a look at most positions. */
  readonly #starts = new Uint8Array(HASHES);

  get size(): number {
    return this.#secrets.size;
  }

  add(secret: string): void {
    if (secret.length < shortestSecret || secret === MARK || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    for (const form of secretForms(secret)) if (form.length >= shortestSecret) this.#addForm(form);
  }

  #addForm(form: string): void {
    const start = form.slice(0, shortestSecret);
    const known = this.#forms.get(start) ?? { all: new Set(), lengths: [] };
    known.all.add(form);
    if (!known.lengths.includes(form.length)) {
      known.lengths.push(form.length);
      known.lengths.sort((a, b) => b - a);
    }
    this.#forms.set(start, known);
    this.#starts[hashAt(form, 0)] = 1;
  }

  has(text: string): boolean {
    return this.#secrets.has(text);
  }

  /** The same text where it has none. */
  hide(text: string): string {
    let hidden = '';
    let from = 0;
    const last = text.length - shortestSecret;
    for (let at = 0; at <= last; at++) {
      if (this.#starts[hashAt(text, at)] === 0) continue;
      const length = lengthAt(text, at, this.#forms.get(text.slice(at, at + shortestSecret)));
      if (length === undefined) continue;
      hidden += text.slice(from, at) + MARK;
      from = at + length;
      at = from - 1;
    }
    return from === 0 ? text : hidden + text.slice(from);
  }
}

/** The length of the longest form that stands there. */
function lengthAt(text: string, at: number, forms: Forms | undefined): number | undefined {
  return forms?.lengths.find((length) => forms.all.has(text.slice(at, at + length)));
}

function hashAt(text: string, at: number): number {
  const four = ((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)) * 31 + text.charCodeAt(at + 3);
  return Math.imul(four, 0x9e3779b1) >>> 16;
}
