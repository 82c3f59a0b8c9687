// What the museum shows of its things.

import { without } from '../members.ts';
import { daysOf } from './days.ts';
import type { Faults } from './handlers/call.ts';
import { freeIn, isFitToTravel, latestOf, premiumOf, statusOf } from './rules.ts';
import type { Museum } from './store.ts';
import type { Condition, Exhibition, Item, Loan, Place, Role } from './things.ts';

/** Who reads, and where. */
export interface Viewer {
  readonly museum: Museum;
  readonly role: Role;
}

function acquisitionOf({ acquisition }: Item, role: Role, faults: Faults): object {
  return role === 'registrar' || faults.has('assistants-see-prices') ? acquisition : without(acquisition, 'price');
}

export function objectView({ museum, role }: Viewer, item: Item, faults: Faults): object {
  const { movements, conditions: _, valuation, otherTitles, ...kept } = item;
  const titles = faults.has('no-other-titles-left-out') && otherTitles.length === 0 ? {} : { otherTitles };
  const view = {
    ...kept,
    ...titles,
    acquisition: acquisitionOf(item, role, faults),
    status: statusOf(museum, item),
    condition: latestOf(item, faults)?.grade ?? (faults.has('unknown-condition-as-text') ? 'unknown' : null),
    fitToTravel: isFitToTravel(item, faults),
    movementCount: movements.length,
  };
  return role === 'registrar' ? { ...view, valuation } : view;
}

export function conditionView(report: Condition, faults: Faults): object {
  const severities = report.damages.map(({ severity }) => severity);
  const worst = faults.has('first-damage-is-worst') ? (severities[0] ?? 0) : Math.max(0, ...severities);
  return { ...report, worst };
}

export function locationView(museum: Museum, place: Place, faults: Faults): object {
  const objectCount = museum.objectsIn(place.code).length;
  const free = faults.has('free-below-zero') ? place.capacity - objectCount : freeIn(museum, place);
  return { ...place, climate: place.climate ?? null, objectCount, free };
}

const insuredTotalOf = (museum: Museum, { exhibits }: Exhibition): number =>
  exhibits.reduce((sum, { accession }) => sum + (museum.objects.get(accession)?.valuation?.value ?? 0), 0);

export function exhibitionView({ museum, role }: Viewer, exhibition: Exhibition, faults: Faults): object {
  const { groups, exhibits, ...kept } = exhibition;
  const view = {
    ...kept,
    days: daysOf(exhibition.opensOn, exhibition.closesOn) - (faults.has('last-day-not-counted') ? 1 : 0),
    exhibits: exhibits.map((one, index) => ({ position: index + 1, ...one })),
    booked: faults.has('booked-counts-groups') ? groups.length : groups.reduce((sum, { people }) => sum + people, 0),
  };
  const isShown = role === 'registrar' || faults.has('assistants-see-insured-total');
  return isShown ? { ...view, insuredTotal: insuredTotalOf(museum, exhibition) } : view;
}

export function loanView(loan: Loan, faults: Faults): object {
  const { until, returnedOn } = loan;
  const late = returnedOn === null ? null : daysOf(until, returnedOn) - 1;
  const daysLate = late === null ? null : faults.has('early-loans-are-late') ? Math.abs(late) : Math.max(0, late);
  return { ...loan, days: daysOf(loan.from, until), premium: premiumOf(loan, faults), daysLate };
}
