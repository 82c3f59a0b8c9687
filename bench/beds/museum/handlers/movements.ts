// Movements of objects, and reports of their condition.

import { gap } from '../../clock.ts';
import { compare } from '../../texts.ts';
import { today } from '../days.ts';
import { isInOpenExhibition, relocate, requireOpenRecord, requirePlace, statusOf } from '../rules.ts';
import type { Museum, Store } from '../store.ts';
import type { ConditionInput, Item, Place } from '../things.ts';
import { conditionView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { type Call, type Faults, type Handlers, thing } from './call.ts';
import { listed } from './lists.ts';

/** The kind of location that each reason leads to. */
const KINDS: Readonly<Record<string, string>> = { display: 'gallery', storage: 'store', treatment: 'workshop', photography: 'workshop' };

interface MoveInput {
  readonly to: string;
  readonly reason: string;
  readonly note?: string | null;
}

function isTreated(museum: Museum, { accession }: Item): boolean {
  return [...museum.treatments.values()].some((one) => one.accession === accession && one.status === 'in-progress');
}

/** Whether an object gets through the door. */
function isLowEnough({ dimensions: { height } }: Item, { maxHeight }: Place, faults: Faults): boolean {
  if (maxHeight === null || faults.has('doors-of-any-height')) return true;
  return faults.has('door-as-high-as-object') ? height < maxHeight : height <= maxHeight;
}

function requireMovable(museum: Museum, item: Item, place: Place, faults: Faults): void {
  requireOpenRecord(item);
  allow(statusOf(museum, item) !== 'on-loan', 'The object is on loan.');
  allow(item.location !== place.code || faults.has('moves-to-the-same-place'), 'The object is there already.');
  allow(!isTreated(museum, item) || faults.has('treated-objects-move'), 'A treatment of the object is in progress.');
  const hangs = isInOpenExhibition(museum, item.accession);
  allow(!hangs || faults.has('exhibits-move'), 'The object hangs in an exhibition that is open.');
  allow(isLowEnough(item, place, faults), 'The object does not fit through the door.');
  requirePlace(museum, place, faults);
}

function checkCondition({ grade, inspectedOn, damages }: ConditionInput, faults: Faults): void {
  check(inspectedOn <= today() || faults.has('inspected-tomorrow'), 'inspectedOn', 'must not be in the future');
  const count = damages.length;
  if (grade === 'excellent') check(count === 0 || faults.has('excellent-with-damages'), 'damages', 'must be empty');
  if (grade === 'poor') check(count > 0, 'damages', 'must not be empty');
  const bound = faults.has('severity-of-four-is-good') ? 5 : 4;
  const isSevere = damages.some(({ severity }) => severity >= bound);
  check(!isSevere || grade === 'fair' || grade === 'poor', 'grade', 'must be fair or poor');
}

export function movements(store: Store, faults: Faults): Handlers {
  const found = (call: Call): Item => thing(call, call.museum.objects, 'accession');

  return {
    listMovements: (call) => {
      const { reason } = call.query<{ reason?: string }>();
      const all = found(call).movements.filter((one) => reason === undefined || one.reason === reason);
      return listed(call, faults.has('oldest-movement-first') ? all : all.toReversed(), (one) => one, faults);
    },

    moveObject: async (call) => {
      const { museum } = call;
      const item = found(call);
      const { to, reason, note = null } = call.input<MoveInput>();
      const place = museum.locations.get(to);
      if (place === undefined) {
        check(false, 'to', 'must be a location');
        throw new Error('A check that fails throws.');
      }
      check(KINDS[reason] === place.kind || faults.has('any-reason-to-move'), 'reason', 'does not fit the kind of location');
      requireMovable(museum, item, place, faults);
      if (faults.has('two-moves-into-the-last-place')) await gap();
      const by = faults.has('all-moves-by-registrars') ? 'registrar' : call.role;
      relocate(item, { to, reason, note, by, at: store.now() });
      return { status: 201, body: item.movements.at(-1) };
    },

    listConditions: (call) => {
      const all = found(call).conditions.toSorted((a, b) => compare(b.inspectedOn, a.inspectedOn) || b.number - a.number);
      const shown = faults.has('reports-as-entered') ? found(call).conditions.toReversed() : all;
      return listed(call, shown, (one) => conditionView(one, faults), faults);
    },

    reportCondition: (call) => {
      const item = found(call);
      const input = call.input<ConditionInput>();
      checkCondition(input, faults);
      requireOpenRecord(item);
      const report = { number: item.conditions.length + 1, ...input };
      item.conditions.push(report);
      return { status: 201, body: conditionView(report, faults) };
    },
  };
}
