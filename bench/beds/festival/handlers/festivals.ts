// Festivals and their posters.
import { createHash } from 'node:crypto';
import type { Reply } from '../../http.ts';
import { contains, isSameText } from '../../texts.ts';
import type { Account, FestivalRecord, Store } from '../store.ts';
import type { Festival } from '../things.ts';
import { conflict, notFound, Refusal, unprocessable } from '../wire.ts';
import { type Call, type Faults, type Part, requireFestival, requireLive, requireThing } from './call.ts';
import { ordered, paged } from './lists.ts';
import { checkIfMatch, conditional, festivalLook, placesTaken, withTag } from './looks.ts';
import { endOrder } from './sales.ts';

const DAY = 86_400_000;
const MOST_DAYS = 14;

function checkDays({ startDate, endDate }: Festival, faults: Faults): void {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY + 1;
  if (days < 1 && !faults.has('festival-ends-before-start')) throw unprocessable('#/endDate', 'is before the start');
  const most = MOST_DAYS + (faults.has('festival-fifteen-days') ? 1 : 0) - (faults.has('festival-refuses-fourteen-days') ? 1 : 0);
  if (days > most) throw unprocessable('#/endDate', 'is too late: a festival has at most 14 days');
}

/** Refuses a festival that would be too small or too short for what it has. */
function checkContents(account: Account, { stages, ticketTypes }: FestivalRecord, next: Festival, faults: Faults): void {
  const isSmall = next.capacity < placesTaken(account, next.festivalId) && !faults.has('festival-capacity-below-taken');
  const isBelowStage = [...stages.values()].some(({ value }) => value.capacity > next.capacity);
  const isBelowQuota = [...ticketTypes.values()].some(({ quota }) => quota > next.capacity);
  if (isSmall || isBelowStage || (isBelowQuota && !faults.has('festival-capacity-below-quota'))) throw conflict('The capacity is in use.');
  const starts = [...stages.values()].flatMap(({ slots }) => [...slots.values()].map(({ startTime }) => startTime.slice(0, 10)));
  const isOutside = starts.some((day) => day < next.startDate || day > next.endDate);
  if (isOutside && !faults.has('festival-days-lose-slots')) throw conflict('A slot starts on a day that is left out.');
}

const CLEARED: Readonly<Record<string, unknown>> = { genres: [], minimumAge: 0, labels: {} };
const REQUIRED = ['title', 'city', 'timeZone', 'startDate', 'endDate', 'capacity'];

/** The festival with the members of a mask taken from a body. */
function masked(festival: Festival, body: Readonly<Record<string, unknown>>, mask: readonly string[], faults: Faults): Festival {
  const next: Record<string, unknown> = { ...festival };
  for (const name of faults.has('festival-update-ignores-mask') ? new Set([...mask, ...Object.keys(body)]) : mask) {
    if (name in body) next[name] = body[name];
    else if (REQUIRED.includes(name)) throw unprocessable(`#/${name}`, 'cannot be cleared');
    else if (faults.has('festival-update-clears-nothing')) continue;
    else if (name in CLEARED) next[name] = CLEARED[name];
    else delete next[name];
  }
  if (faults.has('festival-update-resets-age') && !mask.includes('minimumAge')) next.minimumAge = 0;
  return next as unknown as Festival;
}

/** The place, which a fault rounds. */
function placed({ location }: Festival, faults: Faults): Partial<Festival> {
  if (location === undefined || !faults.has('festival-place-rounded')) return {};
  const rounded = (degrees: number): number => Math.round(degrees * 1000) / 1000;
  return { location: { latitude: rounded(location.latitude), longitude: rounded(location.longitude) } };
}

function rich(value: Festival, faults: Faults): Festival {
  const { title, summary, labels } = value;
  return {
    ...value,
    title: faults.has('festival-title-trimmed') ? title.trim() : title,
    ...(summary !== undefined && faults.has('festival-summary-escaped') ? { summary: summary.replaceAll('&', '&amp;') } : {}),
    labels: faults.has('festival-empty-labels-lost') ? Object.fromEntries(Object.entries(labels).filter(([, one]) => one !== '')) : labels,
    ...placed(value, faults),
    genres: faults.has('festival-genres-sorted') ? value.genres.toSorted() : value.genres,
  };
}

interface Filters {
  readonly state?: string;
  readonly city?: string;
  readonly genre?: string;
  readonly startsFrom?: string;
  readonly startsUntil?: string;
  readonly q?: string;
  readonly showDeleted: boolean;
}

/** Whether a festival fits all filters of a list. */
function fits({ value, deleteTime }: FestivalRecord, filters: Filters, faults: Faults): boolean {
  const { state, city, genre, startsFrom, startsUntil, q } = filters;
  const showDeleted = filters.showDeleted || faults.has('festivals-deleted-listed');
  const genres = faults.has('festivals-first-genre-only') ? value.genres.slice(0, 1) : value.genres;
  const isFrom = (day: string): boolean => (faults.has('festivals-starts-from-exclusive') ? value.startDate > day : value.startDate >= day);
  return (
    (deleteTime === undefined || showDeleted) &&
    (state === undefined || value.state === state) &&
    (city === undefined || (faults.has('festivals-city-part') ? contains(value.city, city) : isSameText(value.city, city))) &&
    (genre === undefined || genres.includes(genre)) &&
    (startsFrom === undefined || isFrom(startsFrom)) &&
    (startsUntil === undefined || value.startDate <= startsUntil) &&
    (q === undefined || contains(value.title, q) || (contains(value.summary, q) && !faults.has('festivals-search-title-only')))
  );
}

function putPoster(call: Call, store: Store, faults: Faults): Reply {
  const record = requireLive(call);
  const { bytes, type } = call.upload();
  if (bytes.length === 0) throw new Refusal(400, 'There are no bytes.');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const look = { mediaType: type, sizeBytes: bytes.length, sha256, updateTime: store.now() };
  const isNew = record.poster === undefined;
  record.poster = { look, bytes: faults.has('poster-bytes-as-text') ? Buffer.from(bytes.toString()) : bytes };
  return { status: isNew ? 201 : 200, body: look, headers: { etag: posterTag(record, faults) } };
}

function posterTag({ poster }: FestivalRecord, faults: Faults): string {
  const { mediaType = '', sha256 = '', sizeBytes = 0 } = poster?.look ?? {};
  const covered = faults.has('poster-etag-of-size') ? String(sizeBytes) : `${mediaType} ${sha256}`;
  return `"${createHash('sha256').update(covered).digest('base64url').slice(0, 16)}"`;
}

function cancel({ account }: Call, store: Store, { value: { festivalId } }: FestivalRecord, faults: Faults): void {
  for (const order of account.orders.values()) {
    if (order.festivalId !== festivalId) continue;
    if (order.state === 'reserved') endOrder(store, account, order, { state: 'expired' });
    if (order.state === 'paid' && !faults.has('festival-cancel-keeps-paid'))
      endOrder(store, account, order, { state: 'refunded', refundedMinor: order.totalMinor });
  }
  for (const ticket of account.tickets.values()) {
    if (ticket.festivalId !== festivalId || ticket.state === 'checkedIn') continue;
    const fault = ticket.orderId === undefined ? 'festival-cancel-keeps-given-away' : 'festival-cancel-keeps-paid';
    if (!faults.has(fault)) account.tickets.set(ticket.ticketId, { ...ticket, state: 'void' });
  }
}

export const festivals: Part = (store, faults) => {
  const look = (account: Account, record: FestivalRecord): Readonly<Record<string, unknown>> => festivalLook(account, record, faults);
  const answer = ({ account }: Call, record: FestivalRecord): Reply => withTag(200, look(account, record));

  function setState(record: FestivalRecord, state: Festival['state']): void {
    record.value = { ...record.value, state, updateTime: store.now() };
  }

  return {
    listFestivals: (call) => {
      const filters = call.query<Filters>();
      const found = [...call.account.festivals.values()].filter((record) => fits(record, filters, faults));
      const keys = {
        createTime: ({ createTime }: Festival) => createTime,
        title: ({ title }: Festival) => title,
        startDate: ({ startDate }: Festival) => startDate,
        capacity: ({ capacity }: Festival) => (faults.has('festivals-capacity-as-text') ? String(capacity) : capacity),
      };
      const order = ordered(
        call,
        found.map(({ value }) => value),
        keys,
      );
      const shown = ({ festivalId }: Festival): unknown => look(call.account, requireThing(call.account.festivals, festivalId));
      return paged(call, faults.has('festivals-never-sorted') ? found.map(({ value }) => value) : order, shown, faults, 'festivals');
    },

    createFestival: (call) => {
      const { account } = call;
      const { festivalId } = call.query<{ festivalId: string }>();
      const now = store.now();
      const times = { createTime: now, updateTime: now };
      const value = rich({ ...call.input<Festival>(), festivalId, state: 'draft', ...times }, faults);
      checkDays(value, faults);
      const old = account.festivals.get(festivalId);
      const isFree = old === undefined || (old.deleteTime !== undefined && faults.has('festival-deleted-id-free'));
      if (!isFree && !faults.has('festival-create-replaces')) throw conflict('The id is taken.');
      const record: FestivalRecord = { value, stages: new Map(), ticketTypes: new Map(), waiting: [] };
      account.festivals.set(festivalId, record);
      return withTag(faults.has('festival-created-200') ? 200 : 201, look(account, record), { location: `/festivals/${festivalId}` });
    },

    getFestival: (call) => {
      const { account, id } = call;
      const others = faults.has('festival-of-other-account') ? [...store.accounts.values()] : [];
      const other = others.find(({ festivals: all }) => all.has(id('festivalId')));
      const deleted = faults.has('festival-deleted-shown') ? account.festivals.get(id('festivalId')) : undefined;
      const record = other?.festivals.get(id('festivalId')) ?? deleted ?? requireFestival(call);
      return conditional(call, withTag(200, look(other ?? account, record)), faults, 'festival');
    },

    updateFestival: (call) => {
      const record = requireLive(call);
      if (call.header('if-match') === undefined && !faults.has('festival-update-without-if-match'))
        throw new Refusal(428, 'Send If-Match.');
      checkIfMatch(call, look(call.account, record), faults, 'festival-update-any-if-match');
      const { updateMask } = call.query<{ updateMask: readonly string[] }>();
      const next = masked(record.value, call.input(), updateMask, faults);
      checkDays(next, faults);
      checkContents(call.account, record, next, faults);
      record.value = faults.has('festival-update-time-stale') ? next : { ...next, updateTime: store.now() };
      return answer(call, record);
    },

    deleteFestival: (call) => {
      const record = requireFestival(call);
      checkIfMatch(call, look(call.account, record), faults, 'festival-delete-any-if-match');
      const isTaken = placesTaken(call.account, record.value.festivalId) > 0;
      if (isTaken && !faults.has('festival-delete-with-places')) throw conflict('The festival has tickets.');
      record.deleteTime = store.now();
      return { status: 204 };
    },

    undeleteFestival: (call) => {
      const record = requireThing(call.account.festivals, call.id('festivalId'));
      if (record.deleteTime === undefined && !faults.has('festival-undelete-of-live')) throw conflict('The festival is not deleted.');
      delete record.deleteTime;
      if (faults.has('festival-undelete-makes-draft')) record.value = { ...record.value, state: 'draft' };
      if (faults.has('festival-undelete-loses-stages')) record.stages.clear();
      return answer(call, record);
    },

    publishFestival: (call) => {
      const record = requireLive(call);
      const { value, stages, ticketTypes } = record;
      if (value.state !== 'draft' && !faults.has('festival-publish-twice')) throw conflict('The festival is published already.');
      const isReady = (stages.size > 0 || faults.has('festival-publish-without-stage')) && ticketTypes.size > 0;
      if (!isReady) throw conflict('The festival needs a stage and a ticket type.');
      setState(record, 'published');
      return answer(call, record);
    },

    cancelFestival: (call) => {
      const record = requireLive(call);
      cancel(call, store, record, faults);
      setState(record, 'cancelled');
      return answer(call, record);
    },

    downloadPoster: (call) => {
      const record = requireFestival(call);
      const { poster } = record;
      if (poster === undefined) throw notFound();
      const type = faults.has('poster-type-octets') ? 'application/octet-stream' : poster.look.mediaType;
      const reply: Reply = { status: 200, content: poster.bytes, type, headers: { etag: posterTag(record, faults) } };
      return conditional(call, reply, faults, 'poster');
    },

    uploadPoster: (call) => putPoster(call, store, faults),
  };
};
