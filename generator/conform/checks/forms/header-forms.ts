// `header-forms`: fields of responses have the form that HTTP gives them: `ETag`, `Link`, `Location`, `Content-Disposition`, `Content-Length` of
// HEAD.
import { essenceOf } from '@octavo/runtime/conformance';
import type { Location } from '../../../base/problem.ts';
import type { Check, Fault } from '../../contract/check.ts';
import type { Answered } from '../../contract/exchange.ts';
import { isProbeOf } from '../probe.ts';

/** An entity tag (RFC 9110 section 8.8.3). */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

/** A list of links, each with a target in angle brackets (RFC 8288 section 3). */
const LINK =
  /^\s*<[^<>]*>(?:\s*;\s*[\w*!#$&+.^`|~-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*(?:\s*,\s*<[^<>]*>(?:\s*;\s*[\w*!#$&+.^`|~-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*)*\s*$/;

/** A type, and parameters whose values are words or quoted (RFC 6266 section 4.1). Characters beyond ASCII are left to readers. */
const DISPOSITION = /^[\w-]+(?:\s*;\s*[\w*-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";]+))*\s*;?\s*$/;

/** The fields, their forms, and how each is called. */
const FIELDS: readonly (readonly [name: string, form: RegExp, expected: string])[] = [
  ['ETag', ETAG, 'a tag in quotes, such as `"a1"` or `W/"a1"` (RFC 9110 section 8.8.3)'],
  ['Link', LINK, 'links such as `<https://…>; rel="next"` (RFC 8288 section 3)'],
  ['Location', /^[^\s<>"{}|\\^`]+$/, 'the reference of a URI (RFC 9110 section 10.2.2)'],
  ['Content-Disposition', DISPOSITION, 'a type with parameters, such as `attachment; filename="a.csv"` (RFC 6266 section 4)'],
];

export const headerForms: Check = {
  id: 'header-forms',
  summary: '`ETag`, `Link`, `Location` and `Content-Disposition` have the form that HTTP gives them, and HEAD the `Content-Length` of GET',
  on: true,
  judgesProbes: true,
  look(exchange) {
    const {
      case: { operation },
      response,
      after,
    } = exchange;
    if (response === undefined) return undefined;
    const given = FIELDS.flatMap(([name, form, expected]) => {
      const text = response.headers.get(name);
      return text === null || text === '' ? [] : [{ name, text, isRight: form.test(text), expected }];
    });
    const wrong = given
      .filter(({ isRight }) => !isRight)
      .map(({ name, text, expected }) => ({
        message: `The header ${name} is \`${text.slice(0, 200)}\`.`,
        expected,
        location: operation.location,
      }));
    wrong.push(...misnamed(exchange));
    // A length of 0 says that GET has no content; other lengths may differ for what changes by itself.
    const isHead = isProbeOf('head-like-get', exchange) && after?.response !== undefined && response.status === after.response.status;
    if (!isHead || response.headers.get('content-length') !== '0' || after.response.body.length === 0)
      return given.length === 0 ? undefined : wrong;
    const message = `The header Content-Length of HEAD is 0, and GET has ${after.response.body.length} bytes.`;
    return [
      ...wrong,
      { message, expected: 'the length of what GET has, or no such header (RFC 9110 section 8.6)', location: operation.location },
    ];
  },
};

/** A file whose name has the extension of one declared media type, and which has another one of them. */
function misnamed({ case: { operation }, response, reading }: Answered): readonly (Fault & { readonly location: Location })[] {
  const [, extension] = /\bfilename="?[^";]*\.([a-z0-9]{2,5})"?\s*(?:;|$)/i.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const own = subtypeOf(response.headers.get('content-type') ?? '');
  const declared = (reading.declared?.contents ?? []).map(({ contentType }) => subtypeOf(contentType));
  const said = extension?.toLowerCase();
  if (said === undefined || said === own || !declared.includes(said) || !declared.includes(own)) return [];
  const message = `The file is named as \`.${said}\`, and its media type is ${response.headers.get('content-type')}.`;
  return [{ message, expected: `the declared media type of a \`.${said}\``, location: operation.location }];
}

/** `pdf` of `application/pdf`, `csv` of `text/csv; charset=utf-8`. */
function subtypeOf(type: string): string {
  return essenceOf(type).replace(/^.*\//, '').replace(/^x-/, '');
}
