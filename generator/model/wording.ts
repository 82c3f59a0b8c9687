// Which versions of a service are the same but for words for people, so that what does not depend on these stays.
import type { Service } from './service.ts';

/** Services with one `base` are the same but for the words of operations and schemas, which are the same where their numbers are. */
export interface Wording {
  readonly base: object;
  readonly operations: number;
  readonly schemas: number;
}

const known = new WeakMap<Service, Wording>();

export function wordingOf(service: Service): Wording {
  const found = known.get(service) ?? { base: {}, operations: 0, schemas: 0 };
  known.set(service, found);
  return found;
}

/** Notes that `after` is `before` with other words in one place. */
export function noteWording(before: Service, after: Service, of: 'operations' | 'schemas'): void {
  const wording = wordingOf(before);
  known.set(after, { ...wording, [of]: wording[of] + 1 });
}
