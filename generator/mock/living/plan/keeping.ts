// Finds the kinds whose things keep another thing from being deleted, as the text of the delete says.
import { keepingBy } from '../../../inference/stated/keeping.ts';
import type { Operation } from '../../../model/service.ts';
import type { Kind, Role } from './kinds.ts';

/** Nothing where the document does not say which things do. */
export function keptBy(remove: Operation, own: Kind, kinds: readonly Kind[]): Pick<Role & { readonly does: 'remove' }, 'keeping'> {
  const keeping = kinds.flatMap((kind) => {
    const found = kind === own || kind.name === '' ? undefined : keepingBy(remove, kind.name, kind.state?.values ?? []);
    return found === undefined ? [] : [{ kind, isMeant: found.isMeant }];
  });
  return keeping.length === 0 ? {} : { keeping };
}
