// Holds what is read of sentences against what a person has marked.

export interface Reading {
  /** The sentence, or the clause of it, that says so. */
  readonly quote: string;
  /** `createOrder`, or `Order.total`. */
  readonly place: string;
  /** The kind and what is said, in short: `unique: name`. */
  readonly says: string;
}

/** A sentence and the rules that it states; none where it states none. */
export type Marked = readonly [text: string, ...rules: readonly string[]];

/** `frame`: a rule of all services, which is tried without its sentence. */
const FRAME = 'frame';

export interface Judged {
  readonly text: string;
  readonly wanted: readonly string[];
  readonly read: readonly string[];
  /** `wrong`: a rule is read that the sentence does not state, `part`: some of its rules are. */
  readonly is: 'right' | 'part' | 'wrong' | 'unread';
}

/** The sentences that state rules, and those that state none; those of the frame are left out. */
export function judged(marks: readonly Marked[], readings: readonly Reading[]): readonly Judged[] {
  const whole = new Set(marks.map(([text]) => bare(text)));
  return marks
    .filter(([, ...wanted]) => !wanted.includes(FRAME))
    .map(([text, ...wanted]) => {
      // What stands as a sentence of its own elsewhere is no clause of this one.
      const own = readings.filter(({ quote }) => (whole.has(bare(quote)) ? bare(quote) === bare(text) : isOf(text, quote)));
      const read = [...new Set(own.map(({ says }) => says))];
      return { text, wanted, read, is: verdict(wanted, read) };
    });
}

function verdict(wanted: readonly string[], read: readonly string[]): Judged['is'] {
  if (read.some((one) => !wanted.includes(one))) return 'wrong';
  if (read.length === wanted.length) return 'right';
  return read.length === 0 ? 'unread' : 'part';
}

/** A reading may quote the sentence, or a clause of it. */
function isOf(text: string, quote: string): boolean {
  const [one, other] = [bare(text), bare(quote)];
  return one === other || (other.length > 15 && one.includes(other)) || (other.startsWith(one) && one.length > 15);
}

function bare(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^[-*] /, '')
    .replace(/[\s.;,]+$/, '')
    .toLowerCase();
}

/** Every third sentence is held out: nobody looks at it while a reader is made. */
export function isHeldOut(_: unknown, index: number): boolean {
  return index % 3 === 2;
}

export interface Figures {
  readonly right: number;
  readonly part: number;
  readonly wrong: number;
  readonly unread: number;
  /** Sentences without a rule of which one is read. */
  readonly made: number;
}

export function figuresOf(all: readonly Judged[]): Figures {
  const rules = all.filter(({ wanted }) => wanted.length > 0);
  const count = (is: Judged['is']): number => rules.filter((one) => one.is === is).length;
  const made = all.filter(({ wanted, read }) => wanted.length === 0 && read.length > 0).length;
  return { right: count('right'), part: count('part'), wrong: count('wrong'), unread: count('unread'), made };
}
