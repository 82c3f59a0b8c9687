// Warns of parameters whose text a server can read in two ways: a string that looks like a number or null, and a name that two parameters read.
import { isInFormat } from '@octavo/runtime/facts';
import type { Location } from '../../../base/problem.ts';
import { isCertain, patternTest } from '../../schema/characters.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../schema/conjuncts.ts';
import type { Schema } from '../../schema/schema.ts';
import type { Parameter, ParameterShape } from '../../service.ts';
import type { Settling } from '../settling.ts';

/** A type that a text is tried as before it counts as a string: its name in messages, and texts that it reads. */
interface Reading {
  readonly words: string;
  readonly reads: RegExp;
  readonly samples: readonly string[];
}

const INTEGERS = ['0', '1', '7', '10', '42', '123', '1000', '12345', '123456', '12345678', '1234567890', '-1'];

const READINGS: Readonly<Record<string, Reading>> = {
  integer: { words: 'an integer', reads: /^-?(?:0|[1-9]\d*)$/, samples: INTEGERS },
  int64: { words: 'an integer', reads: /^-?(?:0|[1-9]\d*)$/, samples: INTEGERS },
  number: {
    words: 'a number',
    reads: /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
    samples: [...INTEGERS, '0.5', '1.5', '1.25', '12.34', '1.2345'],
  },
  boolean: { words: 'a boolean', reads: /^(?:true|false)$/, samples: ['true', 'false'] },
  null: { words: 'null', reads: /^null$/, samples: ['null'] },
};

/** Warns once for each parameter, since operations share them, and once for two that read one name. */
export function checkAmbiguous(parameters: readonly Parameter[], settling: Settling): void {
  for (const parameter of parameters) {
    if (parameter.contentType === undefined) checkTexts(parameter, parameter.shape, [parameter.schema], '', settling);
  }
  for (const where of ['query', 'cookie'] as const)
    checkSharedNames(
      parameters.filter((parameter) => parameter.in === where),
      settling,
    );
}

function checkTexts(parameter: Parameter, shape: ParameterShape, schemas: readonly Schema[], part: string, settling: Settling): void {
  switch (shape.kind) {
    case 'primitive': {
      if (!shape.types.includes('string')) return;
      const reading = shape.types
        .map((type) => READINGS[type])
        .find((candidate) => candidate !== undefined && !schemas.every((schema) => isCertain(schema, (one) => isApart(one, candidate))));
      if (reading !== undefined) warnOfTexts(parameter, part, reading, settling);
      return;
    }
    case 'array':
      checkTexts(parameter, shape.items, itemsOf(schemas), `${part}each item of `, settling);
      return;
    case 'mixed':
      for (const inner of shape.shapes) if (inner.kind === 'primitive') checkTexts(parameter, inner, schemas, part, settling);
      return;
    case 'object': {
      const byName = propertiesOf(schemas);
      for (const [name, inner] of shape.properties)
        checkTexts(parameter, inner, byName.get(name) ?? [], `${part}the property '${name}' of `, settling);
      return;
    }
    case 'free':
      return;
  }
}

/** Whether no string of this schema is a text of the reading. `false` where that is not certain. */
function isApart(schema: Schema, { reads, samples }: Reading): boolean {
  const { boolean: truth, type, const: constant, enum: values, format, pattern, minLength = 0, maxLength } = schema;
  if (truth === false || type?.includes('string') === false) return true;
  const listed = constant === undefined ? values : [constant.value];
  if (listed?.every((value) => typeof value !== 'string' || !reads.test(value)) === true) return true;
  const expression = pattern === undefined ? undefined : patternTest(pattern);
  return samples.every(
    (sample) =>
      sample.length < minLength ||
      sample.length > (maxLength ?? sample.length) ||
      !isInFormat(format ?? '', sample) ||
      expression?.test(sample) === false,
  );
}

function warnOfTexts(parameter: Parameter, part: string, { words, samples }: Reading, settling: Settling): void {
  const { problems, warnedPlaces, queryNulls } = settling;
  const { in: where, name, required, location } = parameter;
  if (!isFirst(warnedPlaces, location, part)) return;
  // Clients leave out what is null in a query, so that only the text may be meant.
  const isNeverSent = words === 'null' && where === 'query' && queryNulls !== 'text' && !required && !part.startsWith('each item');
  const [sample = ''] = samples;
  const subject = `${part}the ${where} parameter '${name}'`;
  problems.add({
    code: 'parameter-ambiguous',
    severity: isNeverSent ? 'note' : 'warning',
    message: `${subject.charAt(0).toUpperCase()}${subject.slice(1)} may be a string or ${words}, and \`${sample}\` may be either: the server reads ${words}.`,
    fix: isNeverSent
      ? 'Describe it without null: a caller leaves the parameter out instead.'
      : 'Describe it as a string only, or keep such texts out of the string with `enum`, `pattern` or `format`.',
    location,
  });
}

/** Names that two parameters read: which of them a request means is open. */
function checkSharedNames(parameters: readonly Parameter[], settling: Settling): void {
  for (const [index, one] of parameters.entries()) {
    for (const other of parameters.slice(index + 1)) {
      const name = sharedName(one, other) ?? sharedName(other, one);
      if (name !== undefined) warnOfNames(one, other, `both read \`${name}\``, 'Give one of them another name.', settling);
      else if (isMap(one) && isMap(other))
        warnOfNames(
          one,
          other,
          'both read every name that is not declared',
          'Write `additionalProperties: false` in one of them.',
          settling,
        );
    }
  }
}

/** A name of `other` that `one` reads too. */
function sharedName(one: Parameter, other: Parameter): string | undefined {
  const names = namesOf(other);
  if (one.style === 'deepObject') return names.find((name) => name.startsWith(`${one.name}[`));
  // Two plain names are equal only where one is an alias: that is an error of its own (`parameter-extensions.ts`).
  if (!isExploded(one)) return undefined;
  const own = namesOf(one);
  return names.find((name) => own.includes(name));
}

function isExploded({ style, explode, shape, contentType }: Parameter): boolean {
  return style !== 'deepObject' && explode && shape.kind === 'object' && contentType === undefined;
}

/** The names that it declares, but for those with brackets of the style `deepObject`. */
function namesOf(parameter: Parameter): readonly string[] {
  if (isExploded(parameter) && parameter.shape.kind === 'object') return [...parameter.shape.properties.keys()];
  return [parameter.name, ...(parameter.aliases ?? [])];
}

/** Whether it is exploded, and its schema says what its additional properties are. */
function isMap(parameter: Parameter): boolean {
  const says = ({ additionalProperties, patternProperties }: Schema): boolean =>
    (additionalProperties !== undefined && additionalProperties.boolean !== false) || patternProperties !== undefined;
  return isExploded(parameter) && possibleConjuncts([parameter.schema]).some(says);
}

function warnOfNames(one: Parameter, other: Parameter, what: string, fix: string, { problems, warnedPlaces }: Settling): void {
  if (!isFirst(warnedPlaces, other.location, `beside ${one.location.pointer}`)) return;
  problems.add({
    code: 'parameter-ambiguous',
    severity: 'warning',
    message: `The ${one.in} parameters '${one.name}' and '${other.name}' ${what}, so the server cannot tell which of them a request means.`,
    fix,
    location: other.location,
    related: [{ message: `The parameter '${one.name}' stands here.`, location: one.location }],
  });
}

function isFirst(warnedPlaces: Set<string>, { source, pointer }: Location, what: string): boolean {
  const place = `ambiguous ${source.display}#${pointer} ${what}`;
  if (warnedPlaces.has(place)) return false;
  warnedPlaces.add(place);
  return true;
}
