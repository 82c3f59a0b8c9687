// Files that are easily damaged: ends of lines, bytes that are no text, names beyond ASCII; and where the body of an operation takes a file: as it
// is, or in Base64.
import { essenceOf } from '@octavo/runtime/conformance';
import { memberSchemasOf } from '../../../inference/bodies.ts';
import { isObject, lastNameOf, pointerTo, valueAt } from '../../../inference/pointers.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Inputs } from '../inputs.ts';
import { isFileName, isFileType } from './facts.ts';

/** The place of a file in the input of an operation, and the media types that are declared for it. */
export interface FilePlace {
  readonly input: Input;
  /** JSON pointer. */
  readonly at: string;
  readonly types: readonly string[];
  /** For a file that is written in Base64 into a member of JSON: the places of its media type, and of its name where there is one. */
  readonly inText?: { readonly type: string; readonly name?: string };
}

/** A file to send. */
export interface Sample {
  readonly file: File;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where an operation takes the one file of its body. */
export function filePlaceOf(operation: Operation, inputs: Inputs): FilePlace | undefined {
  const input = inputs.of(operation, 2);
  const contents = operation.body?.contents ?? [];
  if (input?.body instanceof Blob) return { input, at: '/body', types: plainTypes(contents.map(({ contentType }) => contentType)) };
  const body = input?.body;
  if (input === undefined || !isObject(body)) return undefined;
  const [name, ...others] = Object.keys(body).filter((one) => body[one] instanceof Blob);
  if (name === undefined) return textPlaceOf(operation, input, body);
  if (others.length > 0) return undefined;
  const [encoding] = contents.flatMap((one) => one.encoding?.get(name) ?? []);
  const declared = encoding?.kind === 'content' ? encoding.contentTypes : [];
  return { input, at: `/body${pointerTo(name)}`, types: plainTypes(declared) };
}

/** The one member of a body that takes the bytes of a file in Base64. */
function textPlaceOf(operation: Operation, input: Input, body: object): FilePlace | undefined {
  const members = propertiesOf(memberSchemasOf(operation));
  const placeOf = (isMeant: (name: string) => boolean): string | undefined => {
    const name = Object.keys(body).find(isMeant);
    return name === undefined ? undefined : `/body${pointerTo(name)}`;
  };
  const [content, another] = Object.keys(body).filter((name) => isBase64(possibleConjuncts(members.get(name) ?? [])));
  if (content === undefined || another !== undefined || valueAt(input, `/body${pointerTo(content)}`) === undefined) return undefined;
  const [name, type] = [placeOf(isFileName), placeOf(isFileType)];
  // Other bytes than those of files are keys and signatures.
  if (type === undefined) return undefined;
  const listed = possibleConjuncts(members.get(lastNameOf(type)) ?? []).flatMap((one) => one.enum ?? []);
  return {
    ...{ input, at: `/body${pointerTo(content)}`, types: plainTypes(listed.filter((one) => typeof one === 'string')) },
    inText: { type, ...(name === undefined ? {} : { name }) },
  };
}

/** Whether texts are bytes in Base64, as their format, their description or their pattern says. */
function isBase64(schemas: readonly Schema[]): boolean {
  return schemas.some(
    ({ type, format = '', description = '', pattern = '' }) =>
      type?.includes('string') === true &&
      (/^(?:byte|base64)$/.test(format) || /\bbase ?-?64\b/i.test(description) || pattern.includes('[A-Za-z0-9+/]')),
  );
}

const ANY: readonly string[] = ['application/octet-stream', 'text/plain'];

function plainTypes(types: readonly string[]): readonly string[] {
  const found = types.map(essenceOf).filter((type) => !type.includes('*'));
  return found.length === 0 ? ANY : found;
}

/** The input with a file in its place. */
export function withFile({ input, at, inText }: FilePlace, operation: Operation, { file, bytes }: Sample): Input {
  if (inText !== undefined) {
    const values = [
      [at, Buffer.from(bytes).toString('base64')],
      [inText.name, file.name],
      [inText.type, file.type],
    ] as const;
    return values.reduce<Input>(
      (whole, [place, value]) => (place === undefined ? whole : (changedAt(whole, place, value) as Input)),
      input,
    );
  }
  const whole = changedAt(input, at, file) as Input;
  const contents = operation.body?.contents ?? [];
  return at !== '/body' || contents[0]?.contentType === file.type ? whole : { ...whole, contentType: file.type };
}

/**
 * The file that an input has in its place: texts may have become others, where the service wants them to be new or to fit each other. `undefined`
 * where the text is no Base64 any more that all readers read alike.
 */
export function sentIn({ at, inText }: FilePlace, input: Input | undefined, sample: Sample): Sample | undefined {
  if (inText === undefined) return sample;
  const [content, type = sample.file.type, name = sample.file.name] = [at, inText.type, inText.name].map((place) =>
    place === undefined ? undefined : valueAt(input, place),
  );
  const bytes = Uint8Array.from(Buffer.from(String(content), 'base64'));
  if (Buffer.from(bytes).toString('base64') !== content) return undefined;
  return { file: new File([bytes], String(name), { type: String(type) }), bytes };
}

/** Two files of a media type: the first one has a plain name, the second one letters beyond ASCII in its name, and more bytes. */
export function filesOf(type: string): readonly [Sample, Sample] {
  const ending = type === 'text/plain' ? 'txt' : (type.split('/')[1] ?? 'bin').replace(/^.*[.+]|[^a-z0-9]/g, '');
  const sample = (name: string, bytes: Uint8Array<ArrayBuffer>): Sample => ({
    file: new File([bytes], `${name}.${ending}`, { type }),
    bytes,
  });
  return [sample('octavo-plan', bytesOf(type, 1)), sample('Größe_計画', bytesOf(type, 3))];
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
