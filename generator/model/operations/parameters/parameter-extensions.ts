// `x-aliases`, `x-comma` and `x-octavo-name` of parameters (docs/extensions.md): other names that a server reads, whether `%2C` separates the items
// of a list, and the name in code.
import type { Problems } from '../../../base/problem.ts';
import { child, type DocumentNode, members, optional } from '../../document-node.ts';
import type { Parameter } from '../../service.ts';
import type { Settling } from '../settling.ts';

type Extended = Pick<Parameter, 'aliases' | 'comma' | 'codeName'>;
type Settled = Omit<Parameter, keyof Extended>;

/** The extensions of a settled parameter. Operations share parameters, so each fault is reported once. */
export function readParameterExtensions(node: DocumentNode, parameter: Settled, settling: Settling): Extended {
  return {
    ...optional('aliases', readNames(node, parameter, settling)),
    ...optional('comma', readComma(node, parameter, settling)),
    ...optional('codeName', settling.nameParameter(parameter, node)),
  };
}

function readNames(parent: DocumentNode, parameter: Settled, settling: Settling): readonly string[] | undefined {
  const node = child(parent, 'x-aliases');
  if (node.value === undefined) return undefined;
  const refused = (at: DocumentNode, message: string, fix: string): undefined => refuse(settling, 'alias-invalid', at, message, fix);
  const { in: where, name, shape, style, explode } = parameter;
  if (where !== 'query' && where !== 'header')
    return refused(
      node,
      `\`x-aliases\` is on a ${where} parameter.`,
      'Remove it: only parameters in the query and headers can have other names.',
    );
  // The properties of an exploded object are names of their own.
  if ((shape.kind === 'object' && explode) || style === 'deepObject')
    return refused(node, '`x-aliases` is on an object whose properties have names of their own.', 'Remove it.');
  const items = members(node);
  const fix = 'Write a list of names, such as `x-aliases: [post.fields]`.';
  if (!Array.isArray(node.value) || items.length === 0) return refused(node, '`x-aliases` of a parameter must be a list of names.', fix);
  const names = new Map([[where === 'header' ? name.toLowerCase() : name, name]]);
  for (const [, item] of items) {
    const { value: alias } = item;
    if (typeof alias !== 'string' || alias === '') return refused(item, 'Each alias of a parameter must be a name.', fix);
    if (where !== 'query' && !/^[\w!#$%&'*+.^`|~-]+$/.test(alias))
      return refused(item, `'${alias}' cannot be the name of a ${where}.`, 'Use letters, digits and `-`.');
    const key = where === 'header' ? alias.toLowerCase() : alias;
    if (names.has(key)) return refused(item, `The parameter has the name '${alias}' already.`, 'Remove it from `x-aliases`.');
    names.set(key, alias);
  }
  return [...names.values()].slice(1);
}

function readComma(parent: DocumentNode, parameter: Settled, settling: Settling): 'encoded' | undefined {
  const node = child(parent, 'x-comma');
  if (node.value === undefined) return undefined;
  const refused = (message: string, fix: string): undefined => refuse(settling, 'comma-invalid', node, message, fix);
  if (node.value !== 'encoded') return refused('`x-comma` has one value, `encoded`.', 'Write `x-comma: encoded`.');
  const { in: where, shape, style, explode } = parameter;
  const isCommaList = shape.kind === 'array' && ((style === 'form' && !explode) || style === 'simple');
  if ((where === 'query' || where === 'path') && isCommaList) return 'encoded';
  return refused(
    '`x-comma` is on a parameter whose value is not a list separated by commas.',
    'Write it on a list in the path, or on one in the query with `explode: false`.',
  );
}

function refuse({ problems, warnedPlaces }: Settling, code: string, at: DocumentNode, message: string, fix: string): undefined {
  const place = `${at.location.source.display}#${at.location.pointer}`;
  if (!warnedPlaces.has(place)) problems.add({ code, severity: 'error', message, fix, location: at.location });
  warnedPlaces.add(place);
}

/** Two parameters of an operation that share a name in one place: which of them a request means would be open. */
export function checkNames(parameters: readonly Parameter[], { problems, warnedPlaces }: Settling): void {
  const claimed = new Map<string, Parameter>();
  const keyed = ({ in: where }: Parameter, name: string): string => `${where} ${where === 'header' ? name.toLowerCase() : name}`;
  for (const parameter of parameters) claimed.set(keyed(parameter, parameter.name), parameter);
  for (const parameter of parameters) {
    for (const alias of parameter.aliases ?? []) {
      const key = keyed(parameter, alias);
      const other = claimed.get(key);
      if (other === undefined) claimed.set(key, parameter);
      else collide(parameter, alias, other, problems, warnedPlaces);
    }
  }
}

function collide(parameter: Parameter, alias: string, other: Parameter, problems: Problems, warnedPlaces: Set<string>): void {
  const { location, name, in: where } = parameter;
  const place = `${location.source.display}#${location.pointer}/x-aliases ${alias}`;
  if (warnedPlaces.has(place)) return;
  warnedPlaces.add(place);
  problems.add({
    code: 'alias-collision',
    severity: 'error',
    message: `'${alias}', an alias of the ${where} parameter '${name}', is a name of the parameter '${other.name}' too.`,
    fix: 'Remove it from one of them.',
    location: { ...location, pointer: `${location.pointer}/x-aliases`, at: 'key' },
    related: [{ message: 'The other parameter stands here.', location: other.location }],
  });
}
