// Reads which member that is true or false one thing at most may have as true: `At most one address is primary`.
import { possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Operation, Service } from '../../model/service.ts';
import { memberSchemasOf } from '../bodies.ts';
import { names, phraseOf, type Said, saidOf } from '../prose/index.ts';

export interface Marked {
  readonly mark: string;
  readonly said: Said;
}

/** `name`: that of the collection of the things that a create makes. */
export function markIn(service: Pick<Service, 'operations'>, create: Operation, name: string): Marked | undefined {
  const marks = [...propertiesOf(memberSchemasOf(create))].filter(([, own]) =>
    possibleConjuncts(own).some(({ type = [] }) => type.includes('boolean')),
  );
  const one = `\\b(?:at most|only|exactly|no more than|never more than)\\s+(?:one|1|a single)\\s+(?:${phraseOf(name)}\\b|of\\b|can\\b|may\\b)`;
  for (const [mark, own] of marks) {
    const told: readonly Said[] = possibleConjuncts(own).map(({ description = '' }) => ({ text: `\`${mark}\`: ${description}` }));
    const said = [...saidOf(service, create), ...told].find(({ text }) => new RegExp(one, 'i').test(text) && names(text, mark));
    if (said !== undefined) return { mark, said };
  }
  return undefined;
}
