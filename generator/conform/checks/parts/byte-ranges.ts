// `byte-ranges`: a part of a file that a request asks for by `Range` is that part (RFC 9110 section 14), where the document has such parts.
import { count } from '../../../base/words.ts';
import { sentencesIn } from '../../../inference/prose/index.ts';
import type { Operation } from '../../../model/service.ts';
import type { Check, Fault } from '../../contract/check.ts';
import type { Answered, WireResponse } from '../../contract/exchange.ts';
import { isLeading, isProbeOf, probeOf } from '../probe.ts';

const ID = 'byte-ranges';

/** A shorter file has no middle. */
const FEWEST = 4;

/** Far behind the end of each file. */
const BEYOND = 'bytes=9007199254740000-';

/** The requests, by their names. */
const RANGES: Readonly<Record<string, string>> = { first: 'bytes=0-1', last: 'bytes=-1', beyond: BEYOND, 'if-range': 'bytes=0-1' };

export const byteRanges: Check = {
  id: ID,
  summary: 'a part of a file that `Range` asks for is that part (206), where the document has such parts',
  on: true,
  follow(exchange: Answered) {
    const { case: one, response, sent } = exchange;
    const isWhole = response.status === 200 && one.request.method === 'GET' && isLeading(exchange) && !Object.hasOwn(sent.headers, 'range');
    if (!isWhole || !hasRanges(one.operation) || response.body.length < FEWEST || response.headers.has('content-encoding')) return [];
    return Object.entries(RANGES).map(([name, range]) => {
      const headers = { range, ...(name === 'if-range' ? { 'if-range': '"octavo-no-such-tag"' } : {}) };
      return probeOf(one, { check: ID, name: `${name} ${one.id}`, says: `with \`Range: ${range}\``, request: { headers } });
    });
  },
  look(exchange) {
    const { case: one, response, after } = exchange;
    if (response === undefined || after?.response === undefined || !isProbeOf(ID, exchange)) return undefined;
    const name = one.intent.kind === 'probe' ? (one.intent.name ?? '').split(' ')[0] : '';
    if (name === 'beyond') return ofBeyond(one.operation, response);
    if (name === 'if-range')
      return response.status === 206
        ? [{ message: '`Range` with an `If-Range` that no answer gave is answered with 206.', expected: 'the whole file with 200' }]
        : [];
    return ofPart(response, after.response, name === 'last' ? after.response.body.length - 1 : 0);
  },
};

/** Whether an operation declares 206, and it or its header `Range` speaks of bytes: other units are those of lists. */
function hasRanges({ parameters, responses, description = '', summary = '' }: Operation): boolean {
  const partial = responses.find(({ status }) => status === '206');
  const header = parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === 'range');
  const said = sentencesIn(`${summary}\n\n${description}\n\n${partial?.description ?? ''}\n\n${header?.description ?? ''}`);
  const example = JSON.stringify(header?.examples ?? '');
  return partial !== undefined && (/bytes=/.test(example) || said.some((text) => /\bbytes?\b/i.test(text) && /\branges?\b/i.test(text)));
}

function ofBeyond({ responses }: Operation, { status, headers }: WireResponse): Fault[] {
  const expected = 'the status 416';
  const isDeclared = responses.some((one) => one.status === '416');
  if (status === 206 || (status === 200 && isDeclared))
    return [{ message: `\`Range\` behind the end of the file is answered with ${status}.`, expected }];
  const range = headers.get('content-range');
  if (status !== 416 || range === null || /^bytes \*\/\d+$/.test(range)) return [];
  return [{ message: `\`Content-Range\` of the 416 is \`${range}\`.`, expected: '`Content-Range: bytes */` and the length of the file' }];
}

/** A part that begins at a place of the whole file. */
function ofPart(part: WireResponse, whole: WireResponse, start: number): Fault[] {
  const size = start === 0 ? 2 : 1;
  const range = `bytes ${start}-${start + size - 1}`;
  const expected = `the status 206 with \`Content-Range\` and ${size === 1 ? 'the last byte' : 'the first two bytes'}`;
  const fault = (message: string): Fault[] => [{ message, expected }];
  if (part.status === 200 || part.status === 416) return fault(`A \`Range\` within the file is answered with ${part.status}.`);
  // Others may have changed or deleted the file since.
  if (part.status !== 206 || part.headers.get('etag') !== whole.headers.get('etag')) return [];
  const given = part.headers.get('content-range');
  if (part.headers.get('content-type')?.startsWith('multipart/byteranges') === true) return [];
  if (given === null) return fault('The answer with 206 has no `Content-Range`.');
  const isOfIts = whole.headers.has('etag');
  if (part.body.length !== size) return fault(`The part has ${count(part.body.length, 'byte')} in place of ${size}.`);
  if (!isOfIts) return [];
  if (given !== `${range}/${whole.body.length}` && given !== `${range}/*`) return fault('`Content-Range` is not that of the part.');
  return part.body.every((byte, index) => byte === whole.body[start + index])
    ? []
    : fault('The part has other bytes than the file has there.');
}
