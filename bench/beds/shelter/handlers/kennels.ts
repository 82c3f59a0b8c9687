// Kennels.
import { createHash } from 'node:crypto';
import { matchesStrong, matchesWeak } from '../../http.ts';
import { type Call, compareTexts, type Handlers, kennelOf, pageOf, textOf } from '../call.ts';
import { keyOf, occupantsOf } from '../store.ts';
import type { Kennel } from '../things.ts';
import { conflict, created, notFound, Refusal } from '../wire.ts';

const viewOf = ({ store }: Call, kennel: Kennel) => {
  const { code, species, places, features, note } = kennel;
  return { code, species, places, features, note, occupied: occupantsOf(store, kennel).length };
};

function tagOf(call: Call, kennel: Kennel): string {
  const { occupied, ...own } = viewOf(call, kennel);
  const shown = call.has('tag-without-occupied') ? own : { ...own, occupied };
  return `"${createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 20)}"`;
}

function requireKennel(call: Call): Kennel {
  const kennel = kennelOf(call, textOf(call, 'code') ?? '');
  if (kennel === undefined) throw notFound('kennel');
  return kennel;
}

function requireMatch(call: Call, kennel: Kennel | undefined): void {
  const match = textOf(call, 'If-Match');
  if (match !== undefined && (kennel === undefined || !matchesStrong(match, tagOf(call, kennel))))
    throw new Refusal(412, 'The kennel is not as the caller knows it.');
}

function isListed(call: Call, kennel: Kennel): boolean {
  const species = call.parameters.get('species');
  const free = call.parameters.get('free');
  const places = kennel.places - occupantsOf(call.store, kennel).length;
  const isFree = call.has('free-with-full') && free === true ? places >= 0 : places > 0;
  return (species === undefined || kennel.species === species) && (free === undefined || isFree === free);
}

function changed(call: Call, kennel: Kennel, input: Omit<Kennel, 'shelter' | 'code'>): void {
  const occupants = occupantsOf(call.store, kennel).length;
  if (occupants > 0 && input.species !== kennel.species)
    throw conflict('The species cannot change while animals are in the kennel.', 'species');
  if (input.places < occupants) throw conflict('The kennel has more animals than that.', 'places');
  Object.assign(kennel, input);
}

export const kennels: Handlers = {
  listKennels: (call) => {
    const own = [...call.store.kennels.values()].filter((kennel) => kennel.shelter === call.shelter && isListed(call, kennel));
    const sorted = own.toSorted((a, b) => compareTexts(a.code, b.code));
    return pageOf(
      call,
      sorted.map((kennel) => viewOf(call, kennel)),
    );
  },
  getKennel: (call) => {
    const kennel = requireKennel(call);
    const etag = tagOf(call, kennel);
    const known = textOf(call, 'If-None-Match');
    if (known !== undefined && matchesWeak(known, etag)) return { status: 304, headers: { etag } };
    return { status: 200, body: viewOf(call, kennel), headers: { etag } };
  },
  putKennel: (call) => {
    const code = textOf(call, 'code') ?? '';
    const { shelter, store, body, has } = call;
    const before = kennelOf(call, code);
    requireMatch(call, before);
    if (textOf(call, 'If-None-Match') === '*' && before !== undefined && !has('only-new-ignored'))
      throw new Refusal(412, 'There is a kennel with this code already.');
    const { features = [], note = null, ...rest } = body;
    const input = { ...rest, features, note } as Omit<Kennel, 'shelter' | 'code'>;
    if (before !== undefined) {
      changed(call, before, input);
      return { status: 200, body: viewOf(call, before), headers: { etag: tagOf(call, before) } };
    }
    const kennel: Kennel = { shelter, code, ...input };
    store.kennels.set(keyOf(shelter, code), kennel);
    return created(`/kennels/${code}`, { etag: tagOf(call, kennel) });
  },
  deleteKennel: (call) => {
    const kennel = requireKennel(call);
    requireMatch(call, kennel);
    if (occupantsOf(call.store, kennel).length > 0) throw conflict('There are animals in the kennel.');
    call.store.kennels.delete(keyOf(kennel.shelter, kennel.code));
    return { status: 204 };
  },
};
