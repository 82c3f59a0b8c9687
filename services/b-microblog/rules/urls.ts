// Finds addresses of the web in texts, with and without a protocol.

import { ACCENTED, hostEnd, hostRuns, LONGEST_TOP_LEVEL, plainRuns, type Span } from './url-hosts.ts';

/** Longer ones are plain text. */
const LONGEST_URL = 4096;

const PROTOCOL = /https?:\/\/$/i;
/** What must not stand before an address. */
const BEFORE = /[0-9A-Za-z@＠$#＃]$/u;
const BEFORE_PLAIN = /[0-9A-Za-z@＠$#＃\-_./]$/u;
const LONGEST_PROTOCOL = 8;

const IN_PATH = new RegExp(`[a-z\\u0400-\\u04ff0-9!*';:=+,.$/%#[\\]\\-\\u2013_~@|&${ACCENTED}]`, 'iu');
const PATH_END = new RegExp(`[+\\-a-z\\u0400-\\u04ff0-9=_#/${ACCENTED}]`, 'iu');
const IN_QUERY = /[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]/i;
const QUERY_END = /[a-z0-9\-_&=#/]/i;

/** The addresses of a text, in their order. */
export function findUrls(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const run of hostRuns(text)) {
    const end = found.at(-1)?.end ?? 0;
    if (run.end <= end) continue;
    const named = withProtocol(text, run);
    if (named !== undefined) found.push(named);
    // Between signs of other scripts, there may be more addresses.
    const rest = { start: Math.max(named?.end ?? 0, run.start, end), end: run.end };
    for (const plain of rest.start < rest.end ? plainRuns(text, rest) : []) {
      const span = withoutProtocol(text, plain);
      if (span !== undefined && plain.start >= (found.at(-1)?.end ?? 0)) found.push(span);
    }
  }
  return found.filter(({ start, end }) => end - start <= LONGEST_URL);
}

function withProtocol(text: string, run: Span): Span | undefined {
  const protocol = PROTOCOL.exec(text.slice(Math.max(0, run.start - LONGEST_PROTOCOL), run.start))?.[0];
  if (protocol === undefined) return undefined;
  const start = run.start - protocol.length;
  const host = BEFORE.test(text.slice(Math.max(0, start - 1), start)) ? undefined : hostEnd(text, run);
  return host === undefined ? undefined : { start, end: urlEnd(text, host) };
}

function withoutProtocol(text: string, run: Span): Span | undefined {
  if (BEFORE_PLAIN.test(text.slice(Math.max(0, run.start - 1), run.start))) return undefined;
  // Only the top-level domain may be in another script.
  const host = hostEnd(text, text[run.end - 1] === '.' ? { start: run.start, end: run.end + LONGEST_TOP_LEVEL } : run);
  return host === undefined ? undefined : { start: run.start, end: urlEnd(text, host) };
}

/** The end of an address whose host ends at a place: after its port, path and query. */
function urlEnd(text: string, host: number): number {
  const port = portEnd(text, host);
  const path = text[port] === '/' ? pathEnd(text, port) : port;
  return text[path] === '?' ? queryEnd(text, path) : path;
}

function portEnd(text: string, from: number): number {
  if (text[from] !== ':') return from;
  let end = from + 1;
  while (/[0-9]/.test(text[end] ?? '')) end += 1;
  return end === from + 1 ? from : end;
}

/** A path ends with a letter or another sign that ends paths, or with a parenthesis that it has opened. */
function pathEnd(text: string, from: number): number {
  let end = from + 1;
  for (let place = from + 1; place < text.length; ) {
    const sign = text[place] ?? '';
    const closed = sign === '(' ? parenthesisEnd(text, place) : undefined;
    if (closed === undefined && !IN_PATH.test(sign)) break;
    place = closed ?? place + 1;
    if (closed !== undefined || PATH_END.test(sign)) end = place;
  }
  return end;
}

/** The end of a parenthesis, which may have one inside. */
function parenthesisEnd(text: string, from: number): number | undefined {
  let depth = 1;
  for (let place = from + 1; place < text.length; place += 1) {
    const sign = text[place] ?? '';
    if (sign === ')') depth -= 1;
    else if (sign === '(') depth += 1;
    else if (!IN_PATH.test(sign)) return undefined;
    if (depth === 0) return place === from + 1 ? undefined : place + 1;
    if (depth > 2) return undefined;
  }
  return undefined;
}

function queryEnd(text: string, from: number): number {
  let end = from;
  for (let place = from + 1; IN_QUERY.test(text[place] ?? ''); place += 1) if (QUERY_END.test(text[place] ?? '')) end = place + 1;
  return end;
}
