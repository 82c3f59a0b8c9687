// Warns of the defaults of optional parameters that servers do not fill in, since their schemas do not allow them.
import { jsonText } from '../../../base/exact.ts';
import { below } from '../../document-node.ts';
import { defaultOf } from '../../schema/default.ts';
import type { Parameter } from '../../service.ts';
import type { Settling } from '../settling.ts';

/** The most characters of a default that a message shows. */
const MOST_SHOWN = 60;

/** Warns of the defaults that servers do not fill in: once for each, since operations share parameters and schemas. */
export function checkDefaults(parameters: readonly Parameter[], { problems, warnedPlaces, parameterDefaults }: Settling): void {
  if (parameterDefaults === 'ignore') return;
  for (const parameter of parameters) {
    const found = isFilledIn(parameter) ? defaultOf(parameter.schema) : undefined;
    if (found?.misfit === undefined) continue;
    const { value, by, misfit } = found;
    const location = below(by.location, 'default');
    const place = `default ${location.source.path} ${location.pointer}`;
    if (warnedPlaces.has(place)) continue;
    warnedPlaces.add(place);
    const text = jsonText(value);
    const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
    problems.add({
      code: 'default-ignored',
      severity: 'warning',
      message: `Servers do not fill in ${shown}, the default of the ${parameter.in} parameter '${parameter.name}': ${misfit.why}.`,
      fix: misfit.fix,
      location,
    });
  }
}

/** A required parameter is always there, one in a path too. */
function isFilledIn({ in: where, required }: Parameter): boolean {
  return !required && where !== 'querystring';
}
