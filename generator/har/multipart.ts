// The parts of a multipart body (RFC 7578). Bytes are read as Latin-1, which keeps each as one character.

/** A part with its place in the text. */
export interface Part {
  readonly name: string;
  readonly contentType: string | undefined;
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

export function partsIn(body: string, boundary: string): Part[] {
  const mark = `--${boundary}`;
  const parts: Part[] = [];
  for (let at = body.indexOf(mark); at !== -1; ) {
    const next = body.indexOf(mark, at + mark.length);
    const head = body.indexOf('\r\n\r\n', at);
    if (next === -1 || head === -1) return parts;
    if (head < next) parts.push(partOf(body.slice(at, head), body, head + 4, body.startsWith('\r\n', next - 2) ? next - 2 : next));
    at = next;
  }
  return parts;
}

function partOf(head: string, body: string, start: number, end: number): Part {
  const name = /^content-disposition:.*[;\s]name="?([^";\r\n]*)/im.exec(head)?.[1] ?? '';
  const contentType = /^content-type:\s*([^\r\n]*)/im.exec(head)?.[1];
  return { name, contentType, content: body.slice(start, Math.max(start, end)), start, end: Math.max(start, end) };
}

/** `boundary` of a media type. */
export function boundaryOf(contentType: string): string | undefined {
  return /^\s*multipart\/.*;\s*boundary=(?:"([^"]+)"|([^";\s]+))/is
    .exec(contentType)
    ?.slice(1)
    .find((one) => one !== undefined);
}
