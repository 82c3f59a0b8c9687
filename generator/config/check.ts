// Checks a configuration: unknown options with what was probably meant, missing ones, and values of the wrong type.

import { isRecord } from '../base/is-record.ts';
import { defaultLimits } from '../load/limits.ts';
import { formatTypesFaults } from './format-faults.ts';
import { namesFaults } from './names.ts';
import { operationOptions } from './operation-options.ts';
import { entryOf, unknownOption } from './option-text.ts';
import { type OptionFault, themeFaults } from './theme.ts';

/** Returns what is expected, as in `true or false`; `undefined` for a valid value. */
type Check = (value: unknown) => string | undefined;

const isString: Check = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a string');
const isBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    allowed.includes(String(value)) ? undefined : allowed.map((item) => `'${item}'`).join(' or ');
const isStrings: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? undefined : 'an array of strings';
const isPort: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 65536 ? undefined : 'a port number';
const isLimit: Check = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? undefined : 'a whole number above 0';
const limitFields: Readonly<Record<string, Check>> = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, isLimit]));
const isJson: Check = (value) => {
  try {
    return JSON.stringify(value) === undefined ? 'a JSON value' : undefined;
  } catch {
    return 'a JSON value';
  }
};
const isPascal: Check = (value) =>
  typeof value === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(value) ? undefined : 'a PascalCase word, such as `Email`';

const isTexts: Check = (value) =>
  isRecord(value) && Object.values(value).every((item) => typeof item === 'string') ? undefined : 'an object of strings';
const isObject: Check = (value) => (isRecord(value) ? undefined : 'an object');

const isPlugins: Check = (value) => {
  if (!Array.isArray(value)) return 'an array of plugins';
  const names = new Set<string>();
  for (const [index, plugin] of value.entries()) {
    const { name, version, files }: Readonly<Record<string, unknown>> = isRecord(plugin) ? plugin : {};
    const shown = typeof name === 'string' ? `the plugin \`${name}\`` : `entry ${index}`;
    if (!isRecord(plugin) || typeof files !== 'function') return `an array of plugins, and ${shown} has no function \`files\``;
    if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
      return `an array of plugins with names such as \`routes\` or \`api-menu\`, and ${typeof name === 'string' ? `\`${name}\` is none` : `${shown} has none`}`;
    }
    if (version !== undefined && typeof version !== 'string') return `an array of plugins, and the version of ${shown} is not a string`;
    if (names.has(name)) return `an array of plugins with different names, and two are called \`${name}\``;
    names.add(name);
  }
  return undefined;
};

/** Options of generated code, of all documents and of one. */
const codeFields: Readonly<Record<string, Check>> = {
  formats: oneOf('assert', 'lenient', 'annotate'),
  int64: oneOf('number', 'bigint', 'string'),
  dates: oneOf('string', 'date'),
  formatTypes: isObject,
  enums: oneOf('closed', 'open'),
  enumConstants: isBoolean,
  deepObjectLists: oneOf('numbered', 'brackets', 'repeated'),
  queryNulls: oneOf('absent', 'text'),
  patterns: oneOf('linear', 'native'),
  parameterDefaults: oneOf('apply', 'ignore'),
  conformance: isBoolean,
};
const filterFields: Readonly<Record<string, Check>> = { tags: isStrings, paths: isStrings, operations: isStrings };
const configFields: Readonly<Record<string, Check>> = {
  documents: (value) => (Array.isArray(value) && value.length > 0 ? undefined : 'an array with at least one document'),
  out: isString,
  importExtension: oneOf('.ts', '.js', 'none'),
  ...codeFields,
  schema: isBoolean,
  examples: isBoolean,
  query: isBoolean,
  zod: isBoolean,
  valibot: isBoolean,
  jsonSchema: (value) => (value === 'bundled' || typeof value === 'boolean' ? undefined : "true, false or 'bundled'"),
  mcp: isBoolean,
  plugins: isPlugins,
  strict: isBoolean,
  allowRemote: isStrings,
  limits: isObject,
  runtime: isString,
  temporal: isString,
  statements: isString,
  serve: isString,
  mock: isObject,
  dev: isObject,
  names: isObject,
  theme: isObject,
};
const operationFields: Readonly<Record<string, Check>> = Object.fromEntries(operationOptions.map((name) => [name, isJson]));
const documentFields: Readonly<Record<string, Check>> = {
  input: isString,
  name: isPascal,
  overlays: isStrings,
  include: isObject,
  exclude: isObject,
  operations: isObject,
  names: isObject,
  partial: isBoolean,
  ...codeFields,
  conform: isObject,
  split: oneOf('tags'),
  bundle: isBoolean,
  versionOf: isString,
};

const isNumber: Check = (value) => (typeof value === 'number' && value >= 0 ? undefined : 'a number');
const isWaivers: Check = (value) =>
  Array.isArray(value) && value.every((one) => isRecord(one) && typeof one.check === 'string' && typeof one.reason === 'string')
    ? undefined
    : 'an array of objects with `check` and `reason`';
const conformFields: Readonly<Record<string, Check>> = {
  target: isString,
  basePath: isString,
  credentials: isObject,
  seed: isNumber,
  random: isNumber,
  most: isNumber,
  maxTime: isNumber,
  allowHosts: isStrings,
  allowWrites: isBoolean,
  readOnly: isBoolean,
  only: isStrings,
  skip: isStrings,
  minSuccess: isNumber,
  rate: isNumber,
  timeout: isNumber,
  checks: isObject,
  waivers: isWaivers,
  overrides: isObject,
  sequences: isBoolean,
};

const thingFields: Readonly<Record<string, Check>> = { id: isString, state: isString, unique: isStrings, actions: isTexts };

/** What `mock.things` says of each collection, by the option that says it. */
function thingsIn(things: unknown): readonly (readonly [option: string, value: unknown])[] {
  if (!isRecord(things)) return [];
  return Object.entries(things).flatMap(([id, paths]) => {
    const option = entryOf('mock.things', id);
    if (!isRecord(paths)) return [[option, paths] as const];
    return Object.entries(paths).map(([path, value]) => [entryOf(option, path), value] as const);
  });
}

/** Returns one sentence per fault; none for a valid `Config`. */
export function checkConfig(config: unknown): string[] {
  return configFaults(config).map(({ says }) => says);
}

/** The faults with the options that have them; the whole file has those with an empty option. */
export function configFaults(config: unknown): OptionFault[] {
  if (!isRecord(config)) return [{ option: '', says: 'Its default export must be `defineConfig({ … })`.' }];
  const faults: OptionFault[] = [];
  const add = (option: string, ...sentences: readonly string[]): void => {
    for (const says of sentences) faults.push({ option, says });
  };
  checkFields(config, configFields, '', faults);
  add('formatTypes', ...formatTypesFaults(config, ''));
  add('names', ...namesFaults(config.names, ''));
  faults.push(...themeFaults(config.theme));
  if (!('documents' in config)) add('', '`documents` is missing: name at least one OpenAPI document.');
  if (isRecord(config.limits)) checkFields(config.limits, limitFields, 'limits.', faults);
  if (isRecord(config.mock)) {
    checkFields(config.mock, { living: isBoolean, seed: isNumber, things: isObject, handlers: isTexts }, 'mock.', faults);
    for (const [option, thing] of thingsIn(config.mock.things)) {
      if (isRecord(thing)) checkFields(thing, thingFields, `${option}.`, faults);
      else if (thing !== false) add(option, `\`${option}\` must be an object, or false.`);
    }
  }
  if (isRecord(config.dev)) checkFields(config.dev, { port: isPort, mockPort: isPort, livePort: isPort, host: isString }, 'dev.', faults);
  const documents = Array.isArray(config.documents) ? config.documents : [];
  documents.forEach((document: unknown, index) => {
    if (typeof document === 'string') return;
    const at = `documents[${index}]`;
    if (!isRecord(document)) {
      add(at, `\`${at}\` must be a path or an object with \`input\`.`);
      return;
    }
    checkFields(document, documentFields, `${at}.`, faults);
    add(`${at}.formatTypes`, ...formatTypesFaults(document, `${at}.`));
    add(`${at}.names`, ...namesFaults(document.names, `${at}.`));
    if (!('input' in document)) add(at, `\`${at}.input\` is missing: the path of the document.`);
    if (isRecord(document.conform)) checkFields(document.conform, conformFields, `${at}.conform.`, faults);
    for (const filter of ['include', 'exclude']) {
      const value = document[filter];
      if (isRecord(value)) checkFields(value, filterFields, `${at}.${filter}.`, faults);
    }
    for (const [name, value] of Object.entries(isRecord(document.operations) ? document.operations : {})) {
      const place = `${at}.operations[${JSON.stringify(name)}]`;
      if (isRecord(value)) checkFields(value, operationFields, `${place}.`, faults);
      else add(`${at}.operations`, `\`${place}\` must be an object.`);
    }
  });
  return faults;
}

function checkFields(value: Record<string, unknown>, fields: Readonly<Record<string, Check>>, prefix: string, faults: OptionFault[]): void {
  for (const [key, field] of Object.entries(value)) {
    const option = `${prefix}${key}`;
    const check = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (check === undefined) {
      faults.push({ option, says: unknownOption(prefix, key, Object.keys(fields)) });
      continue;
    }
    const wanted = field === undefined ? undefined : check(field);
    if (wanted !== undefined) faults.push({ option, says: `\`${option}\` must be ${wanted}.` });
  }
}
