// Studios and their rooms.
import { contains, isSameText } from '../../texts.ts';
import { type Chain, lockersOf, newId, roomsOf, scheduledIn } from '../store.ts';
import type { Faults, NewRoom, NewStudio, Room, Studio } from '../things.ts';
import { tagged, viewsWith } from '../views.ts';
import { conflict, created, deleted, ok, tagOf, unfit } from '../wire.ts';
import { found, merged, type Part, readTagged, requireMatch } from './call.ts';
import { type Paging, pageOf, sortedBy } from './lists.ts';

interface Filters extends Paging {
  readonly q?: string;
  readonly city?: string;
  readonly amenities?: readonly string[];
  readonly sort?: string;
}

const SORTS = { name: ({ name }: Studio) => name, lockerCount: ({ lockerCount }: Studio) => lockerCount };

function fits({ name, address, amenities }: Studio, filters: Filters, faults: Faults): boolean {
  const has = (one: string): boolean => amenities.includes(one);
  const wanted = filters.amenities ?? [];
  const q = filters.q ?? '';
  return (
    (faults.has('studio-search-by-case') ? name.includes(q) : contains(name, q)) &&
    (filters.city === undefined || address.city === filters.city) &&
    (wanted.length === 0 || (faults.has('amenities-any-of-them') ? wanted.some(has) : wanted.every(has)))
  );
}

function requireHours({ openingHours = [] }: { readonly openingHours?: NewStudio['openingHours'] }): void {
  if (new Set(openingHours.map(({ day }) => day)).size < openingHours.length) throw unfit('openingHours', 'has a day twice');
  if (openingHours.some(({ opens, closes }) => opens >= closes)) throw unfit('openingHours', 'has a day that ends before it begins');
}

/** A new studio as it is kept. */
function keptOf(input: NewStudio, faults: Faults): NewStudio {
  const { coordinates } = input;
  const isLost = faults.has('coordinates-of-zero-lost') && (!coordinates?.latitude || !coordinates.longitude);
  const tags = Object.entries(input.tags).map(([name, value]) => [
    faults.has('tag-names-in-lower-case') ? name.toLowerCase() : name,
    value,
  ]);
  return { ...input, coordinates: isLost ? null : (coordinates ?? null), tags: Object.fromEntries(tags) as Record<string, string> };
}

function requireDeletable(chain: Chain, { id }: Studio, rooms: readonly Room[]): void {
  const isScheduled = rooms.some((room) => scheduledIn(chain, 'roomId', room.id).length > 0);
  if (isScheduled) throw conflict('A session is scheduled in one of its rooms.');
  if (lockersOf(chain, id).length > 0) throw conflict('A member has one of its lockers.');
}

/** The patch of a studio, applied. */
function patched(studio: Studio, patch: Partial<NewStudio>, faults: Faults): Studio {
  const after = merged(studio, patch);
  return faults.has('address-replaced-by-patch') && patch.address !== undefined ? { ...after, address: patch.address } : after;
}

export const studios: Part = (faults) => {
  const views = viewsWith(faults);
  return {
    listStudios: ({ chain, given }) => {
      const filters = given<Filters>();
      const all = [...chain.studios.values()].filter((one) => fits(one, filters, faults));
      const show = (one: Studio) => {
        const { rooms, ...shown } = views.studio(chain, one);
        return faults.has('rooms-missing-in-list') ? shown : { ...shown, rooms };
      };
      return pageOf('studios', sortedBy(all, filters.sort, SORTS), filters, show, faults);
    },
    createStudio: ({ chain, input }) => {
      const body = input<NewStudio>();
      requireHours(body);
      if ([...chain.studios.values()].some(({ code }) => code === body.code)) throw conflict('The code is taken.');
      const now = chain.clock.now();
      const studio = { id: newId(), ...keptOf(body, faults), createdAt: now, updatedAt: now };
      chain.studios.set(studio.id, studio);
      return tagged(created(views.studio(chain, studio), `/studios/${studio.id}`));
    },
    getStudio: (call) => readTagged(call, views.studio(call.chain, found(call.chain.studios, call.path('studioId')))),
    updateStudio: (call) => {
      const { chain, path, input } = call;
      const studio = found(chain.studios, path('studioId'));
      requireMatch(call, tagOf(views.studio(chain, studio)));
      const patch = input<Partial<NewStudio>>();
      requireHours(patch);
      const after = { ...patched(studio, patch, faults), updatedAt: chain.clock.now() };
      if (Object.keys(after.tags).length > 5) throw unfit('tags', 'has more than five labels');
      if (Math.max(0, ...lockersOf(chain, studio.id)) > after.lockerCount) throw conflict('A member has a locker with a higher number.');
      chain.studios.set(studio.id, after);
      return tagged(ok(views.studio(chain, after)));
    },
    deleteStudio: (call) => {
      const { chain, path } = call;
      const studio = found(chain.studios, path('studioId'));
      if (!faults.has('studio-deleted-without-match')) requireMatch(call, tagOf(views.studio(chain, studio)));
      const rooms = roomsOf(chain, studio.id);
      requireDeletable(chain, studio, rooms);
      if (!faults.has('rooms-outlive-studio')) for (const { id } of rooms) chain.rooms.delete(id);
      chain.studios.delete(studio.id);
      return deleted;
    },
  };
};

export const rooms: Part = (faults) => {
  const views = viewsWith(faults);
  const isSame = (a: string, b: string): boolean => (faults.has('room-names-by-case') ? a === b : isSameText(a, b));
  return {
    createRoom: ({ chain, path, input }) => {
      const { id: studioId } = found(chain.studios, path('studioId'));
      const body = input<NewRoom>();
      const others = faults.has('room-names-unique-in-chain') ? [...chain.rooms.values()] : roomsOf(chain, studioId);
      if (others.some(({ name }) => isSame(name, body.name))) throw conflict('The studio has a room with this name.');
      const room = { id: newId(), studioId, ...body, createdAt: chain.clock.now() };
      chain.rooms.set(room.id, room);
      if (faults.has('room-without-location')) return { status: 201, body: views.room(room) };
      return created(views.room(room), `/rooms/${room.id}`);
    },
    getRoom: ({ chain, path }) => ok(views.room(found(chain.rooms, path('roomId')))),
  };
};
