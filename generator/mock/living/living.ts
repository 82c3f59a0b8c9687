// A document as a service that remembers: what was created is read, listed, changed and deleted.
import { isDeepStrictEqual } from 'node:util';
import { createRandom, ExampleError } from '@octavo/runtime/testing';
import { idempotencyHeader } from '../../conform/sequences/inputs.ts';
import type { Operation, Service } from '../../model/service.ts';
import { answer } from './answers.ts';
import { planOf } from './plan.ts';
import { refuse } from './refusing.ts';
import { type Seeding, seed } from './seeds.ts';
import type { Call, Living, Setting, Tools } from './setting.ts';
import { World } from './world.ts';

export interface LivingMock {
  /** `undefined` where the operation is about no thing, or the document allows no answer that shows it. */
  answer(operation: Operation, call: Call): Living | undefined;
}

/** The most keys of `Idempotency-Key` that are remembered: the oldest goes. */
const MOST_KEYS = 10_000;

export function createLiving(service: Service, tools: Tools, seeding: Seeding): LivingMock {
  const setting: Setting = { plan: planOf(service), world: new World(), tools, random: createRandom(seeding.seed) };
  /** By operation, target and key: the body that came with it, and what was answered. */
  const keys = new Map<string, { readonly body: unknown; readonly living: Living }>();
  let isSeeded = false;

  /** What was answered to a key before is answered again. */
  const once = (operation: Operation, call: Call, work: () => Living | undefined): Living | undefined => {
    const header = idempotencyHeader(operation);
    const given = header && call.headers[header.name.toLowerCase()];
    if (given === undefined) return work();
    const key = JSON.stringify([operation.id, call.target, given]);
    const before = keys.get(key);
    if (before !== undefined) {
      if (isDeepStrictEqual(before.body, call.input.body)) return before.living;
      return refuse(setting, operation, [409, 422, 400], 'The same key came with another body before.');
    }
    const living = work();
    if (living === undefined || !('result' in living) || living.result.status >= 300) return living;
    const [oldest] = keys.size < MOST_KEYS ? [] : keys.keys();
    if (oldest !== undefined) keys.delete(oldest);
    keys.set(key, { body: call.input.body, living });
    return living;
  };

  return {
    answer(operation, call) {
      const assigned = setting.plan.roles.get(operation);
      if (assigned === undefined) return undefined;
      try {
        if (!isSeeded) seed(setting, seeding);
        isSeeded = true;
        return once(operation, call, () => answer(setting, operation, assigned.role, call));
      } catch (error) {
        if (error instanceof ExampleError) return undefined;
        throw error;
      }
    },
  };
}
