// Reads uploads of identifiers, one a line, as their bytes arrive, and says why an app has to delete a post or a user.

/** Nothing is found with `deactivated` or `bounced`, since users here can neither leave nor bounce. */
export type Reason = 'deleted' | 'suspended' | 'deactivated' | 'protected' | 'bounced';

/** Identifiers of an upload. */
const MOST_IDS = 100_000;

/** Bytes of an upload, line ends, spaces and empty lines included. */
const MOST_UPLOAD_BYTES = 8 * 2 ** 20;

/** Digits of an identifier. */
const MOST_DIGITS = 19;

/** An upload that cannot be read. */
export class WrongUpload extends Error {
  override readonly name = 'WrongUpload';
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge = false) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, ZERO, NINE] = [9, 10, 13, 32, 48, 57];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Reads the lines of one upload. It keeps no more than the line that has begun. */
export interface LineReader {
  /** @returns the identifiers whose lines have ended, each with a line feed @throws {WrongUpload} */
  read(bytes: Uint8Array): string;
  /** @returns the last identifier, if its line has no end @throws {WrongUpload} */
  end(): string;
}

export function createLineReader(): LineReader {
  let position = 0;
  let line = 1;
  let count = 0;
  let digits = '';
  /** What may follow in the line: digits, nothing but spaces, or the line feed after a carriage return. */
  let rest: 'digits' | 'spaces' | 'line feed' = 'digits';

  function wrong(): WrongUpload {
    return new WrongUpload(`Line ${line} is not an identifier. An identifier has 1 to ${MOST_DIGITS} digits.`);
  }

  function take(): string {
    if (digits === '') return '';
    count += 1;
    if (count > MOST_IDS) throw new WrongUpload(`An upload has at most ${MOST_IDS} identifiers.`, true);
    const id = `${digits}\n`;
    digits = '';
    return id;
  }

  function endLine(): string {
    const id = take();
    line += 1;
    rest = 'digits';
    return id;
  }

  function readByte(byte: number): string {
    if (byte === LINE_FEED) return endLine();
    if (rest === 'line feed') throw wrong();
    if (byte === CARRIAGE_RETURN) rest = 'line feed';
    else if (byte === SPACE || byte === TAB) rest = digits === '' ? 'digits' : 'spaces';
    else if (byte < ZERO || byte > NINE || rest === 'spaces' || digits.length === MOST_DIGITS) throw wrong();
    else digits += String.fromCharCode(byte);
    return '';
  }

  return {
    read(bytes) {
      let ids = '';
      for (const byte of bytes) {
        // The byte order mark that some editors write before the first line.
        const isMarked = position < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[position];
        position += 1;
        if (position > MOST_UPLOAD_BYTES) throw new WrongUpload(`An upload has at most ${MOST_UPLOAD_BYTES} bytes.`, true);
        if (!isMarked) ids += readByte(byte);
      }
      return ids;
    },
    end() {
      const id = take();
      if (count === 0) throw new WrongUpload('The upload has no identifiers.');
      return id;
    },
  };
}

/** Why a user, or a post of this author, has to be deleted; `undefined`: both may stay. */
export function reasonOf(user: { readonly is_suspended: boolean; readonly is_protected: boolean } | undefined): Reason | undefined {
  if (user === undefined) return 'deleted';
  if (user.is_suspended) return 'suspended';
  return user.is_protected ? 'protected' : undefined;
}
