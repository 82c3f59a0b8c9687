// A document as a service that remembers: what was created is read, listed, changed and deleted.
import { isDeepStrictEqual } from 'node:util';
import { createRandom, ExampleError } from '@octavo/runtime/testing';
import { tokensOf, valueAt } from '../../inference/pointers.ts';
import { requestKeyOf } from '../../inference/request-keys.ts';
import type { Operation, Service } from '../../model/service.ts';
import { absent, answer, examplePage } from './answers.ts';
import type { LivingCommand, LivingTold } from './commands.ts';
import { adopt } from './creating/adopting.ts';
import { withBesides } from './creating/besides.ts';
import { createFiring } from './events/firing.ts';
import { imageOf, thingsIn, UnreadableImage } from './images.ts';
import { chosen } from './kept/choosing.ts';
import { countedExample } from './kept/counted.ts';
import { alignInner } from './kept/inner.ts';
import { Issuing } from './kept/issuing.ts';
import { alignMarks } from './kept/marks.ts';
import { preferred } from './kept/preferring.ts';
import { renewedExample } from './kept/renewed.ts';
import { timesInUtc } from './kept/utc.ts';
import { planOf } from './plan/plan.ts';
import { mayRefuse, refuse } from './refusing.ts';
import { type Seeding, seed } from './seeds.ts';
import type { Call, Living, Setting, Tools } from './setting.ts';
import { apartIn } from './stated/apart.ts';
import { comparisonsOf } from './stated/comparisons.ts';
import { mostOf } from './stated/most.ts';
import { statedRules } from './stated/rules.ts';
import { untrue } from './stated/untrue.ts';
import { rowsOf, tablesOf } from './tables.ts';
import { World } from './world.ts';

export interface LivingMock {
  /** `undefined` where the operation is about no thing, or the document allows no answer that shows it. */
  answer(operation: Operation, call: Call): Living | undefined;
  /** Does what control asks of the world. */
  tell(command: LivingCommand): LivingTold;
}

/** The most keys of requests that are remembered: the oldest goes. */
const MOST_KEYS = 10_000;

/** `image`: the things that it begins with, in the place of seeds. */
export function createLiving(service: Service, tools: Tools, seeding: Seeding, image?: string): LivingMock {
  const setting: Setting = {
    plan: planOf(service),
    world: new World(),
    tools,
    random: createRandom(seeding.seed),
    errors: service.errors,
    stated: statedRules(service),
    comparisons: comparisonsOf(service),
    mostOf: mostOf(service),
    apart: apartIn(service),
  };
  /** By operation, target and key: the body that came with it, and what was answered. */
  const keys = new Map<string, { readonly body: unknown; readonly living: Living | undefined }>();
  /** By operation: JSON pointer to the key in the input, empty where there is none. */
  const keyPlaces = new Map<Operation, string>();
  const issuing = new Issuing(setting, image === undefined);
  const firing = createFiring(service, setting);
  const utc = timesInUtc(service);
  let isSeeded = image !== undefined;
  if (image !== undefined) setting.world.replace(thingsIn(image, setting.plan.kinds));

  const begin = (): void => {
    if (!isSeeded) seed(setting, seeding);
    isSeeded = true;
  };

  /** Keys of requests belong to the world that they changed. */
  const replace = (things: Parameters<World['replace']>[0], isWhole: boolean): void => {
    setting.world.replace(things);
    keys.clear();
    isSeeded = isWhole;
  };

  /** What was answered to a key before is answered again. */
  const once = (operation: Operation, call: Call, work: () => Living | undefined): Living | undefined => {
    const place = keyPlaces.get(operation) ?? requestKeyOf(operation)?.place ?? '';
    keyPlaces.set(operation, place);
    const [where, name = ''] = tokensOf(place);
    const given = where === 'header' ? call.headers[name.toLowerCase()] : valueAt(call.input, place === '' ? '/none' : place);
    if (typeof given !== 'string' || given === '') return work();
    const key = JSON.stringify([operation.id, call.target, given]);
    const before = keys.get(key);
    if (before !== undefined) {
      if (isDeepStrictEqual(before.body, call.input.body)) return before.living;
      // A member may be sent again with other members beside it, where the document does not say that this is refused.
      if (where !== 'header' && !mayRefuse(operation, [409, 422])) return before.living;
      return refuse(setting, operation, [409, 422, 400], 'The same key came with another body before.');
    }
    const living = work();
    if (living !== undefined && (!('result' in living) || living.result.status >= 300)) return living;
    const [oldest] = keys.size < MOST_KEYS ? [] : keys.keys();
    if (oldest !== undefined) keys.delete(oldest);
    keys.set(key, { body: call.input.body, living });
    return living;
  };

  return {
    answer(asked, given) {
      const { roles, pages, meant } = setting.plan;
      const operation = meant.get(asked) ?? asked;
      const call = utc(operation, given);
      const [assigned, facts] = [roles.get(operation), pages.get(operation)];
      try {
        // With the first request of all, which may take longer than others.
        begin();
        adopt(setting, operation, call.input, seeding);
        if (assigned === undefined)
          return (
            absent(setting, operation, call) ??
            untrue(setting, operation, call) ??
            issuing.refused(operation, call) ??
            once(operation, call, () =>
              facts === undefined
                ? (issuing.answer(operation) ?? renewedExample(setting, operation) ?? countedExample(setting, operation))
                : examplePage(setting, operation, facts, call),
            )
          );
        setting.world.begin();
        let isDone = false;
        const living = once(operation, call, () => {
          isDone = true;
          const done = answer(setting, operation, assigned.role, call);
          const told = done && withBesides(setting, operation, assigned.role, call, done);
          alignInner(setting);
          alignMarks(setting);
          return told && preferred(setting, operation, call, chosen(setting, operation, call, told));
        });
        const deliveries = living !== undefined && isDone ? firing.after(operation, call, living) : [];
        return living === undefined || deliveries.length === 0 ? living : { ...living, deliveries };
      } catch (error) {
        if (error instanceof ExampleError) return undefined;
        throw error;
      }
    },

    tell(command) {
      switch (command.do) {
        case 'begin':
          begin();
          return { kind: 'done' };
        case 'reset':
          replace([], false);
          issuing.clear();
          return { kind: 'done' };
        case 'restore':
          try {
            replace(thingsIn(command.image, setting.plan.kinds), true);
            return { kind: 'done' };
          } catch (error) {
            if (error instanceof UnreadableImage) return { kind: 'refused', detail: error.message };
            throw error;
          }
        case 'image':
          begin();
          return { kind: 'image', image: imageOf(setting.world) };
        case 'tables':
          begin();
          return { kind: 'tables', tables: tablesOf(setting) };
        case 'rows':
          begin();
          return { kind: 'rows', rows: rowsOf(setting, command) };
      }
    },
  };
}
