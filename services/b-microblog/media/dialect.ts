// What clients send to upload files that the document does not describe: the parameters in a form, newer paths for the three steps, and a whole file
// in one request.

import {
  type FetchHandler,
  intercept,
  parseJson,
  type ServerAnswer,
  type ServerRequest,
  splitTarget,
  withBody,
  withTarget,
} from '@octavo/runtime';
import type { MicroblogPlatform } from '../deps.ts';
import { fromBase64, pictureTypeOf } from '../rules/pictures.ts';
import { createGate } from './gate.ts';
import { findUpload } from './store.ts';

const UPLOAD = '/2/media/upload';
const NEWER = /^\/2\/media\/upload\/(?:(initialize)|(\d{1,19})\/(append|finalize))$/;

/** A part of 5 MiB in Base64, with the rest of its body. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Smaller requests need no place. */
const LARGE_BYTES = 256 * 1024;

/** Categories of messages that the document does not have, by those that hold for the same files. */
const CATEGORIES: Readonly<Record<string, string>> = { dm_image: 'tweet_image', dm_gif: 'tweet_gif' };

const PARAMETERS = ['command', 'media_id', 'total_bytes', 'media_type', 'media_category', 'additional_owners'];

type Deps = Pick<MicroblogPlatform, 'store' | 'clock'>;

export function withUploadDialect(server: FetchHandler, deps: Deps): FetchHandler {
  const gate = createGate();
  return intercept(server, async (request, next) => {
    const [path, search] = splitTarget(request.target);
    if (request.method !== 'POST' || !path.startsWith(UPLOAD)) return next(request);
    const act = async () => {
      const fields = isWithoutStep(path, search) ? await fieldsOf(request) : [];
      const whole = fields.some(([name]) => name === 'command') ? undefined : fields.find(([name]) => name === 'media')?.[1];
      if (whole !== undefined) return inOneRequest(request, next, fields, whole);
      return answered(deps, path, await next(await respelled(request, path, fields)));
    };
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
async function respelled(request: ServerRequest, path: string, fields: Fields): Promise<ServerRequest> {
  const [, initialize, id = '', step] = NEWER.exec(path) ?? [];
  if (initialize !== undefined) return asQuery(request, 'INIT', await fieldsOf(request));
  if (step === 'finalize') return asStep(request, { command: 'FINALIZE', media_id: id }, undefined);
  if (step === 'append') return asPart(request, id);
  return fromForm(request, fields);
}

/** A request to the path of the document that does not say in its query which step it is. */
function isWithoutStep(path: string, search: string): boolean {
  return path === UPLOAD && !new URLSearchParams(search).has('command');
}

function asStep(request: ServerRequest, query: Readonly<Record<string, string>>, body: Parameters<typeof withBody>[1]): ServerRequest {
  return withBody(withTarget(request, `${UPLOAD}?${new URLSearchParams(query)}`), body);
}

/** A small file without steps: all three are done, and the first answer that is no success is the answer. */
async function inOneRequest(request: ServerRequest, next: Next, fields: Fields, media: unknown): Promise<ServerAnswer> {
  const bytes = await bytesOf(media);
  const type = pictureTypeOf(bytes) ?? (media instanceof Blob ? media.type : '');
  const named = fields.some(([name]) => name === 'media_type') ? fields : [...fields, ['media_type', type] as const];
  const others = named.filter(([name]) => name !== 'total_bytes');
  const begun = await next(asQuery(request, 'INIT', [...others, ['total_bytes', bytes.byteLength]]));
  if (begun.status !== 202) return begun;
  const { data } = (await new Response(begun.body).json()) as { readonly data: { readonly id: string } };
  const added = await next(asStep(request, { command: 'APPEND', media_id: data.id }, await formOf(bytes, '0')));
  return added.status === 204 ? next(asStep(request, { command: 'FINALIZE', media_id: data.id }, undefined)) : added;
}

type Next = (request: ServerRequest) => Promise<ServerAnswer>;

/** The bytes of a file, or of a text in Base64; none of what is neither. */
async function bytesOf(media: unknown): Promise<Uint8Array<ArrayBuffer>> {
  if (media instanceof Blob) return new Uint8Array(await media.arrayBuffer());
  return new Uint8Array((typeof media === 'string' ? fromBase64(media) : undefined) ?? []);
}

type Fields = readonly (readonly [name: string, value: unknown])[];

const typeOf = (request: ServerRequest) => request.header('content-type') ?? '';

/** The fields of a body in JSON or a form; none of another body, or of one that cannot be read. */
async function fieldsOf(request: ServerRequest): Promise<Fields> {
  const type = typeOf(request);
  try {
    const bytes = await request.bytes(MOST_BYTES);
    if (/^application\/json\b/i.test(type)) return entriesOf(parseJson(bytes));
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
    if (PARAMETERS.includes(name) && (typeof value === 'string' || typeof value === 'number'))
      query.append(name, spelling(name, String(value)));
  return query;
}

const spelling = (name: string, value: string) => (name === 'media_category' && CATEGORIES[value]) || value;

/** The form of the first clients has the parameters beside the bytes. */
function fromForm(request: ServerRequest, fields: Fields): ServerRequest {
  const command = fields.find(([name]) => name === 'command')?.[1];
  if (typeof command !== 'string') return request;
  // The form is read once more: it has the bytes, and what else is in it is nothing to the operation.
  return command === 'APPEND' ? withTarget(request, `${UPLOAD}?${queryOf(fields)}`) : asQuery(request, command, fields);
}

/** A part in Base64 becomes one in a form. */
async function asPart(request: ServerRequest, media_id: string): Promise<ServerRequest> {
  const step = { command: 'APPEND', media_id };
  const same = withTarget(request, `${UPLOAD}?${new URLSearchParams(step)}`);
  if (!/^application\/json\b/i.test(typeOf(request))) return same;
  const fields = new Map(await fieldsOf(request));
  const bytes = await bytesOf(fields.get('media'));
  return bytes.byteLength === 0 ? same : asStep(request, step, await formOf(bytes, String(fields.get('segment_index'))));
}

async function formOf(bytes: Uint8Array<ArrayBuffer>, segment_index: string) {
  const form = new FormData();
  form.append('media', new Blob([bytes]));
  form.append('segment_index', segment_index);
  const written = new Response(form);
  return { type: written.headers.get('content-type') ?? '', bytes: new Uint8Array(await written.arrayBuffer()) };
}
