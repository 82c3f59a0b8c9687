// `x-any-of-parameters` of an operation (docs/extensions.md): sets of query parameters; a caller passes all of at least one set. Checked against the
// parameters declared.
import type { Problems } from '../../../base/problem.ts';
import { child, members, refuseExtension } from '../../document-node.ts';
import type { Parameter } from '../../service.ts';
import type { OperationSource } from '../operation-source.ts';

const KEY = 'x-any-of-parameters';

/** `undefined` where the operation writes none, or an invalid one. */
export function readChoices(
  source: OperationSource,
  parameters: readonly Pick<Parameter, 'in' | 'name' | 'required'>[],
  problems: Problems,
): readonly (readonly string[])[] | undefined {
  const node = child(source.node, KEY);
  if (node.value === undefined) return undefined;
  const refused = refuseExtension(KEY, problems);
  const sets = members(node);
  if (!Array.isArray(node.value) || sets.length < 2)
    return refused(node, `\`${KEY}\` must be a list of two or more sets.`, 'Write sets of names, such as `[[id], [name, owner]]`.');
  const declared = parameters.filter((parameter) => parameter.in === 'query');
  const found: string[][] = [];
  for (const [, set] of sets) {
    const names = members(set);
    if (!Array.isArray(set.value) || names.length === 0)
      return refused(set, `Each set of \`${KEY}\` must be a list of names.`, 'Write it in brackets, such as `[id]`.');
    for (const [, written] of names) {
      const parameter = declared.find(({ name }) => name === written.value);
      if (parameter === undefined)
        return refused(
          written,
          `The operation has no query parameter '${String(written.value)}'.`,
          declared.length === 0 ? 'Declare it.' : `Declare it, or name one of: ${declared.map(({ name }) => name).join(', ')}.`,
        );
      if (parameter.required)
        return refused(written, `'${parameter.name}' is required in any case.`, 'Leave it out here, or make it optional.');
    }
    const own = [...new Set(names.map(([, { value }]) => String(value)))];
    const wider = found.some((other) => other.every((name) => own.includes(name)) || own.every((name) => other.includes(name)));
    if (wider) return refused(set, 'One set has all of another, so it says nothing more.', 'Leave out the longer one.');
    found.push(own);
  }
  return found;
}
