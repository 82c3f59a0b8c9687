// Reads, as the first account, what stands below a thing that only the second account sees.
import { valueAt } from '../../../inference/pointers.ts';
import type { Resource } from '../../../inference/resources.ts';
import { beginsWith, isSameTemplate, pathPlacesOf, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Case } from '../../contract/case.ts';
import type { Answered } from '../../contract/exchange.ts';
import { isAbsent, resultOf } from '../../sequences/index.ts';
import { type Desk, type Gained, isAnswered, isSecured, placedCase, probe, succeeded, withInput } from '../desk.ts';
import { isEmptyList, leastCase, readOf } from '../looks.ts';
import { type Made, madeByOther } from '../others.ts';
import { isSameAnswer } from '../same.ts';

/** The lists, and what else is read, below each thing of the second account. */
export async function triedBelow(desk: Desk, check: string): Promise<readonly Gained[]> {
  const gained: Gained[] = [];
  const made: Made = new Map();
  for (const resource of desk.resources) {
    const reads = readsBelow(desk, resource);
    if (reads.length === 0 || !desk.mayGoOn()) continue;
    const look = await hiddenThing(desk, check, resource, made);
    for (const operation of look === undefined ? [] : reads) {
      const found = look && (await read(desk, check, operation, look, made));
      if (found !== undefined) gained.push(found);
    }
  }
  return gained;
}

function readsBelow(desk: Desk, { read }: Resource): readonly Operation[] {
  if (read === undefined || !isSecured(read.operation)) return [];
  const own = segmentsOf(read.operation.path);
  return desk.service.operations.filter(
    (one) =>
      one.method === 'GET' &&
      one !== read.operation &&
      isSecured(one) &&
      desk.caseOf(one) !== undefined &&
      beginsWith(segmentsOf(one.path), own) &&
      segmentsOf(one.path).length > own.length &&
      pathPlacesOf(one.path).length === pathPlacesOf(read.operation.path).length,
  );
}

interface Hidden {
  /** The read of the thing, which the first account is refused. */
  readonly look: Case;
  readonly thing: Answered;
  readonly refused: Answered;
}

async function hiddenThing(desk: Desk, check: string, resource: Resource, made: Made): Promise<Hidden | undefined> {
  const thing = await madeByOther(desk, check, resource.create, made, []);
  const look = thing && (await readOf(desk, { resource, created: thing, id: valueAt(resultOf(thing), resource.edge.from) }));
  if (thing === undefined || look === undefined) return undefined;
  const refused = await desk.send(probe(desk, look, check, 'a thing of the second account', 'given'), thing);
  const shown = await desk.send(probe(desk, look, check, 'by the second account', 'other'), thing);
  return isAnswered(refused) && isAbsent(refused) && succeeded(shown) ? { look, thing, refused } : undefined;
}

async function read(desk: Desk, check: string, operation: Operation, hidden: Hidden, made: Made): Promise<Gained | undefined> {
  const { look, thing, refused } = hidden;
  const least = await leastCase(desk, operation);
  const placed = await placedCase(desk, operation, look);
  const one = least && placed && (await withInput(desk, least, { ...least.input, path: placed.input?.path ?? {} }));
  if (one === undefined) return undefined;
  const path = segmentsOf(operation.path);
  const maker = desk.service.operations.find((each) => each.method === 'POST' && isSameTemplate(segmentsOf(each.path), path));
  if (maker !== undefined) await madeByOther(desk, check, maker, made, []);
  const own = await desk.send(probe(desk, one, check, 'below a thing of the second account', 'other'), thing);
  const again = await desk.send(probe(desk, one, check, 'once more', 'other'), thing);
  if (!succeeded(own) || !succeeded(again) || isEmptyList(operation, own)) return undefined;
  const foreign = await desk.send(probe(desk, one, check, 'below a thing of the second account', 'given'), thing);
  if (!isAnswered(foreign)) return undefined;
  desk.looked(check, operation, [thing, foreign]);
  if (!succeeded(foreign) || !isSameAnswer(own, again, foreign)) return undefined;
  return {
    operation,
    message: `The first account reads with ${foreign.response.status} what stands below a thing of the second one, which it is refused itself.`,
    expected: `the status ${refused.response.status}`,
    exchanges: [thing, refused, foreign],
    about: look,
    isContrast: true,
  };
}
