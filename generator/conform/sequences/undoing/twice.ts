// Does an action twice to a thing that nothing shows with its state: what the texts say is done once is refused the second time.
import { doneOnceIn, expectedOf, quoted } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import { listedState } from '../machines/members.ts';
import { actionsOn } from '../machines/moves.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';

const CHECK = 'state-rules';

export async function* twice(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, context } = setting;
  const read = shownBy(resource);
  // Where the state is shown, each action is tried in each state.
  if (read !== undefined && listedState(read) !== undefined) return;
  for (const operation of actionsOn(setting, resource)) {
    const said = doneOnceIn(context.service, operation, { thing: resource.name, part: segmentsOf(operation.path).at(-1) ?? '' });
    if (said === undefined) continue;
    const lab = things.lab();
    const thing = await unlessStopped(things.make(lab, resource, 0));
    if (thing === undefined) return;
    const first = await unlessStopped(things.call(lab, operation, thing, { says: operation.id, isNeeded: true }));
    if (first === undefined || !isSuccess(first) || first.response.status === 202) continue;
    const second = await unlessStopped(things.call(lab, operation, thing, { says: `${operation.id} again`, probe: CHECK }));
    if (second === undefined) continue;
    yield operation;
    if (!isSuccess(second)) continue;
    const message = `${operation.id} has succeeded twice on one thing of ${resource.name}.`;
    lab.fault(CHECK, message, `${expectedOf(said)} the second time, as the document says: ${quoted(said)}`, second);
  }
}
