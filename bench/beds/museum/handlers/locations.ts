// Stores, galleries and workshops.
import { matchesWeak } from '../../http.ts';
import { byText } from '../../texts.ts';
import { currentExhibitions, freeIn } from '../rules.ts';
import type { Museum, Store } from '../store.ts';
import type { LocationInput, Place } from '../things.ts';
import { locationView } from '../views.ts';
import { allow, check, Refusal } from '../wire.ts';
import { type Call, type Faults, type Handlers, read, requireTag, tagged, thing } from './call.ts';
import { listed } from './lists.ts';

interface LocationQuery {
  readonly kind?: string;
  readonly minFree?: number;
}

function checkLocation({ kind, lux, climate }: LocationInput, faults: Faults): void {
  check(kind !== 'gallery' || lux !== null || faults.has('gallery-without-lux'), 'lux', 'is needed for a gallery');
  if (climate === null || climate === undefined) return;
  const { temperature, humidity } = climate;
  check(temperature.min <= temperature.max, 'climate.temperature.min', 'must not be above the highest');
  check(humidity.min <= humidity.max || faults.has('humidity-backwards'), 'climate.humidity.min', 'must not be above the highest');
}

/** Refuses a write under conditions that do not hold. */
function requireConditions(call: Call, known: Place | undefined, faults: Faults): void {
  const none = call.header('if-none-match');
  const changed = new Refusal(412, 'The code is taken, or free, or the location has changed.');
  if (known === undefined) {
    if (call.header('if-match') !== undefined) throw changed;
    return;
  }
  const view = locationView(call.museum, known, faults);
  const isTaken = none !== undefined && matchesWeak(none, tagged(200, view).headers?.etag ?? '');
  if (isTaken && !faults.has('only-create-replaces')) throw changed;
  requireTag(call, view);
}

function requireUnused(museum: Museum, { code }: Place, faults: Faults): void {
  allow(museum.objectsIn(code).length === 0, 'Objects are there.');
  const isHome = [...museum.objects.values()].some(({ home, deaccession }) => home === code && deaccession === null);
  allow(!isHome || faults.has('homes-can-be-given-up'), 'It is the home of an object.');
  const isRoom = currentExhibitions(museum).some(({ rooms }) => rooms.includes(code));
  allow(!isRoom || faults.has('rooms-can-be-given-up'), 'It is a room of an exhibition.');
}

export function locations(_store: Store, faults: Faults): Handlers {
  const found = (call: Call): Place => thing(call, call.museum.locations, 'code');
  const view = (call: Call, place: Place): object => locationView(call.museum, place, faults);

  function isListed({ museum }: Call, place: Place, { kind, minFree = 0 }: LocationQuery): boolean {
    const free = freeIn(museum, place);
    return (
      (kind === undefined || place.kind === kind) && (faults.has('more-free-than-asked') && minFree > 0 ? free > minFree : free >= minFree)
    );
  }

  return {
    listLocations: (call) => {
      const query = call.query<LocationQuery>();
      const all = [...call.museum.locations.values()].filter((place) => isListed(call, place, query));
      const inOrder = all.toSorted((a, b) => byText(a.code, b.code));
      return listed(call, inOrder, (place) => view(call, place), faults);
    },

    getLocation: (call) => read(call, view(call, found(call)), faults),

    saveLocation: (call) => {
      const { museum } = call;
      const code = call.id('code');
      const known = museum.locations.get(code);
      requireConditions(call, known, faults);
      const input = call.input<LocationInput>();
      checkLocation(input, faults);
      const { length } = museum.objectsIn(code);
      const isSameKind = known === undefined || length === 0 || known.kind === input.kind;
      allow(isSameKind || faults.has('kind-changes-under-objects'), 'Objects are there, so the kind stays.');
      allow(input.capacity >= length || faults.has('capacity-below-objects'), 'More objects are there.');
      const place = faults.has('left-out-members-stay')
        ? { ...known, ...input, maxHeight: input.maxHeight ?? known?.maxHeight ?? null }
        : input;
      museum.locations.set(code, { code, ...place });
      const isNew = known === undefined && !faults.has('new-location-as-200');
      return tagged(isNew ? 201 : 200, view(call, found(call)));
    },

    deleteLocation: (call) => {
      const place = found(call);
      if (!faults.has('delete-without-tag')) requireTag(call, view(call, place));
      requireUnused(call.museum, place, faults);
      call.museum.locations.delete(place.code);
      return { status: 204 };
    },
  };
}
