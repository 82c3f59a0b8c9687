// Checks a document's value against the grammar, and collects its references, `$id`s and anchors in the same walk.
import type { Problems, Source } from '../../base/problem.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, own } from '../pointer.ts';
import { missingField, unknownField } from './field-faults.ts';
import type { ObjectName, Version } from './grammar.ts';
import { keyFault } from './keys.ts';
import { checkExtension } from './own-extensions.ts';
import { respellParameter } from './parameter-spellings.ts';
import { rules } from './rules.ts';
import { collectExpansion, collectReference, collectSchema } from './schema-references.ts';
import { type Field, fits, fitting, type KeyKind, type Row, rowsOf, type Shape, urlShape } from './shapes.ts';
import { respellEntry, respellField, respellStatuses } from './spellings.ts';
import { swaggerRules } from './swagger-rules.ts';
import { respellType } from './type-spellings.ts';
import { checkUrl, wrongShape } from './value-faults.ts';
import { type Collector, pointerOf, type Rule, report, type Walk } from './walk.ts';

/** Where a check starts. */
export interface Start {
  readonly source: Source;
  readonly pointer: string;
  /** URI that references there are relative to. */
  readonly base: string;
  readonly version: Version;
}

/** Checks a value as the object `name`, unless it was checked as that before. */
export function check(value: Json, name: ObjectName, start: Start, collector: Collector, problems: Problems): void {
  const { source, pointer, base, version } = start;
  const rows = rowsOf(version);
  const walk: Walk = { source, version, rows, start: pointer, path: [], base, lenient: false, collector, problems };
  const reference = name !== 'OpenAPI' && name !== 'Schema' && name !== 'PathItem';
  checkValue(walk, value, { kind: 'object', row: rows[name], reference });
}

function checkValue(walk: Walk, value: Json, shape: Shape): void {
  switch (shape.kind) {
    case 'any':
      return;
    case 'value':
      if (!shape.test(value)) wrongShape(walk, value, shape);
      return;
    case 'either': {
      const found = fitting(value, shape.shapes);
      if (found === undefined) wrongShape(walk, value, shape);
      else checkValue(walk, value, found);
      return;
    }
    case 'list':
      if (Array.isArray(value)) checkItems(walk, value, shape.item);
      else wrongShape(walk, value, shape);
      return;
    case 'map':
      if (isObject(value)) checkMembers(walk, value, shape.keys, shape.item);
      else wrongShape(walk, value, shape);
      return;
    case 'object':
      if (isObject(value)) checkObject(walk, value, shape.row, shape.reference);
      // From OpenAPI 3.1 on, `true` and `false` are schemas.
      else if (typeof value !== 'boolean' || shape.row.name !== 'Schema' || walk.version < '3.1') wrongShape(walk, value, shape);
      return;
  }
}

/** Checks a value that took the place of a reference. */
export function checkShape(value: Json, shape: Shape, start: Start, collector: Collector, problems: Problems): void {
  const { source, pointer, base, version } = start;
  checkValue({ source, version, rows: rowsOf(version), start: pointer, path: [], base, lenient: false, collector, problems }, value, shape);
}

function checkItems(walk: Walk, items: readonly Json[], shape: Shape): void {
  for (let index = 0; index < items.length; index++) {
    walk.path.push(index);
    checkEntry(walk, items, index, shape);
    walk.path.pop();
  }
}

function checkMembers(walk: Walk, value: JsonObject, keys: KeyKind, shape: Shape): void {
  for (const key of Object.keys(value)) {
    walk.path.push(key);
    checkKey(walk, keys, key);
    checkEntry(walk, value, key, shape);
    walk.path.pop();
  }
}

function checkEntry(walk: Walk, container: JsonObject | readonly Json[], key: string | number, shape: Shape): void {
  const entry = (container as JsonObject)[key] as Json;
  if (collectExpansion(walk, container, String(key), entry, shape)) return;
  if (walk.collector.rewrites && !fits(entry, shape)) respellEntry(walk, container, key, shape);
  checkValue(walk, (container as JsonObject)[key] as Json, shape);
}

function checkKey(walk: Walk, kind: KeyKind, key: string): void {
  if (kind === 'text') return;
  const fault = keyFault(kind, key);
  if (fault !== undefined) report(walk, { ...fault, at: 'key' });
}

function checkObject(walk: Walk, value: JsonObject, row: Row, reference: boolean): void {
  const { checked } = walk.collector;
  if (checked.get(value) === row.name) return;
  checked.set(value, row.name);
  if (reference && Object.hasOwn(value, '$ref')) {
    collectReference(walk, value, row.name, '$ref');
    checkFields(walk, value, walk.rows.Reference);
  } else if (row.name === 'Schema') {
    checkSchema(walk, value, row);
  } else {
    if (row.name === 'PathItem') collectReference(walk, value, row.name, '$ref');
    checkFields(walk, value, row);
  }
}

function checkSchema(walk: Walk, value: JsonObject, row: Row): void {
  const baseOutside = walk.base;
  collectSchema(walk, value);
  // Before OpenAPI 3.1, keywords beside a `$ref` are ignored.
  if (walk.version >= '3.1' || typeof own(value, '$ref') !== 'string') {
    if (walk.collector.rewrites) respellType(walk, value);
    checkFields(walk, value, row);
  } else if (Object.keys(value).some((key) => key !== '$ref' && !key.startsWith('x-'))) {
    walk.collector.addIgnoredSiblings({ source: walk.source, pointer: pointerOf(walk) });
  }
  walk.base = baseOutside;
}

function checkFields(walk: Walk, value: JsonObject, row: Row): void {
  const { collector } = walk;
  const expansionsBefore = collector.expansions;
  if (walk.collector.rewrites) {
    if (row.name === 'Responses') respellStatuses(walk, value);
    else if (walk.version !== '2.0' && (row.name === 'Parameter' || row.name === 'Header')) respellParameter(walk, value, row);
  }
  for (const key in value) {
    const field = row.fields.get(key);
    if (field !== undefined) checkField(walk, key, value, row, field);
    else if (key.startsWith('x-') && row.extensions) checkExtension(walk, key, value, row);
    else if (row.others !== undefined) {
      walk.path.push(key);
      checkKey(walk, row.others.keys, key);
      checkEntry(walk, value, key, row.others.shape);
      walk.path.pop();
    } else unknownField(walk, key, row);
  }
  for (const key of row.required) {
    if (!Object.hasOwn(value, key)) missingField(walk, key, row);
  }
  const rule = (walk.version === '2.0' ? swaggerRules : rules)[row.name];
  if (rule === undefined) return;
  if (collector.expansions === expansionsBefore) rule(value, walk);
  else deferRule(rule, value, walk);
}

/** A function of its own, since a closure in `checkFields` would cost each of its calls an object. */
function deferRule(rule: Rule, value: JsonObject, walk: Walk): void {
  const here = { ...walk, path: [...walk.path] };
  walk.collector.defer(() => rule(value, here));
}

function checkField(walk: Walk, key: string, holder: JsonObject, row: Row, field: Field): void {
  const lenientOutside = walk.lenient;
  walk.path.push(key);
  walk.lenient ||= field.lenient;
  const { shape } = field;
  if (!collectExpansion(walk, holder, key, holder[key] as Json, shape)) {
    if (walk.collector.rewrites && !fits(holder[key] as Json, shape)) respellField(walk, holder, key, row, field);
    if (shape === urlShape && typeof holder[key] === 'string') checkUrl(walk, holder, key);
    const value = holder[key];
    if (value !== undefined) checkValue(walk, value, shape);
  }
  walk.lenient = lenientOutside;
  walk.path.pop();
}
