// The faults of the option `formatTypes`: unknown types, names that a format cannot have, and what a row lacks.
import { isRecord } from '../base/is-record.ts';
import { closest } from '../base/suggest.ts';
import { isIdentifier } from '../emit/text/escape.ts';
import { type FormatType, type OwnType, rowPlace, WIDE_INTEGERS } from './format-types.ts';
import { unknownOption } from './option-text.ts';

type TypeName = Extract<FormatType, string>;

/** The standard formats that each name can stand for. */
const NAMES: Readonly<Record<TypeName, readonly string[]>> = {
  string: [],
  number: WIDE_INTEGERS,
  bigint: WIDE_INTEGERS,
  Date: ['date-time'],
  'Temporal.Instant': ['date-time'],
  'Temporal.PlainDate': ['date'],
  'Temporal.PlainDateTime': ['date-time-local'],
  'Temporal.PlainTime': ['time-local', 'time'],
  'Temporal.Duration': ['duration'],
};

/** Why a name that somebody may look for is none of them. */
const OTHERS: Readonly<Record<string, string>> = {
  'Temporal.ZonedDateTime': "no format has a time zone: a `date-time` has an offset at most. Use 'Temporal.Instant'",
  Temporal: "say which type of it, as in 'Temporal.Instant'",
  date: "write 'Date'",
};

/** The formats that the standards define. They stand here, since the runtime's table brings the checks of all formats along. */
export const STANDARD_FORMATS: readonly string[] = (
  'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri url uri-reference iri iri-reference uri-template uuid ' +
  'json-pointer relative-json-pointer regex byte decimal date-time-local time-local int8 uint8 int16 uint16 int32 uint32 int64 uint64'
).split(' ');

/** A format that a standard defines: a name that means another format is a mistake there. */
function isStandard(format: string): boolean {
  return STANDARD_FORMATS.includes(format);
}

function isInteger(format: string): boolean {
  return /^u?int(?:8|16|32|64)$/.test(format);
}

function canBe(name: TypeName, format: string): boolean {
  if (name === 'string') return true;
  return NAMES[name].includes(format) || (!isStandard(format) && name.charAt(0) !== name.charAt(0).toLowerCase());
}

/** The faults of `formatTypes`, one sentence each. `at`: empty, or `documents[0].`. */
export function formatTypesFaults(options: Readonly<Record<string, unknown>>, at: string): string[] {
  const { formatTypes, int64, dates } = options;
  if (!isRecord(formatTypes)) return [];
  const faults = Object.entries(formatTypes).flatMap(([format, given]) => rowFaults(format, given, rowPlace(at, format)));
  const short: [string, readonly string[]][] = [
    ...(int64 === 'bigint' || int64 === 'string' ? [['int64', WIDE_INTEGERS] as [string, string[]]] : []),
    ...(dates === 'date' ? [['dates', ['date-time']] as [string, string[]]] : []),
  ];
  for (const [option, formats] of short) {
    const both = formats.find((format) => Object.hasOwn(formatTypes, format));
    if (both !== undefined) {
      faults.push(`\`${at}${option}\` and \`${rowPlace(at, both)}\` are about the same format: keep one of them.`);
    }
  }
  return faults;
}

function rowFaults(format: string, given: unknown, place: string): string[] {
  if (typeof given === 'string') return nameFaults(format, given, place);
  if (!isRecord(given)) {
    return [
      `\`${place}\` must be the name of a type, such as 'Temporal.Instant', a brand, such as \`{ brand: 'Uuid' }\`, or \`{ type, read, write, import }\`.`,
    ];
  }
  return 'brand' in given ? brandFaults(format, given, place) : ownFaults(given, place);
}

function nameFaults(format: string, given: string, place: string): string[] {
  const names = Object.keys(NAMES) as TypeName[];
  const name = names.find((one) => one === given);
  if (name !== undefined && canBe(name, format)) return [];
  const reason = Object.hasOwn(OTHERS, given) ? OTHERS[given] : undefined;
  if (reason !== undefined) return [`\`${place}\` cannot be '${given}': ${reason}.`];
  const near = name === undefined ? names.find((one) => one === closest(given, names)) : undefined;
  if (near !== undefined && canBe(near, format)) return [`\`${place}\` is '${given}', which is no type. Did you mean '${near}'?`];
  const possible = names.filter((one) => canBe(one, format)).map((one) => `'${one}'`);
  return [
    `\`${place}\` cannot be '${given}'. It can be ${possible.join(', ')}, a brand, or a type of yours: \`{ type, read, write, import }\`.`,
  ];
}

function brandFaults(format: string, { brand, ...others }: Record<string, unknown>, place: string): string[] {
  const [other] = Object.keys(others);
  if (other !== undefined) {
    return [`\`${place}\` has \`brand\` and \`${other}\`: a brand has no other member, since its text stays as it is.`];
  }
  if (isInteger(format)) return [`\`${place}\` cannot have a brand, which is for texts: values of \`${format}\` are numbers.`];
  return typeNameFaults(brand, `${place}.brand`, 'Uuid');
}

/** Names that generated code uses as the language has them. */
const GLOBAL_TYPES = ['AsyncIterable', 'Exclude', 'Iterable', 'Omit', 'Partial', 'Pick', 'Readonly', 'Record', 'ReturnType', 'Temporal'];

function typeNameFaults(name: unknown, place: string, example: string): string[] {
  if (typeof name !== 'string' || !/^[A-Z][A-Za-z0-9_]*$/.test(name)) {
    return [`\`${place}\` must be a PascalCase word, such as '${example}'.`];
  }
  if (!GLOBAL_TYPES.includes(name) && !Object.hasOwn(globalThis, name)) return [];
  return [`\`${place}\` is '${name}', which the language has already. Choose another name, such as '${example}'.`];
}

const OWN_FIELDS: Readonly<Record<keyof OwnType, string>> = {
  type: 'the name of the type',
  read: 'the name of the function that reads a value from the wire',
  write: 'the name of the function that writes a value to the wire',
  import: 'the module that exports the functions, as a path relative to the configuration file',
  from: 'the module that exports the type',
};

function ownFaults(given: Record<string, unknown>, place: string): string[] {
  const fields = Object.keys(OWN_FIELDS) as (keyof OwnType)[];
  const unknown = Object.keys(given)
    .filter((key) => !Object.hasOwn(OWN_FIELDS, key))
    .map((key) => unknownOption(`${place}.`, key, fields));
  const missing = fields
    .filter((field) => field !== 'from' && given[field] === undefined)
    .map((field) => `\`${place}.${field}\` is missing: ${OWN_FIELDS[field]}.`);
  const { type } = given;
  return [
    ...unknown,
    ...missing,
    ...(type === undefined ? [] : ownTypeFaults(type, place)),
    ...fields
      .filter((field) => field !== 'type' && given[field] !== undefined)
      .flatMap((field) => ownFieldFaults(field, given[field], place)),
  ];
}

function ownTypeFaults(type: unknown, place: string): string[] {
  if (typeof type === 'string' && !isName(type)) {
    return [
      `\`${place}.type\` is '${type}', which is not the name of a type, such as 'Decimal'. Export what you mean from the module, as in \`export type Amount = …\`, and name that.`,
    ];
  }
  return typeNameFaults(type, `${place}.type`, 'Decimal');
}

function ownFieldFaults(field: keyof OwnType, value: unknown, place: string): string[] {
  const isModule = field === 'import' || field === 'from';
  if (typeof value === 'string' && (isModule ? value !== '' : isName(value))) return [];
  return [`\`${place}.${field}\` must be ${OWN_FIELDS[field]}.`];
}

/** Whether a text can be imported as it is. */
function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text) && isIdentifier(text);
}
