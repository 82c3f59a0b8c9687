// Splits the text of path parameters that a template has side by side, `{name}{ext}`, where their styles say where one ends and the next begins.
import type { Operation, Parameter } from '../../contract/operation.ts';

/** The parameters that the template has side by side with this one, itself included, in their order; none if it has no such neighbour. */
export function besideOf({ path, parameters = [] }: Operation, { name }: Parameter): readonly Parameter[] {
  if (!path.includes('}{')) return [];
  const run = path.match(RUN)?.find((part) => part.includes(`{${name}}`)) ?? '';
  const beside = run.slice(1, -1).split('}{');
  return beside.flatMap((each) => parameters.filter((parameter) => parameter.in === 'path' && parameter.name === each));
}

const RUN = /(?:\{[^{}]+\}){2,}/g;

/**
 * The text of one of these parameters, from the text of all. Those in the style `matrix` have names, `;lat=1;long=2`, so each gets the text of all of
 * them. One in the style `label` begins with a dot, and no value has a dot, so that one other parameter may have any number of dots: a list or object
 * that is exploded, or a first one in another style; otherwise, the last label takes what is left. `undefined` where the styles do not say it.
 */
export function textBeside(beside: readonly Parameter[], own: Parameter, whole: string): string | undefined {
  const matrix = beside.findIndex(({ codec }) => codec.style === 'matrix');
  const before = matrix === -1 ? beside : beside.slice(0, matrix);
  const start = matrix === -1 ? whole.length : whole.indexOf(';');
  if (start === -1 || (before.length === 0 && start > 0) || beside.slice(before.length).some(({ codec }) => codec.style !== 'matrix'))
    return undefined;
  if (own.codec.style === 'matrix') return whole.slice(start);
  const open = before.filter(({ codec }) => codec.style !== 'label' || codec.explode);
  if (open.length > 1 || before.slice(1).some(({ codec }) => codec.style !== 'label')) return undefined;
  return labelTexts(before, open[0] ?? before.at(-1), whole.slice(0, start))?.[before.indexOf(own)];
}

/** The texts of all: each label has one dot, and `open` has all others. `undefined` if there are too few dots, or text before the first label. */
function labelTexts(parameters: readonly Parameter[], open: Parameter | undefined, whole: string): string[] | undefined {
  const [head = '', ...dotted] = whole.split('.');
  const labels = parameters.filter(({ codec }) => codec.style === 'label').length;
  const spare = dotted.length - labels;
  if (spare < 0 || (head !== '' && labels === parameters.length)) return undefined;
  return parameters.map((parameter) => {
    const isLabel = parameter.codec.style === 'label';
    const taken = dotted.splice(0, (isLabel ? 1 : 0) + (parameter === open ? spare : 0));
    return [isLabel ? '' : head, ...taken].join('.');
  });
}
