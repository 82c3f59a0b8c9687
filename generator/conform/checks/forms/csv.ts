// Reads comma-separated values (RFC 4180), and says what is wrong with their form.

export interface Csv {
  readonly rows: readonly (readonly string[])[];
  /** What is wrong with a quote, and in which row; `undefined` where nothing is. */
  readonly quote?: string;
  /** Whether a row ends with a line feed alone. */
  readonly hasBareLineFeeds: boolean;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Some services write other signs between the fields: the one that the first line has most often counts. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const counts = DELIMITERS.map((sign) => line.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

export function csvOf(source: string): Csv {
  const text = source.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(text);
  const rows: string[][] = [];
  let [row, field, isQuoted, hasBareLineFeeds]: [string[], string, boolean, boolean] = [[], '', false, false];
  let quote: string | undefined;
  const endField = (): void => {
    row.push(field);
    field = '';
  };
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index);
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text.charAt(index + 1) === '"') field += text.charAt(++index);
      else {
        isQuoted = false;
        const next = text.charAt(index + 1);
        if (next !== '' && next !== delimiter && next !== '\r' && next !== '\n')
          quote ??= `row ${rows.length + 1} has text after the end of a quoted field`;
      }
    } else if (sign === '"' && field === '') isQuoted = true;
    else if (sign === '"') quote ??= `row ${rows.length + 1} has a quote in a field that is not quoted`;
    else if (sign === delimiter) endField();
    else if (sign === '\n') {
      hasBareLineFeeds ||= text.charAt(index - 1) !== '\r';
      endField();
      rows.push(row);
      row = [];
    } else if (sign !== '\r' || text.charAt(index + 1) !== '\n') field += sign;
  }
  if (isQuoted) quote ??= `row ${rows.length + 1} has a quoted field without an end`;
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  return { rows, hasBareLineFeeds, ...(quote === undefined ? {} : { quote }) };
}
