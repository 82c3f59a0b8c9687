// Emits the checks of the keywords of objects: properties by name, then one loop over the keys for the rest.
import type { JsonType, Schema } from '../../../model/schema/schema.ts';
import { stringLiteral } from '../../text/escape.ts';
import { CONSTANT } from '../plan/keywords.ts';
import { any, compare } from '../print/expression.ts';
import { isFixed, property } from '../print/path.ts';
import { branch, type Report, rejectsUndefined, type Statement } from '../print/statement.ts';
import { plainCallee } from './call.ts';
import { emitKeys } from './keys.ts';
import { patternTest } from './string.ts';
import { elementAccess, isInherited, memberSubject, readProperty, reportStatement, type Subject } from './subject.ts';

export function emitObject(schema: Schema, subject: Subject): Statement[] {
  return [
    ...emitProperties(schema, subject),
    ...emitKeys(schema, subject),
    ...emitCounts(schema, subject),
    ...emitDependencies(schema, subject),
    ...emitMarks(schema, subject),
  ];
}

/** Properties that one function checks: TypeScript gives up on the control flow of a function with some 600 of them (TS2563). */
const MOST_PROPERTIES = 200;

function emitProperties(schema: Schema, subject: Subject): Statement[] {
  const required = new Set(schema.required);
  const checks = [...(schema.properties ?? [])].map(([name, part]) => emitProperty(name, part, required.delete(name), subject));
  const missing = [...required].flatMap((name) => emitMissing(name, readProperty(name, subject), 'required', subject));
  if (checks.length <= MOST_PROPERTIES) return [...checks.flat(), ...missing];
  const statements: Statement[] = [];
  for (let from = 0; from < checks.length; from += MOST_PROPERTIES) {
    const name = subject.frame.locals.add('checkSome');
    statements.push({ head: `const ${name} = (): void =>`, body: checks.slice(from, from + MOST_PROPERTIES).flat() }, `${name}();`);
  }
  return [...statements, ...missing];
}

function emitProperty(name: string, schema: Schema, required: boolean, subject: Subject): Statement[] {
  // To print how it is read may import a function.
  const isPlain = isReadInPlace(name, schema, required, subject);
  const local = isPlain ? readProperty(name, subject) : subject.frame.locals.add(name);
  const here = memberSubject(subject, local, property(subject.path, name), subject.frame.module.pascalCase(name));
  if (schema.boolean === false) {
    // The schema `false` forbids the property, so an object that requires it is never valid.
    const read = readProperty(name, subject);
    const report = reportStatement(here, 'properties', 'false', read);
    return [...branch(compare(read, '!==', 'undefined'), [report]), ...(required ? emitMissing(name, read, 'required', subject) : [])];
  }
  const checks = subject.frame.module.emit(schema, here);
  if (checks.length === 0) return required ? emitMissing(name, readProperty(name, subject), 'required', subject) : [];
  const tested =
    required && rejectsUndefined(checks)
      ? checks
      : required
        ? branch(compare(local, '===', 'undefined'), [missingReport(name, 'required', subject)], checks)
        : branch(compare(local, '!==', 'undefined'), checks);
  return isPlain ? tested : [{ declare: `const ${local} = ${readProperty(name, subject)};` }, ...tested];
}

/**
 * Whether the checks of a property read it where they need it, which is shorter than a variable: one call, or a test of its type that fits on one
 * line. What is read twice costs nothing more, since nothing happens between.
 */
function isReadInPlace(name: string, schema: Schema, required: boolean, subject: Subject): boolean {
  if (isInherited(name) || subject.seen !== undefined) return false;
  const { isLeaf, keywords } = subject.frame.module.graph.facts(schema);
  if (!isLeaf) {
    const here = memberSubject(subject, '', property(subject.path, name), subject.frame.module.pascalCase(name));
    return isFixed(subject.path) && plainCallee(schema, here) !== undefined;
  }
  const [type] = schema.type ?? [];
  if (type === undefined || schema.type?.length !== 1 || schema.name !== undefined || (keywords & CONSTANT) !== 0) return false;
  return elementAccess(subject.value, name).length <= longestRead(type, required, schema.format !== undefined);
}

/** The longest read with which the check of a type fits on one line; where it never does, one with which its condition fits. */
function longestRead(type: JsonType, required: boolean, hasFormat: boolean): number {
  if (type === 'integer' || type === 'number') return required ? 15 : 24;
  return required || hasFormat ? 28 : 14;
}

function missingReport(name: string, keyword: string, subject: Subject): Report {
  return reportStatement({ ...subject, path: property(subject.path, name) }, keyword, stringLiteral(name), 'undefined');
}

function emitMissing(name: string, read: string, keyword: string, subject: Subject): Statement[] {
  return branch(compare(read, '===', 'undefined'), [missingReport(name, keyword, subject)]);
}

function emitCounts(schema: Schema, subject: Subject): Statement[] {
  const { minProperties: least, maxProperties: most } = schema;
  const count = (): string => `${subject.frame.module.helper('countProperties')}(${subject.value})`;
  const statements: Statement[] = [];
  if (least !== undefined && least > 0) {
    statements.push(...branch(compare(count(), '<', least), [reportStatement(subject, 'minProperties', String(least), subject.value)]));
  }
  if (most !== undefined) {
    statements.push(...branch(compare(count(), '>', most), [reportStatement(subject, 'maxProperties', String(most), subject.value)]));
  }
  return statements;
}

function emitDependencies(schema: Schema, subject: Subject): Statement[] {
  const statements: Statement[] = [];
  for (const [name, needed] of schema.dependentRequired ?? []) {
    const checks = needed.flatMap((other) => emitMissing(other, readProperty(other, subject), 'dependentRequired', subject));
    statements.push(...branch(compare(readProperty(name, subject), '!==', 'undefined'), checks));
  }
  return statements;
}

/** Records the properties that these keywords evaluate, for an outer `unevaluatedProperties`. */
function emitMarks(schema: Schema, subject: Subject): Statement[] {
  const { seen, value } = subject;
  const { module, locals } = subject.frame;
  if (seen === undefined || schema.unevaluatedProperties !== undefined) return [];
  if (schema.additionalProperties !== undefined) return [`${module.helper('addProperties')}(${seen}, ...Object.keys(${value}));`];
  const statements: Statement[] = [];
  const names = [...(schema.properties?.keys() ?? [])];
  if (names.length > 0) statements.push(`${module.helper('addProperties')}(${seen}, ${names.map(stringLiteral).join(', ')});`);
  const key = locals.add('key');
  locals.release(key);
  const tests = [...(schema.patternProperties?.keys() ?? [])].flatMap((pattern) => patternTest(pattern, key, subject) ?? []);
  if (tests.length > 0) {
    const mark = `${module.helper('addProperties')}(${seen}, ${key});`;
    statements.push({ head: `for (const ${key} in ${value})`, body: [{ test: any(...tests), yes: [mark] }] });
  }
  return statements;
}
