// The operations that do something to a thing: `POST /orders/{id}/cancel`.
import type { Operation } from '../../../model/service.ts';
import type { Resource } from '../resources.ts';
import type { Setting } from '../script.ts';
import { beginsWith, parameterIn, segmentsOf } from '../templates.ts';

const MOST = 8;

/** Below the thing, with a last segment that is nothing that can be listed or created. */
export function actionsOn({ context, mayCall, things }: Setting, resource: Resource): readonly Operation[] {
  const own = segmentsOf(resource.edge.consumer.path);
  const { operations } = context.service;
  const isCollection = ({ path: begin }: Operation): boolean =>
    operations.some(({ path, method }) => {
      const [segments, first] = [segmentsOf(path), segmentsOf(begin)];
      return beginsWith(segments, first) && (segments.length > first.length || method === 'GET');
    });
  return operations
    .filter((one) => one.method === 'POST' && one !== resource.create && mayCall(one))
    .filter(({ path }) => segmentsOf(path).length === own.length + 1 && beginsWith(segmentsOf(path), own))
    .filter((one) => parameterIn(segmentsOf(one.path).at(-1)) === undefined && things.isBelow(one, resource) && !isCollection(one))
    .slice(0, MOST);
}
