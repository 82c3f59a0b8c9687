// The option `names`: names in code of parts of a document whose own names are not wanted there. Its type, and its faults.
import { isRecord } from '../base/is-record.ts';
import { unknownOption } from './option-text.ts';

/** Names in code, for a document that you do not edit. These names win over `x-octavo-name` of the document; on the wire nothing changes. */
export interface NamesOption {
  /** Names of operations, webhooks and callbacks, by `operationId`, or by method and path (`GET /users/{id}`). */
  readonly operations?: Readonly<Record<string, string>>;
  /** Names of schemas, by their keys under `components.schemas` (in Swagger 2.0, `definitions`). */
  readonly schemas?: Readonly<Record<string, string>>;
  /**
   * Names of parameters, by name (`page_token`), or by place and name (`query.page_token`). With `camelCase`, all are in that case but those that
   * `x-octavo-name` names. Default: as the document has them.
   */
  readonly parameters?: 'camelCase' | Readonly<Record<string, string>>;
  /**
   * The case of the properties of schemas in code, in types and in values: `userId` for `user_id`. `x-octavo-name` wins over it. Default: as the
   * document has them.
   */
  readonly properties?: 'camelCase';
}

/** The maps from names in one document to names in code. */
const OF_DOCUMENT: readonly string[] = ['operations', 'schemas', 'parameters'] satisfies readonly (keyof NamesOption)[];

/** The faults of `names`, one sentence each. `at`: empty for the option of all documents, or `documents[0].`. */
export function namesFaults(names: unknown, at: string): string[] {
  if (!isRecord(names)) return [];
  return Object.entries(names).flatMap(([key, map]) => {
    const place = `${at}names.${key}`;
    if (key === 'properties') return map === undefined || map === 'camelCase' ? [] : `\`${place}\` must be 'camelCase'.`;
    if (!OF_DOCUMENT.includes(key)) return unknownOption(`${at}names.`, key, [...OF_DOCUMENT, 'properties']);
    if (key === 'parameters' && map === 'camelCase') return [];
    if (at === '') return `\`${place}\` is about one document: write \`names\` beside the \`input\` of that document.`;
    if (map === undefined) return [];
    if (!isRecord(map)) {
      const orCase = key === 'parameters' ? "'camelCase' or " : '';
      return `\`${place}\` must be ${orCase}an object of names in code by names in the document.`;
    }
    return Object.entries(map).flatMap(([name, wanted]) =>
      typeof wanted === 'string' ? [] : `\`${place}[${JSON.stringify(name)}]\` must be a string: the name in code.`,
    );
  });
}
