// Prints the fields of a route for what else than the declared request means its operation. Clients do not need them, so they are not in its row.
import type { MovedValue, Operation, OperationAlias, ValuePlace } from '../../model/service.ts';
import type { HeldSchemas } from '../held/held.ts';
import { shapeText } from '../operations/codecs.ts';
import { jsonLiteral, stringLiteral } from '../text/escape.ts';
import { list } from '../text/row-layout.ts';

/** None for an operation that has only its declared spelling. */
export function spellings({ aliases = [], parameters, lenientType }: Operation, held: HeldSchemas): string[] {
  const names = parameters.flatMap((parameter) => {
    if (parameter.aliases === undefined) return [];
    return [`{ in: ${stringLiteral(parameter.in)}, name: ${stringLiteral(parameter.name)}, aliases: ${jsonLiteral(parameter.aliases)} }`];
  });
  return [
    ...(aliases.length === 0 ? [] : [`aliases: ${list(aliases.map((alias) => aliasText(alias, held)))}`]),
    ...(names.length === 0 ? [] : [`names: ${list(names)}`]),
    ...(lenientType === undefined ? [] : ['lenientType: true']),
  ];
}

function aliasText({ method, path, moved }: OperationAlias, held: HeldSchemas): string {
  const fields = [`method: ${stringLiteral(method)}`, `path: ${stringLiteral(path)}`];
  if (moved.length > 0) fields.push(`moved: [${moved.map((value) => movedText(value, held)).join(', ')}]`);
  return `{ ${fields.join(', ')} }`;
}

function movedText({ to, from, shape }: MovedValue, held: HeldSchemas): string {
  const fields = [`to: ${placeText(to)}`, `from: ${placeText(from)}`];
  if (shape !== undefined) fields.push(`shape: ${shapeText(shape, held)}`);
  return `{ ${fields.join(', ')} }`;
}

function placeText({ in: where, name }: ValuePlace): string {
  return jsonLiteral([where, name]);
}
