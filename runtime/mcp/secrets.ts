// Keeps what a model gets free of credentials: remembers every secret that was given or sent, and masks it wherever it stands.
import { setOwn } from '../contract/own.ts';
import { secretForms } from '../wire/secret-forms.ts';

/** Renewed tokens may be many; the oldest are forgotten. */
const MOST = 100;

export class Secrets {
  readonly #texts = new Set<string>();
  /** Each in all of its forms, the longest first, so that no part of one is left. Made anew where another comes. */
  #made: readonly string[] | undefined;

  /** Remembers secrets, in every form in which they are sent. */
  add(texts: Iterable<string>): void {
    for (const text of texts) if (text !== '') this.#texts.add(text);
    this.#made = undefined;
    for (const oldest of this.#texts) {
      if (this.#texts.size <= MOST) break;
      this.#texts.delete(oldest);
    }
  }

  /** Remembers all texts in a credential that the user gave: a text, a login, a key with its secret. The name of a login is no secret. */
  addCredential(credential: unknown): void {
    if (typeof credential === 'string') this.add([credential]);
    else if (typeof credential === 'object' && credential !== null)
      for (const [name, part] of Object.entries(credential)) if (name !== 'username') this.addCredential(part);
  }

  get #forms(): readonly string[] {
    this.#made ??= [...new Set([...this.#texts].flatMap((secret) => [...secretForms(secret)]))].sort((a, b) => b.length - a.length);
    return this.#made;
  }

  /** The length of the longest form of a secret: so much of a text that ends early may be the beginning of one. */
  get longest(): number {
    return this.#forms[0]?.length ?? 0;
  }

  /** The text without secrets. */
  text(text: string): string {
    const forms = this.#forms;
    // A response may have millions of short texts.
    if (text.length < (forms.at(-1)?.length ?? 0)) return text;
    let clean = text;
    for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, () => '***');
    return clean;
  }

  /** The value without secrets: in texts, in names, and as numbers. */
  value(value: unknown): unknown {
    if (this.#texts.size === 0) return value;
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number' || typeof value === 'bigint') return this.#texts.has(String(value)) ? '***' : value;
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (typeof value !== 'object' || value === null) return value;
    const clean = {};
    for (const [name, member] of Object.entries(value)) setOwn(clean, this.text(name), this.value(member));
    return clean;
  }
}
