// What clients send to upload files that the document does not describe: the parameters in a form, and newer paths for the three steps.

import { type FetchHandler, intercept, type ServerAnswer, type ServerRequest, splitTarget, withBody, withTarget } from '@octavo/runtime';
import type { MicroblogPlatform } from '../deps.ts';
import { fromBase64 } from '../rules/pictures.ts';
import { createGate } from './gate.ts';
import { findUpload } from './store.ts';

const UPLOAD = '/2/media/upload';
const NEWER = /^\/2\/media\/upload\/(?:(initialize)|(\d{1,19})\/(append|finalize))$/;

/** A part of 5 MiB in Base64, with the rest of its body. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Smaller requests need no place. */
const LARGE_BYTES = 256 * 1024;

const PARAMETERS = ['command', 'media_id', 'total_bytes', 'media_type', 'media_category', 'additional_owners'];

type Deps = Pick<MicroblogPlatform, 'store' | 'clock'>;

export function withUploadDialect(server: FetchHandler, deps: Deps): FetchHandler {
  const gate = createGate();
  return intercept(server, async (request, next) => {
    const [path, search] = splitTarget(request.target);
    if (request.method !== 'POST' || !path.startsWith(UPLOAD)) return next(request);
    const act = async () => answered(deps, path, await next(await respelled(request, path, search)));
    return isLarge(request) ? gate(act) : act();
  });
}

/** All steps of the newer paths answer 200, since their clients read JSON from each answer. */
async function answered({ store, clock }: Deps, path: string, answer: ServerAnswer): Promise<ServerAnswer> {
  const [newer, , id = ''] = NEWER.exec(path) ?? [];
  if (newer === undefined || (answer.status !== 202 && answer.status !== 204)) return answer;
  if (answer.status === 202) return { ...answer, status: 200 };
  const upload = await findUpload(store.read, id, clock.now());
  const body = JSON.stringify({ data: { expires_at: Math.ceil((upload?.expires_at ?? 0) / 1_000) } });
  const headers = { ...answer.headers, 'content-type': 'application/json', 'content-length': String(body.length) };
  return { ...answer, status: 200, headers, body };
}

/** One without a length may have any. */
function isLarge(request: ServerRequest): boolean {
  return Number(request.header('content-length') ?? Number.POSITIVE_INFINITY) > LARGE_BYTES;
}

/** What cannot be respelled the server refuses in its own words. */
async function respelled(request: ServerRequest, path: string, search: string): Promise<ServerRequest> {
  const [, initialize, id = '', step] = NEWER.exec(path) ?? [];
  if (initialize !== undefined) return asQuery(request, 'INIT', await fieldsOf(request));
  if (step === 'finalize')
    return withBody(withTarget(request, `${UPLOAD}?${new URLSearchParams({ command: 'FINALIZE', media_id: id })}`), undefined);
  if (step === 'append') return asPart(withTarget(request, `${UPLOAD}?${new URLSearchParams({ command: 'APPEND', media_id: id })}`));
  return path === UPLOAD && !new URLSearchParams(search).has('command') ? fromForm(request) : request;
}

type Fields = readonly (readonly [name: string, value: unknown])[];

const typeOf = (request: ServerRequest) => request.header('content-type') ?? '';

/** The fields of a body in JSON or a form; none of another body, or of one that cannot be read. */
async function fieldsOf(request: ServerRequest): Promise<Fields> {
  const type = typeOf(request);
  try {
    const bytes = await request.bytes(MOST_BYTES);
    if (/^application\/json\b/i.test(type)) return entriesOf(JSON.parse(new TextDecoder().decode(bytes)));
    if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return [];
    return [...(await new Response(bytes, { headers: { 'content-type': type } }).formData())];
  } catch {
    return [];
  }
}

function entriesOf(body: unknown): Fields {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one) => [name, one] as const) : [[name, value] as const],
  );
}

/** A request with the parameters of a step in its query, and without a body. */
function asQuery(request: ServerRequest, command: string, fields: Fields): ServerRequest {
  return withBody(
    withTarget(request, `${UPLOAD}?${queryOf([...fields.filter(([name]) => name !== 'command'), ['command', command]])}`),
    undefined,
  );
}

function queryOf(fields: Fields): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of fields)
    if (PARAMETERS.includes(name) && (typeof value === 'string' || typeof value === 'number')) query.append(name, String(value));
  return query;
}

/** The form of the first clients has the parameters beside the bytes. */
async function fromForm(request: ServerRequest): Promise<ServerRequest> {
  const fields = await fieldsOf(request);
  const command = fields.find(([name]) => name === 'command')?.[1];
  if (typeof command !== 'string') return request;
  // The form is read once more: it has the bytes, and what else is in it is nothing to the operation.
  return command === 'APPEND' ? withTarget(request, `${UPLOAD}?${queryOf(fields)}`) : asQuery(request, command, fields);
}

/** A part in Base64 becomes one in a form. */
async function asPart(request: ServerRequest): Promise<ServerRequest> {
  if (!/^application\/json\b/i.test(typeOf(request))) return request;
  const fields = new Map(await fieldsOf(request));
  const media = fields.get('media');
  const bytes = typeof media === 'string' ? fromBase64(media) : undefined;
  if (bytes === undefined) return request;
  const form = new FormData();
  form.append('media', new Blob([new Uint8Array(bytes)]));
  form.append('segment_index', String(fields.get('segment_index')));
  const written = new Response(form);
  return withBody(request, { type: written.headers.get('content-type') ?? '', bytes: new Uint8Array(await written.arrayBuffer()) });
}
