// A document's value → its structural problems, by the table of `grammar.ts`; on the way the references, `$id`s and anchors are collected.
import type { Location, Problem, Problems, Severity, Source } from '../../problem.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own } from '../pointer.ts';
import { spanOf } from '../text/position.ts';
import type { ObjectName, Version } from './grammar.ts';
import { keyFault } from './keys.ts';
import { nearest } from './nearest.ts';
import { rules } from './rules.ts';
import { type Field, fits, type Row, rowsOf, type Shape, urlShape, wanted } from './shapes.ts';
import { describe, label } from './words.ts';

/** A reference that the grammar allows where it stands. */
export interface Reference {
  /** What must stand at its target. */
  readonly kind: ObjectName;
  readonly ref: string;
  /** The object that it is written in, and the key it is written at. */
  readonly holder: JsonObject;
  readonly key: string;
  readonly source: Source;
  /** Where the reference itself stands. */
  readonly pointer: string;
  /** URI that it is relative to. */
  readonly base: string;
  readonly version: Version;
}

/** What a walk gathers beside problems. */
export interface Gathered {
  readonly references: Reference[];
  /** Every object that was walked, and as what. */
  readonly walked: Map<object, ObjectName>;
  /** `$id`s; gives the absolute URI, which is the base of what is inside. */
  resource(id: string, base: string, source: Source, pointer: string, schema: JsonObject): string;
  anchor(name: string, dynamic: boolean, base: string, source: Source, pointer: string): void;
  /** `$ref`s of Schema Objects in 3.0 with keywords beside them, which do nothing. */
  ignoredSiblings(location: Location): void;
}

export interface Place {
  readonly source: Source;
  readonly pointer: string;
  readonly base: string;
  readonly version: Version;
}

/** What a rule of `rules.ts` sees. */
export interface RuleContext {
  readonly version: Version;
  /** `path` leads from the object to what is at fault; `key` marks its key instead of its value. */
  report(severity: Severity, code: string, message: string, fix: string, path?: readonly (string | number)[], at?: 'key' | 'value'): void;
}

/** Checks a value as the object `name`, unless it was already. */
export function check(value: Json, name: ObjectName, place: Place, gathered: Gathered, problems: Problems): void {
  const rows = rowsOf(place.version);
  const { source, version } = place;
  const path: (string | number)[] = [];
  let base = place.base;
  let lenient = false;

  const pointer = (): string => joinPointer(place.pointer, ...path);
  const context: RuleContext = {
    version,
    report(severity, code, message, fix, below = [], at = 'value') {
      add({ code, severity, message, fix, location: { source, pointer: joinPointer(pointer(), ...below), at } });
    },
  };
  const add = (problem: Problem): void => problems.add(problem);
  walk(value, { kind: 'object', row: rows[name], reference: name !== 'OpenAPI' && name !== 'Schema' && name !== 'PathItem' });

  function walk(value: Json, shape: Shape): void {
    switch (shape.kind) {
      case 'any':
        return;
      case 'value':
        if (!shape.test(value)) wrongShape(value, shape);
        else if (shape === urlShape) checkUrl(String(value));
        return;
      case 'either': {
        const fitting = shape.shapes.find((each) => fits(value, each));
        if (fitting === undefined) wrongShape(value, shape);
        else walk(value, fitting);
        return;
      }
      case 'list':
        if (!Array.isArray(value)) {
          wrongShape(value, shape);
          return;
        }
        for (let index = 0; index < value.length; index++) {
          path.push(index);
          walk(value[index] as Json, shape.item);
          path.pop();
        }
        return;
      case 'map':
        if (!isObject(value)) {
          wrongShape(value, shape);
          return;
        }
        for (const key of Object.keys(value)) {
          path.push(key);
          const fault = shape.keys === 'text' ? undefined : keyFault(shape.keys, key);
          if (fault !== undefined) context.report(fault.severity, fault.code, fault.message, fault.fix, [], 'key');
          const item = value[key] as Json;
          if (key === '$ref' && typeof item === 'string' && !fits(item, shape.item)) refNotAllowed();
          else walk(item, shape.item);
          path.pop();
        }
        return;
      case 'object':
        if (shape.row.name === 'Schema' && typeof value === 'boolean' && version !== '3.0') return;
        if (!isObject(value)) {
          wrongShape(value, shape);
          return;
        }
        walkObject(value, shape.row, shape.reference);
        return;
    }
  }

  function walkObject(value: JsonObject, row: Row, reference: boolean): void {
    if (gathered.walked.get(value) === row.name) return;
    gathered.walked.set(value, row.name);
    if (reference && Object.hasOwn(value, '$ref')) {
      takeReference(value, row.name, '$ref');
      walkFields(value, rows.Reference);
      return;
    }
    if (row.name === 'PathItem') takeReference(value, row.name, '$ref');
    if (row.name !== 'Schema') {
      walkFields(value, row);
      return;
    }
    const baseBefore = base;
    enterSchema(value);
    if (version === '3.0' && typeof own(value, '$ref') === 'string') {
      if (Object.keys(value).some((key) => key !== '$ref' && !key.startsWith('x-'))) {
        gathered.ignoredSiblings({ source, pointer: pointer() });
      }
    } else walkFields(value, row);
    base = baseBefore;
  }

  function walkFields(value: JsonObject, row: Row): void {
    for (const key in value) {
      const field = row.fields.get(key);
      if (field !== undefined) {
        path.push(key);
        const item = value[key] as Json;
        if (field.lenient && !lenient) {
          lenient = true;
          walk(item, field.shape);
          lenient = false;
        } else walk(item, field.shape);
        path.pop();
      } else if (key.startsWith('x-') && row.extensions) {
        // An extension: data of any shape. This one would do nothing elsewhere.
        if (key === 'x-boolean-words' && row.name !== 'Schema' && row.name !== 'OpenAPI') misplacedWords(key);
      } else if (row.others !== undefined) {
        path.push(key);
        const fault = row.others.keys === 'text' ? undefined : keyFault(row.others.keys, key);
        if (fault !== undefined) context.report(fault.severity, fault.code, fault.message, fault.fix, [], 'key');
        walk(value[key] as Json, row.others.shape);
        path.pop();
      } else unknownField(key, row);
    }
    for (const key of row.required) {
      if (!Object.hasOwn(value, key)) missingField(key, row, row.fields.get(key));
    }
    rules[row.name]?.(value, context);
  }

  function enterSchema(value: JsonObject): void {
    if (version !== '3.0') {
      const id = own(value, '$id');
      if (typeof id === 'string') base = gathered.resource(id, base, source, pointer(), value);
      const anchor = own(value, '$anchor');
      if (typeof anchor === 'string') gathered.anchor(anchor, false, base, source, pointer());
      const dynamicAnchor = own(value, '$dynamicAnchor');
      if (typeof dynamicAnchor === 'string') gathered.anchor(dynamicAnchor, true, base, source, pointer());
      takeReference(value, 'Schema', '$dynamicRef');
    }
    takeReference(value, 'Schema', '$ref');
    const discriminator = own(value, 'discriminator');
    if (!isObject(discriminator)) return;
    path.push('discriminator');
    takeReference(discriminator, 'Schema', 'defaultMapping');
    const mapping = own(discriminator, 'mapping');
    if (isObject(mapping)) {
      path.push('mapping');
      for (const key of Object.keys(mapping)) takeReference(mapping, 'Schema', key);
      path.pop();
    }
    path.pop();
  }

  function takeReference(holder: JsonObject, kind: ObjectName, key: string): void {
    const ref = own(holder, key);
    if (typeof ref !== 'string') return;
    gathered.references.push({ kind, ref, holder, key, source, pointer: joinPointer(pointer(), key), base, version });
  }

  function checkUrl(url: string): void {
    const scheme = schemeOf(url);
    if (scheme === undefined || /^(?:https?|mailto)$/.test(scheme)) return;
    context.report('error', 'url-scheme', `${label(path)} has the scheme \`${scheme}:\`, and pages make a link of it.`, 'Use `https:`.');
  }

  function severity(): Severity {
    return lenient ? 'warning' : 'error';
  }

  function wrongShape(value: Json, shape: Shape): void {
    if (isObject(value) && typeof own(value, '$ref') === 'string') {
      path.push('$ref');
      refNotAllowed();
      path.pop();
      return;
    }
    const location: Location = { source, pointer: pointer() };
    const message = `${label(path)} is ${describe(value)}; ${wanted(shape)} is wanted.`;
    add({ code: 'wrong-type', severity: severity(), message, fix: fixShape(value, shape, location), location });
  }

  function fixShape(value: Json, shape: Shape, location: Location): string {
    if (value === null) return 'Give it a value, or remove the key.';
    const last = path.at(-1);
    if (last === 'exclusiveMinimum' || last === 'exclusiveMaximum') {
      return typeof value === 'boolean'
        ? `From OpenAPI 3.1 on, write the limit itself: \`${last}: 0\`.`
        : `OpenAPI 3.0 wants \`true\` beside \`${last === 'exclusiveMinimum' ? 'minimum' : 'maximum'}\`; or say \`openapi: 3.1.1\`.`;
    }
    if (last === 'type' && Array.isArray(value)) return 'OpenAPI 3.0 has one type and `nullable: true`; or say `openapi: 3.1.1`.';
    if (last === 'items' && Array.isArray(value)) return 'A list of schemas is `prefixItems` (JSON Schema 2020-12).';
    if (last === 'required' && typeof value === 'boolean') return 'List the names of required properties in the schema that has them.';
    const scalar = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
    if (shape.kind === 'value' && shape.test('') && scalar) {
      const span = spanOf(location);
      const written = source.text.slice(span.start, span.end);
      return typeof last === 'string' ? `Quote it: \`${last}: "${written}"\`.` : `Quote it: \`"${written}"\`.`;
    }
    if (typeof value === 'string' && shape.kind === 'value' && shape.test(Number(value)) && value.trim() !== '')
      return 'Write it without quotes.';
    if (typeof value === 'string' && shape.kind === 'value' && (value === 'true' || value === 'false')) return 'Write it without quotes.';
    return `Write ${wanted(shape)}.`;
  }

  function refNotAllowed(): void {
    context.report(
      'error',
      'ref-not-allowed',
      '`$ref` stands where OpenAPI allows no reference.',
      'Write the content here, or refer to the parts inside it.',
      [],
      'key',
    );
  }

  function misplacedWords(key: string): void {
    context.report(
      'error',
      'boolean-words-invalid',
      `\`${key}\` stands where nothing is boolean.`,
      'Write it on a schema of `type: boolean`, or at the root of the document.',
      [key],
      'key',
    );
  }

  function missingField(key: string, row: Row, field: Field | undefined): void {
    context.report(
      lenient || field?.lenient ? 'warning' : 'error',
      'missing-field',
      `${label(path, row.name)} has no \`${key}\`, which OpenAPI requires.`,
      `Add \`${key}\`.`,
      [],
      'key',
    );
  }

  function unknownField(key: string, row: Row): void {
    if (key === '$ref') {
      path.push(key);
      refNotAllowed();
      path.pop();
      return;
    }
    const isSchema = row.name === 'Schema';
    if (isSchema && version !== '3.0' && warnedByModel.has(key)) return;
    const versions = row.otherVersions.get(key);
    if (versions !== undefined) {
      context.report(
        'warning',
        'not-in-version',
        `\`${key}\` is part of OpenAPI ${versions}; this document is ${version}, so it does nothing.`,
        otherVersionFix(key, row),
        [key],
        'key',
      );
      return;
    }
    if (isSchema && version !== '3.0') {
      const replaced = replacedKeywords.get(key);
      if (replaced !== undefined) {
        context.report(
          'warning',
          'keyword-replaced',
          `\`${key}\` is not a keyword of JSON Schema 2020-12, so it does nothing.`,
          replaced,
          [key],
          'key',
        );
        return;
      }
      // Unknown keywords are annotations (JSON Schema Core, section 6.5), unless they look like a slip.
      const meant = key.length > 3 ? nearest(key, row.fields.keys()) : undefined;
      if (meant !== undefined) {
        context.report(
          'warning',
          'unknown-field',
          `\`${key}\` is not a keyword, so it does nothing.`,
          `Did you mean \`${meant}\`?`,
          [key],
          'key',
        );
      }
      return;
    }
    const meant = nearest(key, row.fields.keys());
    context.report(
      'warning',
      'unknown-field',
      `${label(path, row.name)} has \`${key}\`, which OpenAPI ${version} does not know.`,
      meant === undefined ? 'Remove it, or give it a name that begins with `x-`.' : `Did you mean \`${meant}\`?`,
      [key],
      'key',
    );
  }
}

/** As a browser reads it: it drops tabs and line breaks, and what is invisible before the scheme. */
function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\t\r\n]/g, '').replace(/^[\p{Cc} ]+/u, ''))?.[1]?.toLowerCase();
}

/** Keywords of other dialects that the model meets when it folds them, and warns of there. */
const warnedByModel = new Set(['nullable', 'dependencies', 'additionalItems', '$recursiveRef']);

const replacedKeywords = new Map(
  Object.entries({
    $recursiveAnchor: 'Use `$dynamicAnchor`.',
    divisibleBy: 'Use `multipleOf`.',
    extends: 'Use `allOf`.',
    disallow: 'Use `not`.',
  }),
);

function otherVersionFix(key: string, row: Row): string {
  return row.otherVersions.get(key)?.startsWith('since') === true ? 'Say the newer version in `openapi`, or remove it.' : 'Remove it.';
}
