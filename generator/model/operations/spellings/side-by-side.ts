// Warns of path parameters that stand side by side, `{a}{b}`, where servers cannot tell where one ends and the next begins.
import type { Parameter } from '../../service.ts';
import type { OperationSource } from '../operation-source.ts';
import { templateNames } from '../parameters/path-template.ts';
import type { Settling } from '../settling.ts';

interface Templated {
  readonly source: OperationSource;
  readonly path: string;
}

/** Warns once for each path. Servers split what is clear by the styles, and anything else with one character for each parameter but the last. */
export function checkSideBySide({ source, path }: Templated, parameters: readonly Parameter[], { problems, warnedPlaces }: Settling): void {
  if (source.kind !== 'operation') return;
  for (const run of path.match(/(?:\{[^{}]*\}){2,}/g) ?? []) {
    const names = templateNames(run);
    const beside = names.flatMap((name) => parameters.filter((parameter) => parameter.in === 'path' && parameter.name === name));
    const place = `side by side ${path} ${run}`;
    if (beside.length !== names.length || isClear(beside) || warnedPlaces.has(place)) continue;
    warnedPlaces.add(place);
    const last = beside.at(-1)?.name;
    problems.add({
      code: 'path-parameters-adjacent',
      severity: 'warning',
      message: `Nothing in ${source.path} says where one parameter of ${run} ends and the next begins: a server reads one character for each, and the rest for '${last}'.`,
      fix: `Write text between them that their values cannot contain, as in ${run.replaceAll('}{', '}:{')}, or use the style \`matrix\`.`,
      location: source.pathLocation,
    });
  }
}

/**
 * Labels, of which one may have any number of dots, then parameters in the style `matrix`, which have names. The first may have another style; unless
 * its reserved characters stay unescaped, it has no semicolon.
 */
function isClear(beside: readonly Parameter[]): boolean {
  const matrix = beside.findIndex(({ style }) => style === 'matrix');
  const before = matrix === -1 ? beside : beside.slice(0, matrix);
  const after = beside.slice(before.length);
  if (after.some(({ style }) => style !== 'matrix') || before.slice(1).some(({ style }) => style !== 'label')) return false;
  if (after.length > 0 && before.some(({ allowReserved }) => allowReserved)) return false;
  return before.filter(({ style, explode, shape }) => style !== 'label' || (explode && shape.kind !== 'primitive')).length < 2;
}
