// Reads what a PUT does to what its body leaves out: all of it goes, all of it stays, or some members stay.
import { names, sentencesIn } from '../../../inference/prose/index.ts';
import type { Operation } from '../../../model/service.ts';
import type { Kind, Role } from '../plan/kinds.ts';

const KEEPS =
  /\b(?:omitted|left[- ]out|missing|absent|other|not (?:given|sent|passed|included|mentioned|specified))\b[^.;]*\b(?:stays?|remains?|keeps?|kept|(?:left |is |are )?(?:unchanged|untouched))\b/i;
/** A sentence about what is named in it: `If tags are omitted, they are kept`. */
const OF_ONE = /^(?:if|when|where|without|omitted)\b/i;

export function changing(
  { method, summary = '', description = '', body }: Operation,
  { members }: Pick<Kind, 'members'>,
): Pick<Role & { readonly does: 'replace' | 'merge' }, 'does' | 'keeps'> {
  if (method !== 'PUT') return { does: 'merge' };
  const said = sentencesIn([summary, description, body?.description ?? ''].join('\n\n')).filter((text) => KEEPS.test(text));
  const own = said.map((text) => (OF_ONE.test(text) ? [...members.keys()].filter((member) => names(text, member)) : []));
  if (own.some((named) => named.length === 0)) return { does: 'merge' };
  return own.length === 0 ? { does: 'replace' } : { does: 'replace', keeps: own.flat() };
}
