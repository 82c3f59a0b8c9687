// The extensions that Octavo gives a meaning (docs/extensions.md), one row each: the objects that may have it, the forms that are recognisably
// Octavo's, the code of its faults, and whether a configuration may say it. The names may be those of other tools too, so a value of another form is
// removed with a warning.
import { STREAM_FORMATS } from '../../base/stream-formats.ts';
import { closest } from '../../base/suggest.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, own } from '../pointer.ts';
import type { ObjectName } from './grammar.ts';
import type { Row } from './shapes.ts';
import { report, type Walk } from './walk.ts';

interface OwnExtension {
  /** The objects where it has an effect. */
  readonly rows: readonly ObjectName[];
  /** Whether the value was meant for Octavo. What is wrong inside such a value is reported by the model, as an error. */
  isOurs(value: Json, row: ObjectName): boolean;
  /** How to write the extension, as a sentence. */
  readonly fix: string;
  /** For a name that no other tool is known to use: what a warning says where the extension has no effect. */
  readonly misplaced?: { readonly where: string; readonly fix: string };
  /** The code of the problems with it. */
  readonly code?: string;
  /** A configuration may give it to an operation. */
  readonly isOption?: true;
}

const FORMATS = [...STREAM_FORMATS, 'bytes'];
const SCHEMES = ['standard', 'hmac-hex', 'timestamped'];
const STYLES = ['cursor', 'offset', 'page', 'link'];
const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/;

/** A misspelt word is still meant for Octavo. */
function isNear(value: Json | undefined, words: readonly string[]): boolean {
  return typeof value === 'string' && (words.includes(value) || closest(value, words) !== undefined);
}

/** An empty list says nothing of whose it is; the model explains what is missing. */
function isListWith(value: Json, isItem: (item: Json) => boolean): boolean {
  return Array.isArray(value) && (value.length === 0 || value.some(isItem));
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

function hasField(value: Json, fields: readonly string[]): value is JsonObject {
  return isObject(value) && fields.some((field) => Object.hasOwn(value, field));
}

/** An entry of `x-errors` with none but these fields gives a code its words. */
const WORDS: readonly string[] = ['code', 'title', 'detail'];

/** An entry of `x-errors`, or a list of them. Other tools may have a `code` among other fields. */
function isTemplate(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(isTemplate);
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return hasField(value, ['body', 'contentType', 'when']) || (names.length > 0 && names.every((name) => WORDS.includes(name)));
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

const ROWS = {
  'x-aliases': {
    rows: ['Operation', 'Parameter'],
    code: 'alias-invalid',
    isOption: true,
    isOurs: (value, row) => isListWith(value, row === 'Operation' ? isObject : isText),
    fix: 'On an operation, write a list of requests, such as `[{ method: GET, path: /v1/find }]`; on a parameter, a list of names.',
  },
  'x-any-of-parameters': {
    rows: ['Operation'],
    code: 'choice-invalid',
    isOption: true,
    isOurs: (value) => isListWith(value, (set) => Array.isArray(set)),
    fix: 'Write sets of names, such as `[[id], [name, owner]]`.',
  },
  'x-basis': {
    rows: ['Operation', 'Parameter', 'Schema'],
    isOurs: (value) => value === 'stated' || value === 'public' || value === 'designed',
    fix: 'Write `stated`, `public` or `designed`.',
  },
  'x-boolean-words': {
    rows: ['OpenAPI', 'Schema'],
    code: 'boolean-words-invalid',
    isOurs: (value) => value === false || isEmpty(value) || hasField(value, ['true', 'false']),
    fix: "Write words for both values, such as `{ true: [t, '1'], false: [f, '0'] }`.",
    misplaced: {
      where: 'on a schema or at the root of the document',
      fix: 'Move it to the schema with `type: boolean`.',
    },
  },
  'x-comma': {
    rows: ['Parameter'],
    code: 'comma-invalid',
    isOurs: (value) => isNear(value, ['encoded']),
    fix: 'Write `x-comma: encoded`.',
    misplaced: { where: 'on a parameter', fix: 'Move it to the parameter, beside `schema`.' },
  },
  'x-errors': {
    rows: ['OpenAPI', 'Operation'],
    code: 'error-template-invalid',
    isOption: true,
    isOurs: (value) => isObject(value) && Object.entries(value).some(([status, one]) => STATUS.test(status) && isTemplate(one)),
    fix: "For the bodies of a server's own errors, write a status such as '401', a range such as 4XX, or `default`, each with a `body`.",
  },
  'x-lenient-type': {
    rows: ['Operation'],
    code: 'lenient-type-invalid',
    isOption: true,
    isOurs: (value) => typeof value === 'boolean',
    fix: 'Write `x-lenient-type: true`.',
    misplaced: { where: 'on an operation', fix: 'Move it to the operation.' },
  },
  'x-limits': {
    rows: ['OpenAPI', 'Operation'],
    code: 'limits-invalid',
    isOption: true,
    isOurs: (value) => isListWith(value, (row) => hasField(row, ['per', 'limit', 'seconds'])),
    fix: 'Write a list of limits, such as `[{ per: user, limit: 900, seconds: 900 }]`.',
  },
  'x-octavo-name': {
    rows: ['Operation', 'Parameter', 'Schema'],
    code: 'name-invalid',
    // No other tool has it, so any value is meant for Octavo.
    isOurs: () => true,
    fix: 'Write a name, such as `x-octavo-name: getUser`.',
    misplaced: { where: 'on an operation, a parameter or a schema', fix: 'Move it to the operation, the parameter or the schema.' },
  },
  'x-optional-body': {
    rows: ['Response'],
    code: 'optional-body-invalid',
    isOurs: (value) => typeof value === 'boolean',
    fix: 'Write `x-optional-body: true`.',
    misplaced: { where: 'on a response', fix: 'Move it to the response, beside `content`.' },
  },
  'x-order': {
    rows: ['OpenAPI', 'Operation'],
    code: 'order-invalid',
    isOption: true,
    isOurs: (value) => hasField(value, ['direction', 'by', 'at']),
    fix: 'Write an object such as `{ direction: newest-first, by: created }`.',
  },
  'x-pagination': {
    rows: ['Operation'],
    code: 'pagination-invalid',
    isOption: true,
    isOurs: (value) => isObject(value) && STYLES.includes(own(value, 'style') as string),
    fix: `Write \`style:\` and one of ${STYLES.join(', ')}.`,
  },
  'x-refusals': {
    rows: ['Response'],
    code: 'refusals-invalid',
    isOurs: (value) => typeof value === 'boolean' || hasField(value, ['at', 'codes']),
    fix: 'Write `x-refusals: true`, or an object with `at` and `codes`.',
    misplaced: { where: 'on a response', fix: 'Move it to the response, beside `content`.' },
  },
  'x-scheme-words': {
    rows: ['SecurityScheme'],
    code: 'scheme-words-invalid',
    isOurs: (value) => isListWith(value, isText),
    fix: "Write a list of words, such as `[Token, '*Auth']`.",
    misplaced: { where: 'on a security scheme', fix: 'Move it to the scheme.' },
  },
  'x-signature': {
    rows: ['SecurityScheme'],
    code: 'signature-invalid',
    isOurs: (value) => hasField(value, ['parameters']),
    fix: 'For signed requests, write an object with `parameters`.',
  },
  'x-sockets': {
    rows: ['OpenAPI'],
    code: 'sockets-invalid',
    isOurs: (value) =>
      isObject(value) && Object.values(value).some((one) => one !== undefined && hasField(one, ['path', 'sends', 'receives'])),
    fix: 'Write sockets by name, each with its `path`, such as `{ changes: { path: /socket, receives: Change } }`.',
  },
  'x-statements': {
    rows: ['OpenAPI', 'Operation'],
    isOurs: (value) => Array.isArray(value) && value.every(isText),
    fix: 'Write a list of the statements’ ids, such as `[H2]`.',
  },
  'x-stream': {
    rows: ['MediaType', 'Operation'],
    isOption: true,
    isOurs: (value) =>
      isNear(value, FORMATS) || isEmpty(value) || hasField(value, ['format', 'keepAliveSeconds', 'maxItemBytes', 'lineEnd', 'end']),
    fix: `For a stream, write one of ${FORMATS.join(', ')}, or an object with \`format\`.`,
  },
  'x-thing': {
    rows: ['PathItem'],
    code: 'thing-invalid',
    isOurs: (value) => value === false || isEmpty(value) || hasField(value, ['id', 'state', 'unique', 'actions']),
    fix: 'Write an object such as `{ id: slug }`, or `false`.',
  },
  'x-webhook-signature': {
    rows: ['OpenAPI', 'Operation'],
    code: 'webhook-signature-invalid',
    isOurs: (value) =>
      typeof value === 'boolean' ||
      isNear(value, SCHEMES) ||
      isEmpty(value) ||
      hasField(value, ['header', 'keyHeader', 'toleranceSeconds', 'signed']) ||
      (isObject(value) && isNear(own(value, 'scheme'), SCHEMES)),
    fix: `Write \`true\`, or an object with \`scheme:\` and one of ${SCHEMES.join(', ')}.`,
  },
} satisfies Readonly<Record<string, OwnExtension>>;

export const ownExtensions: Readonly<Record<string, OwnExtension>> = ROWS;

/** An extension whose faults have a code. */
export type CodedExtension = {
  [K in keyof typeof ROWS]: (typeof ROWS)[K] extends { readonly code: string } ? K : never;
}[keyof typeof ROWS];

/** Warns of an extension of ours that is another tool's, and removes it; or where it would have no effect. */
export function checkExtension(walk: Walk, key: string, holder: JsonObject, row: Row): void {
  const extension = Object.hasOwn(ownExtensions, key) ? ownExtensions[key] : undefined;
  if (extension === undefined) return;
  const { rows, isOurs, fix, misplaced, code } = extension;
  if (!rows.includes(row.name)) {
    if (misplaced === undefined || code === undefined) return;
    const message = `\`${key}\` is allowed only ${misplaced.where}, so it is ignored.`;
    report(walk, { severity: 'warning', code, message, fix: misplaced.fix, below: [key], at: 'key' });
    return;
  }
  if (!walk.collector.rewrites || isOurs(holder[key] as Json, row.name)) return;
  delete (holder as Record<string, unknown>)[key];
  report(walk, {
    severity: 'warning',
    code: 'extension-foreign',
    message: `\`${key}\` has a form that Octavo does not know, so it is taken for another tool’s extension and ignored.`,
    fix,
    below: [key],
    at: 'key',
  });
}
