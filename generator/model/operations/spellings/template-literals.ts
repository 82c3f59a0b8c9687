// Warns of path parameters whose text may contain what follows them in the template, `{ids},{name}`: a server ends them at the first place that has
// it.
import { formatExcludes, isCertain, patternExcludes } from '../../schema/characters.ts';
import { itemsOf, propertiesOf } from '../../schema/conjuncts.ts';
import type { Schema } from '../../schema/schema.ts';
import type { Parameter, ParameterShape } from '../../service.ts';
import type { OperationSource } from '../operation-source.ts';
import type { Settling } from '../settling.ts';

interface Templated {
  readonly source: OperationSource;
  readonly path: string;
}

/** Characters that clients leave as they are in a path (RFC 3986, section 2.3). */
const UNRESERVED = /[\w.~-]/;
/** The characters that `allowReserved` leaves as they are in a single value. */
const RESERVED = /[!$'()*,;:=@]/;

/** Warns once for each path and parameter. */
export function checkTemplateLiterals({ source, path }: Templated, parameters: readonly Parameter[], settling: Settling): void {
  if (source.kind !== 'operation') return;
  const { problems, warnedPlaces } = settling;
  for (const segment of path.split('/')) {
    // A literal may stand before two parameters: `{a}.{b}.{c}`.
    for (const [, name = '', literal = '', next = ''] of segment.matchAll(/\{([^{}]+)\}([^{}]+)(?=\{([^{}]+)\})/g)) {
      const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
      const place = `literal ${path} ${name}`;
      if (parameter === undefined || warnedPlaces.has(place) || !mayHold(parameter, literal)) continue;
      warnedPlaces.add(place);
      problems.add({
        code: 'path-parameter-ambiguous',
        severity: 'warning',
        message: `The text of {${name}} may contain \`${literal}\`, which stands before {${next}} in ${source.path}: a server ends {${name}} at the first \`${literal}\`.`,
        fix: `Write text between them that {${name}} cannot contain, such as \`:\`, which clients escape in values, or keep \`${literal}\` out of its values with \`pattern\`, \`format\` or \`enum\`.`,
        location: source.pathLocation,
        related: [{ message: `The parameter '${name}' stands here.`, location: parameter.location }],
      });
    }
  }
}

/** Whether the text of a value may contain the literal, after its first character: no value is empty, so servers do not look for it there. */
function mayHold(parameter: Parameter, literal: string): boolean {
  const { name, style, explode, shape, schema } = parameter;
  const written = style === 'matrix' ? `${name}=` : '';
  const delimiters = shape.kind === 'primitive' ? '' : explode ? `${style === 'label' ? '.' : style === 'matrix' ? ';' : ','}=` : ',';
  const isFixed = (character: string): boolean =>
    written.includes(character) || (delimiters.includes(character) && (character !== '=' || shape.kind === 'object'));
  return [...literal].every((character) => isFixed(character) || isWritten(parameter, shape, [schema], character, literal));
}

function isWritten(parameter: Parameter, shape: ParameterShape, schemas: readonly Schema[], character: string, literal: string): boolean {
  switch (shape.kind) {
    case 'primitive':
      return shape.types.some((type) => {
        if (type === 'integer' || type === 'int64') return /\d/.test(character) || (character === '-' && parameter.shape !== shape);
        if (type === 'number') return /[\d.e-]/.test(character);
        if (type !== 'string') return type.includes(character) && /\w/.test(character);
        return isKept(parameter, character) && !schemas.every((schema) => isCertain(schema, (part) => excludes(part, character, literal)));
      });
    case 'array':
      return isWritten(parameter, shape.items, itemsOf(schemas), character, literal);
    case 'object': {
      const byName = propertiesOf(schemas);
      const names = [...shape.properties.keys()];
      if (shape.additional !== undefined && isKept(parameter, character)) return true;
      return (
        names.some((name) => name.includes(character) && isKept(parameter, character)) ||
        [...shape.properties].some(([name, inner]) => isWritten(parameter, inner, byName.get(name) ?? [], character, literal))
      );
    }
    case 'mixed':
    case 'free':
      return isKept(parameter, character);
  }
}

/** Whether clients leave the character of a text as it is. */
function isKept({ style, allowReserved, shape }: Parameter, character: string): boolean {
  if (allowReserved && shape.kind === 'primitive' && RESERVED.test(character)) return true;
  return UNRESERVED.test(character) && !(style === 'label' && character === '.' && !allowReserved);
}

function excludes(part: Schema, character: string, literal: string): boolean {
  const { boolean: truth, type, const: constant, enum: values, format, pattern } = part;
  if (truth === false || type?.includes('string') === false) return true;
  const listed = constant === undefined ? values : [constant.value];
  if (listed?.every((value) => typeof value !== 'string' || !value.includes(literal)) === true) return true;
  return formatExcludes(format, character) || (pattern !== undefined && patternExcludes(pattern, character));
}
