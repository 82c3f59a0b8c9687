// The photo and the repairs of a bike.
import { createHash } from 'node:crypto';
import { millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { compare } from '../../texts.ts';
import type { BikeRecord } from '../store.ts';
import type { Repair } from '../things.ts';
import { conflict, Refusal } from '../wire.ts';
import { type Call, type Faults, type Part, requireThing } from './call.ts';

const requireBike = ({ company, id }: Call): BikeRecord => requireThing(company, company.bikes, id('plate'));

function requirePhoto({ photo }: BikeRecord): NonNullable<BikeRecord['photo']> {
  if (photo === undefined) throw new Refusal(404, 'The bike has no photo.');
  return photo;
}

function putPhoto(call: Call, faults: Faults): Reply {
  const record = requireBike(call);
  const { bytes, type } = call.upload();
  if (bytes.length === 0 && !faults.has('photo-empty')) throw new Refusal(400, 'There are no bytes.');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const look = { contentType: type, size: faults.has('photo-size-in-kilobytes') ? Math.ceil(bytes.length / 1024) : bytes.length, sha256 };
  const isNew = record.photo === undefined;
  const isKept = !isNew && faults.has('photo-put-keeps-first');
  if (!isKept) record.photo = { look, bytes: faults.has('photo-bytes-as-text') ? Buffer.from(bytes.toString()) : bytes };
  return { status: isNew ? 201 : 200, body: look };
}

const keptRepair = (given: Repair, faults: Faults): Repair => ({
  ...given,
  startedAt: faults.has('repair-offset-lost') ? new Date(millisecondsOf(given.startedAt)).toISOString() : given.startedAt,
  summary: faults.has('repair-summary-newlines') ? given.summary.replaceAll('\r\n', '\n') : given.summary,
  parts: faults.has('repair-parts-sorted') ? given.parts.toSorted((a, b) => compare(a.name, b.name)) : given.parts,
});

export const extras: Part = (store, faults) => ({
  getPhoto: (call) => {
    const { company, id } = call;
    const isWide = faults.has('photo-of-other-company') && !company.bikes.has(id('plate'));
    const others = [...store.companies.values()].flatMap(({ bikes }) => bikes.get(id('plate')) ?? []);
    const { look, bytes } = requirePhoto((isWide ? others[0] : undefined) ?? requireBike(call));
    return { status: 200, content: bytes, type: faults.has('photo-always-jpeg') ? 'image/jpeg' : look.contentType };
  },

  putPhoto: (call) => putPhoto(call, faults),

  deletePhoto: (call) => {
    const record = requireBike(call);
    requirePhoto(record);
    if (!faults.has('photo-stays')) delete record.photo;
    return { status: 204 };
  },

  listRepairs: (call) => {
    const { repairs } = requireBike(call);
    const byText = (a: Repair, b: Repair): number => compare(b.startedAt, a.startedAt);
    const byTime = (a: Repair, b: Repair): number => millisecondsOf(b.startedAt) - millisecondsOf(a.startedAt);
    const order = repairs.toSorted(faults.has('repairs-by-text') ? byText : byTime);
    const shown = faults.has('repairs-oldest-first') ? order.toReversed() : order;
    const look = (repair: Repair): object =>
      faults.has('repair-without-parts-left-out') && repair.parts.length === 0 ? { ...repair, parts: undefined } : repair;
    return { status: 200, body: shown.map(look) };
  },

  addRepair: (call) => {
    const record = requireBike(call);
    const given = call.input<Repair>();
    if (record.value.status === 'retired' && !faults.has('repair-of-retired')) throw conflict('The bike is retired.');
    const repair: Repair = { ...keptRepair(given, faults), id: store.id(), createdAt: store.now() };
    record.repairs.push(repair);
    const repairCount = record.repairs.length;
    if (!faults.has('bike-repair-count-stale')) record.value = { ...record.value, repairCount, updatedAt: store.now() };
    if (!faults.has('bike-etag-stays-when-repaired')) record.etag = store.etag();
    const body = faults.has('repair-cost-number') ? { ...repair, cost: Number(repair.cost) } : repair;
    return { status: 201, body };
  },
});
