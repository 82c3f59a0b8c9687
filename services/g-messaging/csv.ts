// Reads CSV files as their bytes arrive.

import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { FileFault } from '../platform/outbox/file.ts';

export interface CsvRow {
  /** The line in which it ends, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface CsvOptions {
  /** Default: which of comma, semicolon and tab comes most often in the first line. */
  readonly delimiter?: string | undefined;
  /** A label of the Encoding Standard, such as `windows-1251`. Default: UTF-8. */
  readonly encoding?: string | undefined;
  /** Gets what is wrong with a row that cannot be read, which is left out. */
  readonly onBroken: (line: number, reason: string) => void;
}

/** A quote that is never closed would otherwise take all that follows. */
const LONGEST_ROW = 2 ** 20;

/** The rows of a CSV file, without those that are empty. @throws {FileFault} for an encoding that does not exist */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  { delimiter, encoding = 'utf-8', onBroken }: CsvOptions,
): AsyncGenerator<CsvRow> {
  const texts = withoutReturns(textOf(bytes, encoding));
  const head = await headOf(texts);
  const parser = parse({
    delimiter: delimiter ?? delimiterOf(head),
    info: true,
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    // A quote in the middle of a value is part of it.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  });
  parser.on('skip', ({ lines, code }: { lines: number; code: string }) => onBroken(lines, REASONS[code] ?? 'is not valid CSV'));
  const source = Readable.from(
    (async function* () {
      yield head;
      yield* texts;
    })(),
  );
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { line: info.lines, cells: record };
  } finally {
    source.destroy();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_MAX_RECORD_SIZE: `has more than ${LONGEST_ROW} characters`,
};

/** The text of a file, without its byte order mark. @throws {FileFault} for an encoding that does not exist */
async function* textOf(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = decoderOf(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new FileFault(`is in the encoding ${encoding}, which does not exist`);
  }
}

/** The parser would count a line break within a value twice where it has two characters. */
async function* withoutReturns(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - held.length).replaceAll('\r\n', '\n');
  }
  yield held;
}

/** The beginning of a text: its first line, as far as that is not too long. */
async function headOf(texts: AsyncGenerator<string>): Promise<string> {
  let head = '';
  while (!/[\r\n]/.test(head) && head.length < LONGEST_ROW) {
    const next = await texts.next();
    if (next.done) break;
    head += next.value;
  }
  return head;
}

function delimiterOf(head: string): string {
  const [line = ''] = head.split(/[\r\n]/, 1);
  const bare = line.replace(/"[^"]*"/g, '');
  const [best = ','] = [',', ';', '\t'].toSorted((a, b) => bare.split(b).length - bare.split(a).length);
  return best;
}
