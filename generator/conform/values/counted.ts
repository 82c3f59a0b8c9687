// Tells a number that a request must know from one that it chooses: the `version` that a change names, and that is one more afterwards.
import { plain, tailsOf } from '../../inference/names.ts';
import { lastNameOf, valueAt } from '../../inference/pointers.ts';
import { shapesOf } from '../../inference/shapes.ts';
import type { Case } from '../contract/case.ts';
import type { Reading } from '../contract/exchange.ts';

interface Changed {
  readonly case: Pick<Case, 'input' | 'operation'>;
  readonly reading: Pick<Reading, 'body'>;
}

/**
 * Whether the answer to a change has, by the name of what was sent or by the end of it (`expected_version`), the number that follows. Such a number
 * is compared with what is stored, so each other one is refused, also where it is the least or the largest that the schema allows.
 */
export function isCounted({ case: { input, operation }, reading }: Changed, at: string): boolean {
  const sent = valueAt(input, at);
  if (typeof sent !== 'number') return false;
  const names = new Set(tailsOf(lastNameOf(at)));
  return shapesOf(operation).some((shape) => {
    const thing = valueAt({ body: reading.body }, shape.at);
    return [...shape.properties.keys()].some((name) => names.has(plain(name)) && valueAt(thing, `/${name}`) === sent + 1);
  });
}
