// The bodies of requests, as the document describes them.
import * as is from './checks.ts';
import type { Has } from './things.ts';

const LARGEST_ID = 2_147_483_647;
const id = is.whole(1, LARGEST_ID);

const must = (check: is.Check): is.Member => ({ check, required: true });
const may = (check: is.Check, fallback: unknown = null): is.Member => ({ check: fallback === null ? is.nullable(check) : check, fallback });
/** An optional member that stays left out. */
const bare = (check: is.Check): is.Member => ({ check });

const collection = (has: Has): is.Members => ({
  code: must(is.matching(has('code-not-anchored') ? /^[A-Z]{2,4}\/[0-9]{1,4}/ : /^[A-Z]{2,4}\/[0-9]{1,4}$/)),
  title: must(is.text(1, 120, has('title-in-bytes') ? is.inBytes : is.inCharacters)),
  level: must(is.oneOf('fonds', 'series', 'papers', 'register')),
  description: may(is.text(0, 2000)),
  year_from: must(is.whole(1000, 2100)),
  year_to: may(is.whole(1000, 2100)),
  languages: may(is.list(0, 8, is.matching(/^[a-z]{2,3}$/)), []),
  website: may(is.all(is.text(0, 200), is.uri)),
});

const box = (has: Has): is.Members => ({
  label: must(is.matching(/^[A-Z][0-9]{1,3}$/)),
  shelf: must(
    is.object({
      room: must(is.oneOf('basement', 'tower', 'annex')),
      bay: must(is.whole(1, has('bay-sixty') ? 59 : 60)),
      level: must(is.whole(1, 9)),
    }),
  ),
  capacity: must(is.whole(1, 200)),
  height_cm: may(is.inSteps(0.5, 60, 2)),
});

export const KINDS = ['letter', 'map', 'photograph', 'ledger', 'film'] as const;

const item = (has: Has): is.Members => ({
  title: must(is.text(1, 200)),
  kind: must(is.oneOf(...KINDS.filter((kind) => kind !== 'film' || !has('kind-film-refused')))),
  pages: must(is.whole(1, 5000)),
  dated: may(has('dated-no-such-day') ? is.dayForm : is.day),
  tags: may(is.list(0, 10, is.text(1, 30), !has('tags-repeated')), []),
  fragile: may(is.flag, false),
  insured_eur: may(is.inSteps(0, 1_000_000, 100)),
  barcode: may(is.whole(1, Number.MAX_SAFE_INTEGER)),
  writer: may(is.object({ name: must(is.text(1, 80)), born: bare(is.whole(1000, 2100)) })),
});

const restriction = (has: Has): is.Members => ({
  reason: must(is.oneOf('privacy', 'condition', 'donor')),
  until: must(has('until-null-refused') ? is.day : is.nullable(is.day)),
});

const reader = (has: Has): is.Members => ({
  card_number: must(is.matching(/^R-[0-9]{6}$/)),
  name: must(is.text(1, 80, has('name-in-code-units') ? is.inCodeUnits : is.inCharacters)),
  email: must(is.all(is.text(0, 120), is.email)),
  birth_date: may(is.day),
  card_until: may(is.day),
  groups: may(is.list(0, 4, is.oneOf('student', 'scholar', 'family', 'press')), []),
  phone: may(is.matching(/^\+[0-9]{6,15}$/)),
  address: may(
    is.object({
      street: must(is.text(1, 100)),
      city: must(is.text(1, 60)),
      postcode: bare(is.all(is.text(3, 10), is.matching(/^[0-9A-Z][0-9A-Z -]*$/))),
      country: must(is.matching(/^[A-Z]{2}$/)),
    }),
  ),
});

const request: is.Members = {
  item_id: must(id),
  reader_id: must(id),
  reading_day: must(is.day),
  purpose: may(is.text(0, 300)),
};

const move: is.Members = {
  status: must(is.oneOf('fetched', 'reading', 'returned', 'cancelled')),
  note: bare(is.nullable(is.text(0, 500))),
};

const copies = (has: Has): is.Members => ({
  format: must(is.oneOf('pdf', 'tiff', 'paper')),
  pages: must(is.list(1, 50, is.whole(1, 5000))),
  dpi: may(is.whole(100, 1200, has('dpi-in-steps') ? 1 : 50), 300),
  color: may(is.flag, false),
  delivery: must(is.object({ method: must(is.oneOf('email', 'pickup', 'post')), address: bare(is.text(1, 200)) })),
});

const seat: is.Members = {
  reader_id: must(id),
  seat_number: must(is.whole(1, 12)),
  period: must(is.oneOf('morning', 'afternoon', 'whole_day')),
};

export type ShapeName = 'collection' | 'box' | 'item' | 'restriction' | 'reader' | 'request' | 'move' | 'copies' | 'seat';

/** The shapes of all bodies, by name. */
export const shapesOf = (has: Has): Readonly<Record<ShapeName, is.Members>> => ({
  collection: collection(has),
  box: box(has),
  item: item(has),
  restriction: restriction(has),
  reader: reader(has),
  request,
  move,
  copies: copies(has),
  seat,
});
