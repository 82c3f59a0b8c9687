// Reads the rows of CSV files as their bytes arrive, with the place where each ends, so that reading can go on there. A row that is broken is given
// as such, and the next line is read as the next row.

import { Parser } from 'csv-parse';

export type Encoding = 'utf-8' | 'windows-1251';

export interface Format {
  readonly encoding: Encoding;
  readonly delimiter: string;
}

/** A row of a file; `fault` says why it could not be read, and then its only cell is the line. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly fault?: string;
  /** The byte after its last. */
  readonly end: number;
}

/** Characters that a row may have. A quote that is never closed would make one row of all that follows. */
const LONGEST_ROW = 65_536;
/** Characters of a broken line that are kept. */
const LONGEST_LINE = 1_000;
/** Bytes that are read at once. Rows are wanted in hundreds, and more would be read in vain. */
const SLICE = 16_384;

const FAULTS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'A cell goes on after its closing quote.',
  INVALID_OPENING_QUOTE: 'A quote stands inside of a cell that does not begin with one.',
  CSV_QUOTE_NOT_CLOSED: 'A quote is not closed.',
  CSV_MAX_RECORD_SIZE: `The row has more than ${LONGEST_ROW} characters, or a quote is not closed.`,
};

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
const DELIMITERS = [',', ';', '\t', '|'] as const;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Bytes of the beginning that are looked at. */
const BEGINNING = 65_536;

/** What a file shows while its bytes pass. */
export class Survey {
  /** How many rows there are, without that of the names. A file with broken rows may have more. */
  get rows(): number {
    return Math.max(0, this.#rows + (this.#isInRow ? 1 : 0) - 1);
  }
  /** The byte at which the text begins. */
  get begin(): number {
    return BYTE_ORDER_MARK.equals(this.#beginning.subarray(0, BYTE_ORDER_MARK.length)) ? BYTE_ORDER_MARK.length : 0;
  }
  get isUtf16(): boolean {
    return ['fffe', 'feff'].includes(this.#beginning.toString('hex', 0, 2));
  }
  get format(): Format {
    return { encoding: this.#isUtf8 ? 'utf-8' : 'windows-1251', delimiter: delimiterOf(this.#beginning) };
  }

  #rows = 0;
  #isInRow = false;
  #isQuoted = false;
  #isUtf8 = true;
  #beginning: Buffer = Buffer.alloc(0);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  /** Passes bytes on. */
  async *watch(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      this.#look(piece);
      yield piece;
    }
    this.#decode();
  }

  #look(piece: Uint8Array): void {
    const room = BEGINNING - this.#beginning.length;
    if (room > 0) this.#beginning = Buffer.concat([this.#beginning, piece.subarray(0, room)]);
    for (const byte of piece) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      const isEnd = (byte === NEWLINE || byte === RETURN) && !this.#isQuoted;
      if (isEnd && this.#isInRow) this.#rows += 1;
      this.#isInRow = !isEnd;
    }
    this.#decode(piece);
  }

  /** @param piece absent: the text has ended */
  #decode(piece?: Uint8Array): void {
    if (!this.#isUtf8) return;
    try {
      this.#decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      this.#isUtf8 = false;
    }
  }
}

/** The delimiter that the first line has most often, outside of quotes. @param beginning of the file, in any encoding that extends ASCII */
export function delimiterOf(beginning: Buffer): string {
  const [line = ''] = beginning
    .toString('latin1')
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** @param from the byte of the file at which `bytes` begin */
export async function* readRows(bytes: AsyncIterable<Uint8Array>, format: Format, from: number): AsyncGenerator<CsvRow> {
  const reader = new RowReader(format, from);
  for await (const piece of bytes) {
    for (let start = 0; start < piece.length; start += SLICE) yield* await reader.read(piece.subarray(start, start + SLICE));
  }
  yield* await reader.end();
}

class RowReader {
  readonly #format: Format;
  /** Where the next row begins. */
  #at: number;
  /** The bytes from there on that were read. */
  #window: Buffer = Buffer.alloc(0);
  #rows: CsvRow[] = [];
  #parser: Parser;
  /** What is wrong with the row at `#at`, while the end of its line is looked for. */
  #fault: string | undefined;
  #line = '';

  constructor(format: Format, from: number) {
    this.#format = format;
    this.#at = from;
    this.#parser = this.#newParser();
  }

  async read(bytes: Uint8Array): Promise<readonly CsvRow[]> {
    this.#window = Buffer.concat([this.#window, bytes]);
    await this.#parse(Buffer.from(bytes), false);
    return this.#taken();
  }

  async end(): Promise<readonly CsvRow[]> {
    await this.#parse(Buffer.alloc(0), true);
    return this.#taken();
  }

  #taken(): readonly CsvRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  async #parse(fresh: Buffer, isLast: boolean): Promise<void> {
    for (let bytes = fresh; ; bytes = this.#window) {
      if (this.#fault === undefined) {
        this.#fault = await faultOf(this.#parser, bytes, isLast);
        if (this.#fault === undefined) return;
      }
      if (!this.#skipLine(this.#fault, isLast)) return;
      this.#fault = undefined;
      this.#parser = this.#newParser();
    }
  }

  /** Ends the broken row with its line. @returns false where the end of the line was not read yet */
  #skipLine(fault: string, isLast: boolean): boolean {
    if (this.#line === '') this.#advance(leadingLines(this.#window));
    const newline = this.#window.indexOf(NEWLINE);
    const length = newline === -1 ? this.#window.length : newline + 1;
    if (this.#line.length < LONGEST_LINE) this.#line += this.#window.toString('latin1', 0, Math.min(length, LONGEST_LINE));
    this.#advance(length);
    if (newline === -1 && !isLast) return false;
    this.#rows.push({ cells: [this.#decode(this.#line.slice(0, LONGEST_LINE)).trimEnd()], fault, end: this.#at });
    this.#line = '';
    return true;
  }

  #advance(length: number): void {
    this.#at += length;
    this.#window = this.#window.subarray(length);
  }

  #newParser(): Parser {
    const begin = this.#at;
    const parser = new Parser({
      delimiter: this.#format.delimiter,
      // Other encodings than UTF-8 are read byte by byte.
      encoding: this.#format.encoding === 'utf-8' ? 'utf8' : 'latin1',
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: LONGEST_ROW,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (cells: string[], { bytes }) => {
        this.#advance(begin + bytes - this.#at);
        this.#rows.push({ cells: this.#format.encoding === 'utf-8' ? cells : cells.map((cell) => this.#decode(cell)), end: this.#at });
        return null;
      },
    });
    // Errors come by the callbacks too.
    parser.on('error', () => undefined).resume();
    return parser;
  }

  /** @param bytes a character for each */
  #decode(bytes: string): string {
    return new TextDecoder(this.#format.encoding).decode(Buffer.from(bytes, 'latin1'));
  }
}

/** How many bytes of empty lines come first. */
function leadingLines(bytes: Buffer): number {
  const first = bytes.findIndex((byte) => byte !== NEWLINE && byte !== RETURN);
  return Math.max(0, first);
}

/** What is wrong with the row at which the parser stops. */
function faultOf(parser: Parser, bytes: Buffer, isLast: boolean): Promise<string | undefined> {
  return new Promise((resolve) => {
    const done = (error?: Error | null) => resolve(error == null ? undefined : faultText(error));
    if (isLast) parser.end(bytes, done);
    else parser.write(bytes, done);
  });
}

function faultText(error: Error & { readonly code?: string }): string {
  return FAULTS[error.code ?? ''] ?? 'The row cannot be read.';
}
