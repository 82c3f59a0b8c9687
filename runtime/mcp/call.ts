// Calls an operation for a model, and reads the response: its body as JSON or text where it is either, otherwise what kind of bytes it is.

import { run } from '../client/call.ts';
import type { Act } from '../client/options.ts';
import { forStatus } from '../contract/responses.ts';
import { parseJson } from '../json/parse.ts';
import { parseExactJson } from '../json/strict.ts';
import { abortableReader } from '../stream/abortable-reader.ts';
import { joinBytes } from '../stream/join-bytes.ts';
import { essenceOf, isJson, isTextual } from '../wire/media-type.ts';
import { bounded, selected } from './bounded.ts';
import { beginning } from './plain-text.ts';
import type { McpTools, Tool } from './tools.ts';

/** The longest body that is read. What a model gets of it is bounded much lower. */
const MOST_BYTES = 32 * 1024 * 1024;

/** How long a stream of events is read. */
const STREAM_MILLISECONDS = 5000;

/** Headers that tell a model where to go on, or how long to wait. No other header reaches it: some carry credentials. */
const HEADERS = ['location', 'link', 'retry-after', 'x-request-id'];

/** Parameters that ask for another or a smaller part of a list, in the documents of this world. */
const SMALLER =
  /^(?:page|per[_-]?page|page[_-]?(?:size|token|number)|limit|offset|skip|take|top|cursor|after|before|starting_after|ending_before|max[_-]?results|fields|select|filter|\$top|\$skip|\$select|\$filter)$/i;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Why reading ended before the body did. */
  readonly cut?: 'size' | 'time';
}

export interface CallOptions {
  readonly select: readonly string[];
  /** The most characters of the body. */
  readonly most: number;
  readonly signal: AbortSignal | undefined;
}

/** What a model gets of a response. */
export interface Told {
  readonly isError: boolean;
  readonly value: Readonly<Record<string, unknown>>;
}

/** @throws errors of the runtime, where there is no response */
export async function callTool(all: McpTools, tool: Tool, input: object, options: CallOptions): Promise<Told> {
  // The model has values as they are sent, so nothing is converted.
  const { conversion: _, ...row } = tool.row;
  const act: Act = async (_call, url, init, send, secrets, see) => {
    all.secrets.add(secrets);
    try {
      const response = await send(url, init);
      see?.(response);
      return await readAnswer(response, init.signal ?? undefined);
    } finally {
      // A renewed credential is among them only now.
      all.secrets.add(secrets);
    }
  };
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const answer = (await run(all.transport, row, input, signal, act)) as Answer;
  return toldOf(answer, all, tool, options);
}

async function readAnswer(response: Response, signal: AbortSignal | undefined): Promise<Answer> {
  const { status, headers, body } = response;
  const isStream = /^(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines|json-seq))$/.test(
    essenceOf(headers.get('content-type') ?? ''),
  );
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  if (body === null) return { status, headers, bytes: new Uint8Array() };
  const reader = abortableReader(body, signal);
  const until = isStream ? late(STREAM_MILLISECONDS) : undefined;
  try {
    for (;;) {
      const step = await (until === undefined ? reader.read() : Promise.race([reader.read(), until.over]));
      if (step === undefined) return { status, headers, bytes: joinBytes(chunks, size), cut: 'time' };
      if (step.value === undefined) return { status, headers, bytes: joinBytes(chunks, size) };
      size += step.value.length;
      chunks.push(step.value);
      if (size > MOST_BYTES) return { status, headers, bytes: joinBytes(chunks, size), cut: 'size' };
    }
  } finally {
    until?.stop();
    reader.cancel().catch(() => {});
  }
}

function late(milliseconds: number): { readonly over: Promise<undefined>; stop(): void } {
  let timer: ReturnType<typeof setTimeout>;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return { over, stop: () => clearTimeout(timer) };
}

function toldOf(answer: Answer, all: McpTools, tool: Tool, options: CallOptions): Told {
  const { status, headers } = answer;
  const declared = forStatus(tool.facts.responses, status);
  const notes: string[] = [];
  if (answer.cut === 'size') notes.push(`The body is longer than ${MOST_BYTES} bytes; only its beginning was read.`);
  if (answer.cut === 'time') notes.push(`The response is a stream, which was read for ${STREAM_MILLISECONDS / 1000} seconds.`);
  const content = contentOf(answer, all, tool, options, notes);
  const sent = HEADERS.flatMap((name) => {
    const text = headers.get(name);
    return text === null ? [] : [[name, beginning(all.secrets.text(text), 500)]];
  });
  if (status === 401 || status === 403) notes.push('Credentials come from the person who runs this server; a call cannot give one.');
  return {
    isError: status >= 400,
    value: {
      status,
      meaning: declared === undefined ? 'The document does not declare this status.' : (declared.description ?? ''),
      ...(sent.length === 0 ? {} : { headers: Object.fromEntries(sent) }),
      ...content,
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}

/** Secrets are masked before anything is cut, so that no half of one is left. */
function contentOf(answer: Answer, { secrets }: McpTools, tool: Tool, { select, most }: CallOptions, notes: string[]): object {
  const { bytes, headers, cut } = answer;
  if (bytes.length === 0) return {};
  const contentType = headers.get('content-type') ?? '';
  if (isJson(contentType) && cut === undefined) {
    const parsed = parsedJson(bytes);
    if (parsed !== undefined) return { body: smaller(secrets.value(parsed.value), tool, { select, most }, notes) };
    notes.push('The body is not valid JSON.');
  }
  if (!isJson(contentType) && !isTextual(contentType) && !/^application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines|json-seq)/.test(contentType))
    return { contentType: beginning(contentType, 100), bytes: bytes.length, body: null };
  const decoded = secrets.text(new TextDecoder().decode(bytes));
  const text = cut === undefined ? decoded : decoded.slice(0, Math.max(0, decoded.length - secrets.longest));
  if (text.length > most) notes.push(`The body has ${text.length} characters; the first ${most} are here.`);
  return { contentType: beginning(contentType, 100), body: beginning(text, most) };
}

/** Integers keep all digits. What is odd but JSON, such as a name twice, is read as browsers do. */
function parsedJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: parseExactJson(bytes) };
  } catch {
    try {
      return { value: parseJson(new TextDecoder().decode(bytes)) };
    } catch {
      return undefined;
    }
  }
}

function smaller(body: unknown, { row }: Tool, { select, most }: Pick<CallOptions, 'select' | 'most'>, notes: string[]): unknown {
  const wanted = select.length === 0 ? body : selected(body, select);
  const result = bounded(wanted, most);
  notes.push(...result.notes);
  if (result.notes.length > 0) {
    const names = (row.parameters ?? []).filter(({ name }) => SMALLER.test(name)).map(({ in: where, name }) => `\`${where}.${name}\``);
    const ask = names.length === 0 ? '' : ` The service itself sends less by ${names.slice(0, 6).join(', ')}.`;
    notes.push(`\`select\` takes parts of the body by JSON pointers, such as ["/items/20", "/items/*/id"].${ask}`);
  }
  return result.body;
}
