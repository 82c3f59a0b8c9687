// The keywords of objects, on a value that is one: properties by name, then one loop over the keys for whatever goes by pattern or by what is left.
import type { Schema } from '../../model/schema/schema.ts';
import { stringLiteral } from '../text/escape.ts';
import { any, compare } from './expression.ts';
import { emitKeys } from './keys.ts';
import { pascalCase } from './names.ts';
import { property } from './path.ts';
import { memberPlace, type Place, readProperty, reportStatement } from './place.ts';
import { branch, type Report, rejectsUndefined, type Statement } from './statement.ts';
import { patternTest } from './string.ts';

export function emitObject(schema: Schema, place: Place): Statement[] {
  return [
    ...emitProperties(schema, place),
    ...emitKeys(schema, place),
    ...emitCounts(schema, place),
    ...emitDependencies(schema, place),
    ...emitMarks(schema, place),
  ];
}

function emitProperties(schema: Schema, place: Place): Statement[] {
  const statements: Statement[] = [];
  const required = new Set(schema.required);
  for (const [name, part] of schema.properties ?? []) {
    statements.push(...emitProperty(name, part, required.delete(name), place));
  }
  for (const name of required) statements.push(...emitMissing(name, readProperty(name, place), 'required', place));
  return statements;
}

function emitProperty(name: string, schema: Schema, required: boolean, place: Place): Statement[] {
  const read = readProperty(name, place);
  const local = place.frame.locals.add(name);
  const here = memberPlace(place, local, property(place.path, name), pascalCase(name));
  if (schema.boolean === false) {
    // `false` as a schema: the property may not be there, so a required one can't be right.
    const report = reportStatement(here, 'properties', 'false', read);
    return [...branch(compare(read, '!==', 'undefined'), [report]), ...(required ? emitMissing(name, read, 'required', place) : [])];
  }
  const checks = place.frame.module.emit(schema, here);
  if (checks.length === 0) return required ? emitMissing(name, read, 'required', place) : [];
  const declare = `const ${local} = ${read};`;
  if (required && rejectsUndefined(checks)) return [declare, ...checks];
  if (required) return [declare, ...branch(compare(local, '===', 'undefined'), [missingReport(name, 'required', place)], checks)];
  return [declare, ...branch(compare(local, '!==', 'undefined'), checks)];
}

function missingReport(name: string, keyword: string, place: Place): Report {
  return reportStatement({ ...place, path: property(place.path, name) }, keyword, stringLiteral(name), 'undefined');
}

function emitMissing(name: string, read: string, keyword: string, place: Place): Statement[] {
  return branch(compare(read, '===', 'undefined'), [missingReport(name, keyword, place)]);
}

function emitCounts(schema: Schema, place: Place): Statement[] {
  const { minProperties: least, maxProperties: most } = schema;
  const count = (): string => `${place.frame.module.helper('countProperties')}(${place.value})`;
  const statements: Statement[] = [];
  if (least !== undefined && least > 0) {
    statements.push(...branch(compare(count(), '<', least), [reportStatement(place, 'minProperties', String(least), place.value)]));
  }
  if (most !== undefined) {
    statements.push(...branch(compare(count(), '>', most), [reportStatement(place, 'maxProperties', String(most), place.value)]));
  }
  return statements;
}

function emitDependencies(schema: Schema, place: Place): Statement[] {
  const statements: Statement[] = [];
  for (const [name, needed] of schema.dependentRequired ?? []) {
    const checks = needed.flatMap((other) => emitMissing(other, readProperty(other, place), 'dependentRequired', place));
    statements.push(...branch(compare(readProperty(name, place), '!==', 'undefined'), checks));
  }
  return statements;
}

/** Notes what these keywords evaluate, for an `unevaluatedProperties` further out. */
function emitMarks(schema: Schema, place: Place): Statement[] {
  const { seen, value } = place;
  const { module, locals } = place.frame;
  if (seen === undefined || schema.unevaluatedProperties !== undefined) return [];
  if (schema.additionalProperties !== undefined) return [`${module.helper('addProperties')}(${seen}, ...Object.keys(${value}));`];
  const statements: Statement[] = [];
  const names = [...(schema.properties?.keys() ?? [])];
  if (names.length > 0) statements.push(`${module.helper('addProperties')}(${seen}, ${names.map(stringLiteral).join(', ')});`);
  const key = locals.add('key');
  locals.release(key);
  const tests = [...(schema.patternProperties?.keys() ?? [])].flatMap((pattern) => patternTest(pattern, key, place) ?? []);
  if (tests.length > 0) {
    const mark = `${module.helper('addProperties')}(${seen}, ${key});`;
    statements.push({ head: `for (const ${key} in ${value})`, body: [{ test: any(...tests), yes: [mark] }] });
  }
  return statements;
}
