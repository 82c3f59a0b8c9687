// Lists what makes things that go with another one since both name the same: a locker of the member whose visit it is, on the day of the visit.
import { memberPlace, memberSchemasOf } from '../../../inference/bodies.ts';
import { pointerTo } from '../../../inference/pointers.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { type KnownOf, namesMade, wordsIn } from './known.ts';
import type { Step } from './way.ts';

/** What a refusal misses of something that the thing names: `The member has no locker on that day`. */
export function companyOf({ operation, producer, operations, edges, refusal }: KnownOf): readonly Step[] {
  const said = wordsIn(refusal);
  const own = edges.filter(({ consumer, producer: maker, to }) => consumer === producer && maker !== producer && !to.includes('/-'));
  const isMaker = (one: Operation): boolean => one.method === 'POST' && one !== operation && one !== producer && operations.includes(one);
  return operations
    .filter((one) => isMaker(one) && namesMade(said, one))
    .flatMap((maker): readonly Step[] => {
      const shared = own.flatMap(({ producer: of, from, to: above }) =>
        edges
          .filter((edge) => edge.consumer === maker && edge.producer === of && edge.from === from && !edge.to.includes('/-'))
          .map(({ to }) => ({ to, from: above })),
      );
      const [first, ...others] = shared;
      // What names the thing itself is made below it.
      const isBelow = edges.some((edge) => edge.consumer === maker && edge.producer === producer);
      if (first === undefined || isBelow) return [];
      return [{ operation: maker, place: first.to, above: first.from, isBelow: true, alike: [...others, ...daysOf(maker, producer)] }];
    });
}

/** The one day that both are about. */
function daysOf(maker: Operation, producer: Operation): NonNullable<Step['alike']> {
  const [[to, another], [from, other]] = [dayPlaces(maker), dayPlaces(producer)];
  return to === undefined || from === undefined || another !== undefined || other !== undefined ? [] : [{ to, from }];
}

function dayPlaces(operation: Operation): readonly string[] {
  const inPath = operation.parameters
    .filter((one) => one.in === 'path')
    .map(({ name, schema }) => ({ at: pointerTo('path', name), own: [schema] }));
  const members = [...propertiesOf(memberSchemasOf(operation))].map(([name, own]) => ({ at: memberPlace(operation, name), own }));
  return [...inPath, ...members].filter(({ own }) => possibleConjuncts(own).some(({ format }) => format === 'date')).map(({ at }) => at);
}
