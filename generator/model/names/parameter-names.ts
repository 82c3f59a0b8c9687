// Decides what parameters are called in code: by the configuration, by `x-octavo-name`, or by the case that the configuration asks for.
import type { Location, Problems } from '../../base/problem.ts';
import type { Description } from '../../load/description.ts';
import { child, dereference, members, text } from '../document-node.ts';
import type { OperationSource } from '../operations/operation-source.ts';
import type { Settling } from '../operations/settling.ts';
import type { Operation, Parameter } from '../service.ts';
import { type NamesOptions, nameInvalid, unusedEntry } from './given.ts';
import { camelCaseMember } from './member-case.ts';
import { isName } from './names.ts';

type Called = Pick<Parameter, 'in' | 'name' | 'location'>;

export function parameterNaming({ parameters }: NamesOptions, problems: Problems): Settling['nameParameter'] {
  const refused = new Set<string>();
  return (parameter, node) => {
    // The whole query string is a part of the input, and has no name there.
    if (parameter.in === 'querystring') return undefined;
    const written = child(node, 'x-octavo-name');
    const key = entryOf(parameter, parameters);
    const wanted = key !== undefined && typeof parameters === 'object' ? parameters[key] : written.value;
    const name = wanted ?? (parameters === 'camelCase' ? camelCaseMember(parameter.name) : undefined);
    if (name === undefined || name === parameter.name) return undefined;
    if (typeof name === 'string' && (wanted === undefined || isLegal(name))) return name;
    const location = key === undefined ? written.location : parameter.location;
    if (!refused.has(placeOf(location))) problems.add(invalid(parameter, name, key !== undefined, location));
    refused.add(placeOf(location));
    return undefined;
  };
}

function isLegal(name: string): boolean {
  return isName(name) && name === name.normalize('NFC') && name !== '__proto__';
}

/** `query.page_token`, or `page_token` for those of all places. */
function entryOf({ in: where, name }: Pick<Called, 'in' | 'name'>, names: NamesOptions['parameters']): string | undefined {
  return typeof names === 'object' ? [`${where}.${name}`, name].find((key) => Object.hasOwn(names, key)) : undefined;
}

function invalid(parameter: Called, name: unknown, isConfigured: boolean, location: Location): Problems['list'][number] {
  const near = camelCaseMember(parameter.name);
  const fix = `Write letters, digits and \`_\`, such as \`${isLegal(near) ? near : 'userId'}\`.`;
  return nameInvalid(`${parameter.in} parameter '${parameter.name}'`, name, isConfigured, fix, location);
}

/** An error for two parameters of an operation that would have one name in one place. Operations share parameters, so each pair is named once. */
export function checkParameterNames(operations: readonly Pick<Operation, 'parameters'>[], problems: Problems): void {
  const reported = new Set<string>();
  for (const { parameters } of operations) {
    const byName = new Map<string, Parameter>();
    for (const parameter of parameters) {
      const name = parameter.codeName ?? parameter.name;
      const key = `${parameter.in} ${name}`;
      const other = byName.get(key);
      byName.set(key, parameter);
      const pair = other === undefined ? '' : `${placeOf(other.location)} ${placeOf(parameter.location)}`;
      if (other === undefined || reported.has(pair)) continue;
      reported.add(pair);
      problems.add({
        code: 'name-taken',
        severity: 'error',
        message: `The ${parameter.in} parameters '${other.name}' and '${parameter.name}' of one operation would both be called \`${name}\` in code.`,
        fix: 'Give one of them another name, by `x-octavo-name` or by `names.parameters` of the configuration.',
        location: parameter.location,
        related: [{ message: 'The other is here.', location: other.location }],
      });
    }
  }
}

/** An error for each entry of the configuration that names no parameter. `operations`: all of the document, whatever is generated of it. */
export function checkParameterEntries(
  { parameters }: NamesOptions,
  { description, operations }: { readonly description: Description; readonly operations: readonly OperationSource[] },
  place: Location,
  problems: Problems,
): void {
  if (typeof parameters !== 'object') return;
  const used = new Set<string>();
  const known = new Set<string>();
  for (const { node, pathItem } of operations) {
    for (const [, written] of [pathItem, node].flatMap((holder) => members(child(holder, 'parameters')))) {
      const parameter = dereference(description, written);
      const [where, name] = [text(parameter, 'in') as Parameter['in'] | undefined, text(parameter, 'name')];
      if (where === undefined || name === undefined) continue;
      const key = entryOf({ in: where, name }, parameters);
      if (key !== undefined) used.add(key);
      known.add(name).add(`${where}.${name}`);
    }
  }
  const how = 'Write the name of a parameter, or its place and name as in `query.page_token`.';
  for (const key of Object.keys(parameters)) if (!used.has(key)) problems.add(unusedEntry('parameter', key, known, how, place));
}

function placeOf({ source, pointer }: Location): string {
  return `${source.path}#${pointer}`;
}
