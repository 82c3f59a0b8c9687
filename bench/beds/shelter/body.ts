// Bodies that are forms.

/** A file of a form. */
export interface Upload {
  readonly type: string;
  readonly bytes: Buffer;
}

export type Field = readonly [name: string, value: string | Upload];

const utf8 = (bytes: Buffer): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** The fields of a form in a URL encoding. A form that cannot be read throws. */
export const fieldsOfForm = (bytes: Buffer): Field[] =>
  utf8(bytes)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return [decoded(name), decoded(value)];
    });

const quoted = (header: string, name: string): string | undefined => {
  const found = new RegExp(`[;\\s]${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
};

function fieldOf(part: Buffer): Field {
  const end = part.indexOf('\r\n\r\n');
  const head = utf8(part.subarray(0, end + 2));
  const header = (name: string): string | undefined => new RegExp(`^${name}:(.*)\r$`, 'im').exec(head)?.[1]?.trim();
  const disposition = header('content-disposition') ?? '';
  const name = quoted(disposition, 'name');
  if (end === -1 || name === undefined) throw new Error('A part has no name.');
  const bytes = part.subarray(end + 4);
  const type = header('content-type');
  if (quoted(disposition, 'filename') === undefined && (type === undefined || /^text\/plain\b/i.test(type))) return [name, utf8(bytes)];
  return [name, { type: (type ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? '', bytes }];
}

/** The fields of a form in parts. A form that cannot be read throws. */
export function fieldsOfParts(bytes: Buffer, contentType: string): Field[] {
  const boundary = quoted(contentType, 'boundary');
  if (boundary === undefined) throw new Error('There is no boundary.');
  const line = `\r\n--${boundary}`;
  const whole = Buffer.concat([Buffer.from('\r\n'), bytes]);
  const fields: Field[] = [];
  let at = whole.indexOf(line);
  while (at !== -1) {
    const from = at + Buffer.byteLength(line);
    if (whole.subarray(from, from + 2).toString() === '--') return fields;
    const next = whole.indexOf(line, from);
    if (next === -1) break;
    fields.push(fieldOf(whole.subarray(from, next).subarray(whole.subarray(from, next).indexOf('\r\n') + 2)));
    at = next;
  }
  throw new Error('The last boundary is missing.');
}
