// Finds the limit of the things that one owner may have, in the texts about their create and in those of its tags.
import type { Operation, Service } from '../../model/service.ts';
import { type Most, mostIn, type Said, saidOf, taggedOf, tagTextsOf } from '../prose/index.ts';

export type Limit = Most & { readonly said: Said };

/** `name`: that of the collection of the things; `owners`: of what they stand below or name. */
export function limitOf(
  service: Pick<Service, 'operations' | 'tags'>,
  create: Operation,
  name: string,
  owners: readonly string[],
): Limit | undefined {
  for (const said of [...saidOf(service, create), ...taggedOf(service, create)]) {
    const most = mostIn(said, name, owners);
    if (most !== undefined) return { said, ...most };
  }
  return undefined;
}

/** The texts that may say what words of an operation mean: its own, those of its tags, and that of the whole document. */
export function textsAround(service: Pick<Service, 'tags' | 'description'>, operation: Operation): readonly string[] {
  const own = [operation.description ?? '', ...operation.responses.map((one) => one.description)];
  return [...own, ...tagTextsOf(service, operation), service.description ?? ''];
}
