// Says in which order the edges to one operation are used to fill its input.
import type { Edge } from '../../inference/edge.ts';
import { isNamedByCaller } from '../../inference/makers.ts';
import { beginsWith, pathPlacesOf, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';

/**
 * The edges to one consumer in the order in which they are used. What stands below most says what all the others are. The collection that the path of
 * the consumer goes on from says best which things there are for a place.
 */
export function inUse(edges: readonly Edge[]): readonly Edge[] {
  const depths = new Map<string, number>();
  for (const { to, producer } of edges) depths.set(to, Math.max(depths.get(to) ?? 0, depthOf(producer)));
  const isOwn = ({ producer, consumer }: Edge): boolean => beginsWith(segmentsOf(consumer.path), segmentsOf(producer.path));
  const rankOf = (edge: Edge): readonly number[] => [depths.get(edge.to) ?? 0, Number(isOwn(edge)), depthOf(edge.producer)];
  return [...Map.groupBy(edges, ({ to }) => to).values()].flat().toSorted((a, b) => {
    const [one, other] = [rankOf(a), rankOf(b)];
    const first = one.findIndex((rank, index) => rank !== other[index]);
    return (other[first] ?? 0) - (one[first] ?? 0);
  });
}

/** The number of things that what an operation makes stands below: the name that a caller chooses is none. */
function depthOf(maker: Operation): number {
  return pathPlacesOf(maker.path).length - Number(isNamedByCaller(maker));
}
