// Finds the member that is true of one thing at most, as texts say, and whether a second one is refused or takes it from the first.
import { names } from '../../../inference/prose/index.ts';
import { markIn } from '../../../inference/stated/marks.ts';
import type { Service } from '../../../model/service.ts';
import type { Kind } from './kinds.ts';

/** What says that the mark goes over to the second thing, in the sentence itself. */
const GOES_OVER =
  /\b(?:takes?|loses?|lost|instead|no longer|replaces?|becomes? false|moves?|goes over|unset|the (?:other|old|former|previous) one)\b/i;

export function markOf(service: Service, { resource: { create, name }, members, references, parent }: Kind): Pick<Kind, 'mark'> {
  const found = create && markIn(service, create, name);
  if (found === undefined || !members.has(found.mark)) return {};
  const { mark: member, said } = found;
  // Below a thing, the others of the same one are meant. Elsewhere, those that name the same, where the text names it.
  const within = references.filter(({ kind }) => kind !== parent && names(said.text, kind.name)).map(({ place }) => place);
  return { mark: { member, within, isRefused: said.refusal !== undefined && !GOES_OVER.test(said.text) } };
}
