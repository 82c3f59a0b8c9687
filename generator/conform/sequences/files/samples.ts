// Files that are easily damaged: ends of lines, bytes that are no text, names beyond ASCII; and where the body of an operation takes a file.
import { essenceOf } from '@octavo/runtime/conformance';
import { isObject, pointerTo } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Inputs } from '../inputs.ts';

/** The place of a file in the input of an operation, and the media types that are declared for it. */
export interface FilePlace {
  readonly input: Input;
  /** JSON pointer. */
  readonly at: string;
  readonly types: readonly string[];
}

/** Where an operation takes the one file of its body. */
export function filePlaceOf(operation: Operation, inputs: Inputs): FilePlace | undefined {
  const input = inputs.of(operation, 2);
  const contents = operation.body?.contents ?? [];
  if (input?.body instanceof Blob) return { input, at: '/body', types: plainTypes(contents.map(({ contentType }) => contentType)) };
  const body = input?.body;
  if (input === undefined || !isObject(body)) return undefined;
  const [name, ...others] = Object.keys(body).filter((one) => body[one] instanceof Blob);
  if (name === undefined || others.length > 0) return undefined;
  const [encoding] = contents.flatMap((one) => one.encoding?.get(name) ?? []);
  const declared = encoding?.kind === 'content' ? encoding.contentTypes : [];
  return { input, at: `/body${pointerTo(name)}`, types: plainTypes(declared) };
}

const ANY: readonly string[] = ['application/octet-stream', 'text/plain'];

function plainTypes(types: readonly string[]): readonly string[] {
  const found = types.map(essenceOf).filter((type) => !type.includes('*'));
  return found.length === 0 ? ANY : found;
}

/** The input with a file in its place. */
export function withFile({ input, at }: FilePlace, operation: Operation, file: File): Input {
  const whole = changedAt(input, at, file) as Input;
  const contents = operation.body?.contents ?? [];
  return at !== '/body' || contents[0]?.contentType === file.type ? whole : { ...whole, contentType: file.type };
}

/** Two files of a media type: the first one has a plain name, the second one letters beyond ASCII in its name, and more bytes. */
export function filesOf(type: string): readonly [File, File] {
  const ending = type === 'text/plain' ? 'txt' : (type.split('/')[1] ?? 'bin').replace(/^.*[.+]|[^a-z0-9]/g, '');
  return [new File([bytesOf(type, 1)], `octavo-plan.${ending}`, { type }), new File([bytesOf(type, 3)], `Größe_計画.${ending}`, { type })];
}

/** How files of a type begin, so that a service which looks at the bytes takes them for it. */
const BEGINNINGS: Readonly<Record<string, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'image/gif': [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  'application/pdf': [...Buffer.from('%PDF-1.7\r\n%')],
  'application/zip': [0x50, 0x4b, 0x05, 0x06],
};

const LINES = 'a line\r\nanother line\n\tGröße 計画  \r\n';

function bytesOf(type: string, times: number): Uint8Array<ArrayBuffer> {
  if (type.startsWith('text/')) return new TextEncoder().encode(LINES.repeat(times));
  const every = Array.from({ length: 256 * times }, (_, index) => index % 256);
  return Uint8Array.from([...(BEGINNINGS[type] ?? []), ...every]);
}
