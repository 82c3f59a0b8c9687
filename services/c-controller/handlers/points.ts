// Handlers of the operations tagged 'Points'. Inputs move while the plant is simulated; outputs keep what was written last.

import type { RequiredControllerPointsHandlers } from '@octavo/interfaces/c-controller';
import type { Caller, Deps } from '../deps.ts';
import { analogAt, digitalAt } from '../rules/plant.ts';
import { flag, float } from '../rules/values.ts';
import type { TagRow } from '../tables.ts';
import { requireTag, single, tagsOf } from '../tags.ts';

export const pointsHandlers = (deps: Deps): RequiredControllerPointsHandlers<Caller> => {
  const { store, clock, controller } = deps;
  const analogOutput = single(deps, 'analogOutput', float);
  const digitalOutput = single(deps, 'digitalOutput', flag);

  /** Seconds since the simulation began; `undefined` where the inputs stand still. */
  async function simulatedSeconds(): Promise<number | undefined> {
    const { simulated_since } = await controller();
    return simulated_since === null ? undefined : Math.max(0, (clock.now() - simulated_since) / 1000);
  }
  const analog = ({ value, position }: TagRow, seconds: number | undefined): number =>
    seconds === undefined ? float.read(value) : analogAt(float.read(value), position, seconds);
  const digital = ({ value, position }: TagRow, seconds: number | undefined): boolean =>
    seconds === undefined ? flag.read(value) : digitalAt(flag.read(value), position, seconds);

  return {
    async readAnalogInputs() {
      const [tags, seconds] = [await tagsOf(store.read, 'analogInput'), await simulatedSeconds()];
      return { status: 200, body: tags.map((tag) => ({ name: tag.name, value: analog(tag, seconds) })) };
    },
    async readAnalogInputEu({ path }) {
      const tag = await requireTag(store.read, path.ioName, 'analogInput');
      return { status: 200, body: { value: analog(tag, await simulatedSeconds()) } };
    },
    async readDigitalInputs() {
      const [tags, seconds] = [await tagsOf(store.read, 'digitalInput'), await simulatedSeconds()];
      return { status: 200, body: tags.map((tag) => ({ name: tag.name, value: digital(tag, seconds) })) };
    },
    async readDigitalInputState({ path }) {
      const tag = await requireTag(store.read, path.ioName, 'digitalInput');
      return { status: 200, body: { value: digital(tag, await simulatedSeconds()) } };
    },
    readAnalogOutputs: analogOutput.list,
    readAnalogOutputEu: ({ path }) => analogOutput.read(path.ioName),
    writeAnalogOutputEu: ({ path, body }) => analogOutput.write(path.ioName, body.value),
    readDigitalOutputs: digitalOutput.list,
    readDigitalOutputState: ({ path }) => digitalOutput.read(path.ioName),
    writeDigitalOutputState: ({ path, body }) => digitalOutput.write(path.ioName, body.value),
  };
};
