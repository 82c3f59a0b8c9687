// Emits the checks of the keywords of objects: properties by name, then one loop over the keys for the rest.
import type { Schema } from '../../../model/schema/schema.ts';
import { stringLiteral } from '../../text/escape.ts';
import { any, compare } from '../print/expression.ts';
import { property } from '../print/path.ts';
import { branch, type Report, rejectsUndefined, type Statement } from '../print/statement.ts';
import { emitKeys } from './keys.ts';
import { patternTest } from './string.ts';
import { memberSubject, readProperty, reportStatement, type Subject } from './subject.ts';

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
  // Printed where it is needed only, since it may import a function.
  const read = (): string => readProperty(name, subject);
  const local = subject.frame.locals.add(name);
  const here = memberSubject(subject, local, property(subject.path, name), subject.frame.module.pascalCase(name));
  if (schema.boolean === false) {
    // The schema `false` forbids the property, so an object that requires it is never valid.
    const report = reportStatement(here, 'properties', 'false', read());
    return [...branch(compare(read(), '!==', 'undefined'), [report]), ...(required ? emitMissing(name, read(), 'required', subject) : [])];
  }
  const checks = subject.frame.module.emit(schema, here);
  if (checks.length === 0) return required ? emitMissing(name, read(), 'required', subject) : [];
  const declare = { declare: `const ${local} = ${read()};` };
  if (required && rejectsUndefined(checks)) return [declare, ...checks];
  if (required) return [declare, ...branch(compare(local, '===', 'undefined'), [missingReport(name, 'required', subject)], checks)];
  return [declare, ...branch(compare(local, '!==', 'undefined'), checks)];
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
