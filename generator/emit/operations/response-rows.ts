// Prints the rows of an operation's responses in `operations.ts`: a constant for each list of headers and for each row that a short name describes.
import { isRange, needsMatch } from '../../model/media-type.ts';
import { lowerFirst, pascalCase } from '../../model/names/names.ts';
import type { MediaContent, Operation, Response } from '../../model/service.ts';
import type { HeldSchemas } from '../held/held.ts';
import { propertyKey } from '../text/escape.ts';
import { block } from '../text/row-layout.ts';
import { codecOfBody, codecWord, rangedCodec } from './body-codecs.ts';
import { headerRow } from './codecs.ts';
import { type Declare, inline, type Row } from './row.ts';
import type { XmlRows } from './xml-rows.ts';

/** The row of each response, by its status. */
export function responsesRow({ responses }: Operation, held: HeldSchemas, xml: XmlRows, declare: Declare): Row {
  const rows = responses.map((response) => [response.status, responseRow(response, held, xml, declare)] as const);
  return {
    print: (printer) => block(rows.map(([status, row]) => [status, row.print(printer)])),
    uses: rows.flatMap(([, { uses }]) => uses),
  };
}

function responseRow(response: Response, held: HeldSchemas, xml: XmlRows, declare: Declare): Row {
  const { headers, headersName, contents } = response;
  if (headers.length === 0 && contents.length === 0) return inline('{}');
  const list: Row = {
    print: ({ runtime }) => `[\n${headers.map((header) => `  ${headerRow(header, runtime, held)},\n`).join('')}]`,
    uses: [],
  };
  const named = headers.length === 0 ? undefined : declare(lowerFirst(headersName ?? 'headers'), 'readonly ResponseHeader[]', list);
  const bodies = contentsRow(contents, held, xml, 'response', response.optionalBody);
  const row: Row = {
    print(printer) {
      const fields = named === undefined ? [] : [`headers: ${named.print(printer)}`, `read: ${printer.runtime('readHeaders')}`];
      if (contents.length > 0) fields.push(`contents: ${bodies.print(printer)}`);
      if (needsMatch(contents)) fields.push(`match: ${printer.runtime('mostSpecific')}`);
      return `{ ${fields.join(', ')} }`;
    },
    uses: [...(named?.uses ?? []), ...bodies.uses],
  };
  const holder = holderWord(response, held);
  return holder === undefined ? row : declare(`${holder}Response${headersWord(response)}`, 'OperationResponse', row);
}

/** `{ 'application/json': json }`. */
export function contentsRow(
  contents: readonly MediaContent[],
  held: HeldSchemas,
  xml: XmlRows,
  message: 'request' | 'response',
  mayBeLeftOut = false,
): Row {
  const codecs = contents.map((content): Row & Pick<MediaContent, 'contentType'> => {
    const { contentType } = content;
    if (content.kind === 'xml') {
      const row = xml.of(content);
      if (!isRange(contentType)) return { contentType, ...row };
      return { contentType, ...row, print: (printer) => rangedCodec(content, row.print(printer), printer.runtime) };
    }
    return { contentType, print: ({ runtime }) => codecOfBody(content, runtime, held, message), uses: [] };
  });
  return {
    print(printer) {
      const codecOf = (text: string) => (mayBeLeftOut ? `/* @__PURE__ */ ${printer.runtime('optionalBody')}(${text})` : text);
      const members = codecs.map(({ contentType, print }) => `${propertyKey(contentType)}: ${codecOf(print(printer))}`);
      return `{ ${members.join(', ')} }`;
    },
    uses: codecs.flatMap(({ uses }) => uses),
  };
}

function headersWord({ headersName }: Response): string {
  return headersName === undefined ? '' : `With${headersName.replace(/Headers(?=_\d+$|$)/, '')}`;
}

/** `json`, `problemJson`, `jsonOrTextPlain`, `jsonOrEmpty`, `empty`. */
function holderWord({ contents, optionalBody }: Response, held: HeldSchemas): string | undefined {
  if (contents.length === 0) return 'empty';
  const words = contents.map((content) => mediaWord(content, held));
  return words.includes(undefined) ? undefined : lowerFirst([...words, ...(optionalBody === true ? ['Empty'] : [])].join('Or'));
}

function mediaWord(content: MediaContent, held: HeldSchemas): string | undefined {
  const codec = codecWord(content, held, 'response');
  // The name drops characters of the media type, so other media types could get the same name.
  const isPlain = /^[a-z]+\/[a-z\d]+(?:[.+-][a-z\d]+)*$/.test(content.contentType);
  return codec === undefined || !isPlain ? undefined : pascalCase(`${codec} ${content.contentType.replace(/^application\//, '')}`);
}
