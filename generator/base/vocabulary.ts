// The keywords of Schema Objects (OpenAPI 3.0 to 3.2, JSON Schema 2020-12), one row each: what a keyword holds, what it applies to and which versions
// have it. Every stage reads this table.

/** The form of a keyword's value that is not a schema, in the notation of `load/grammar.ts`. */
export type Form = 'string' | 'boolean' | 'number' | 'count' | 'positive' | 'any' | '[any]' | '[string]' | '{[string]}' | 'string/[string]';

/** The JSON types that keywords apply to; `number` includes integers. */
type KeywordType = 'string' | 'number' | 'array' | 'object';

/** Fields that every row may have. */
interface Common {
  /** The types that the keyword applies to; values of other types are valid. Absent: every type. */
  readonly types?: readonly KeywordType[];
  /** The keyword has no effect without this one. */
  readonly beside?: 'if' | 'contains';
  /** Absent: every version has the keyword. */
  readonly since?: '3.1';
  /** The form of its value in OpenAPI 3.0, where it differs. */
  readonly in30?: string;
}

/** A keyword that holds one schema, a list of schemas or a map of schemas by name. */
interface SchemaRow extends Common {
  readonly holds: 'schema' | 'list' | 'map';
  /** The value that the schemas apply to: the same one, one inside it (a property, its name, an item), or the content of a string. */
  readonly of: 'same' | 'child' | 'content';
  /**
   * - `always`: a valid value matches every one of them (a child: that is there, and that they are for);
   * - `sometimes`: some of them, depending on the value;
   * - `asked`: whether the value matches decides something else, and it may be invalid;
   * - `unevaluated`: children that no other keyword has evaluated (Core section 11) match.
   */
  readonly when: 'always' | 'sometimes' | 'asked' | 'unevaluated';
}

/** A keyword that checks a value and holds no schema. */
interface CheckRow extends Common {
  readonly holds: 'check';
  readonly form: Form;
  /** The function of the runtime that validators call for it. */
  readonly calls?: string;
  /** The keyword is a limit: values below (`lower`) or above it are invalid. */
  readonly bound?: 'lower' | 'upper';
}

/** A keyword for people and tools: every value passes. */
interface SilentRow extends Common {
  readonly holds: 'silent';
  readonly form: Form;
  /** A fault in its value is a warning. */
  readonly lenient?: true;
}

export type Row = SchemaRow | CheckRow | SilentRow;

const STRING = ['string'] as const;
const NUMBER = ['number'] as const;
const ARRAY = ['array'] as const;
const OBJECT = ['object'] as const;

/** The keywords that a schema of the model has under their own names. Readers go through them in this order. */
export const keywords = {
  // Validation section 9
  title: { holds: 'silent', form: 'string' },
  description: { holds: 'silent', form: 'string' },
  deprecated: { holds: 'silent', form: 'boolean' },
  readOnly: { holds: 'silent', form: 'boolean' },
  writeOnly: { holds: 'silent', form: 'boolean' },
  default: { holds: 'silent', form: 'any' },
  examples: { holds: 'silent', form: '[any]', lenient: true, since: '3.1' },

  // Validation section 6.1
  type: { holds: 'check', form: 'string/[string]' },
  enum: { holds: 'check', form: '[any]', calls: 'deepEqual' },
  const: { holds: 'check', form: 'any', calls: 'deepEqual', since: '3.1' },

  // Core section 10.2: schemas for the same value
  allOf: { holds: 'list', of: 'same', when: 'always' },
  anyOf: { holds: 'list', of: 'same', when: 'sometimes' },
  oneOf: { holds: 'list', of: 'same', when: 'sometimes' },
  not: { holds: 'schema', of: 'same', when: 'asked' },
  if: { holds: 'schema', of: 'same', when: 'asked', since: '3.1' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { holds: 'schema', of: 'same', when: 'sometimes', beside: 'if', since: '3.1' },
  else: { holds: 'schema', of: 'same', when: 'sometimes', beside: 'if', since: '3.1' },
  dependentSchemas: { holds: 'map', of: 'same', when: 'sometimes', types: OBJECT, since: '3.1' },

  // Core sections 10.3.2 and 11.3, Validation section 6.5
  properties: { holds: 'map', of: 'child', when: 'always', types: OBJECT },
  patternProperties: { holds: 'map', of: 'child', when: 'always', types: OBJECT, since: '3.1' },
  additionalProperties: { holds: 'schema', of: 'child', when: 'always', types: OBJECT, in30: 'boolean/Schema' },
  propertyNames: { holds: 'schema', of: 'child', when: 'always', types: OBJECT, since: '3.1' },
  unevaluatedProperties: { holds: 'schema', of: 'child', when: 'unevaluated', types: OBJECT, since: '3.1' },
  required: { holds: 'check', form: '[string]', types: OBJECT },
  dependentRequired: { holds: 'check', form: '{[string]}', types: OBJECT, since: '3.1' },
  minProperties: { holds: 'check', form: 'count', calls: 'countProperties', types: OBJECT, bound: 'lower' },
  maxProperties: { holds: 'check', form: 'count', calls: 'countProperties', types: OBJECT, bound: 'upper' },

  // Core sections 10.3.1 and 11.2, Validation section 6.4
  prefixItems: { holds: 'list', of: 'child', when: 'always', types: ARRAY, since: '3.1' },
  items: { holds: 'schema', of: 'child', when: 'always', types: ARRAY },
  contains: { holds: 'schema', of: 'child', when: 'asked', types: ARRAY, since: '3.1' },
  unevaluatedItems: { holds: 'schema', of: 'child', when: 'unevaluated', types: ARRAY, since: '3.1' },
  minContains: { holds: 'check', form: 'count', types: ARRAY, bound: 'lower', beside: 'contains', since: '3.1' },
  maxContains: { holds: 'check', form: 'count', types: ARRAY, bound: 'upper', beside: 'contains', since: '3.1' },
  minItems: { holds: 'check', form: 'count', types: ARRAY, bound: 'lower' },
  maxItems: { holds: 'check', form: 'count', types: ARRAY, bound: 'upper' },
  uniqueItems: { holds: 'check', form: 'boolean', calls: 'hasUniqueItems', types: ARRAY },

  // Validation sections 6.3, 7 and 8
  minLength: { holds: 'check', form: 'count', calls: 'isShorter', types: STRING, bound: 'lower' },
  maxLength: { holds: 'check', form: 'count', calls: 'codePoints', types: STRING, bound: 'upper' },
  pattern: { holds: 'check', form: 'string', types: STRING },
  format: { holds: 'check', form: 'string', types: ['string', 'number'] },
  contentEncoding: { holds: 'silent', form: 'string', types: STRING, since: '3.1' },
  contentMediaType: { holds: 'silent', form: 'string', types: STRING, since: '3.1' },
  contentSchema: { holds: 'schema', of: 'content', when: 'always', types: STRING, since: '3.1' },

  // Validation section 6.2
  minimum: { holds: 'check', form: 'number', types: NUMBER, bound: 'lower' },
  maximum: { holds: 'check', form: 'number', types: NUMBER, bound: 'upper' },
  exclusiveMinimum: { holds: 'check', form: 'number', types: NUMBER, bound: 'lower', in30: 'boolean' },
  exclusiveMaximum: { holds: 'check', form: 'number', types: NUMBER, bound: 'upper', in30: 'boolean' },
  multipleOf: { holds: 'check', form: 'positive', calls: 'isMultipleOf', types: NUMBER },
} as const satisfies Readonly<Record<string, Row>>;

export type Keyword = keyof typeof keywords;

/**
 * Keywords that a schema of the model has in another form or not at all, by their form in `load/grammar.ts`: references, identifiers,
 * definitions, notes for people, and what OpenAPI 3.0 alone has.
 */
export const otherKeywords = {
  $ref: 'string',
  $id: 'string since 3.1',
  $schema: 'string since 3.1',
  $anchor: 'string since 3.1',
  $dynamicRef: 'string since 3.1',
  $dynamicAnchor: 'string since 3.1',
  $vocabulary: '{boolean}~ since 3.1',
  $comment: 'string~ since 3.1',
  $defs: '{Schema} since 3.1',
  definitions: '{Schema}~ since 3.1',
  discriminator: 'Discriminator',
  example: 'any',
  externalDocs: 'ExternalDocs~',
  xml: 'XML~',
  nullable: 'boolean until 3.0',
} as const;

const rows = new Map<string, Row>(Object.entries(keywords));

/** The row of a keyword that schemas of the model have; `undefined` for any other word. */
export function rowOf(keyword: string): Row | undefined {
  return rows.get(keyword);
}

type Holding<H extends Row['holds']> = { [K in Keyword]: (typeof keywords)[K] extends { readonly holds: H } ? K : never }[Keyword];
type Named<R extends Row, K> = R & { readonly keyword: K };

export type Applicator = Named<SchemaRow, Holding<'schema' | 'list' | 'map'>>;
type Check = Named<CheckRow, Holding<'check'>>;
type Annotation = Named<SilentRow, Holding<'silent'>>;

/** Each row with its keyword, by what it holds; in the order of the table. */
const named = Object.entries<Row>(keywords).map(([keyword, row]) => ({ keyword, ...row }) as Applicator | Check | Annotation);
export const applicators: readonly Applicator[] = named.filter((row) => 'of' in row);
export const checks: readonly Check[] = named.filter((row) => row.holds === 'check');
export const annotations: readonly Annotation[] = named.filter((row) => row.holds === 'silent');
