// The probes of all faults of the shelters.
import type { Got, Send } from '../client.ts';
import { etag, header, type Item, itemsOf, joined, location, of, type Probes } from '../probes.ts';

type ShelterProbes = Probes<Readonly<Record<'lindenhof' | 'northgate', Send>>>;

type Fields = Readonly<Record<string, string | number | boolean>>;

const FORM = 'application/x-www-form-urlencoded';

const form = (send: Send, path: string, fields: Fields): Promise<Got> => {
  const raw = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
  return send('POST', path, { raw, type: FORM });
};

const post = (send: Send, path: string, body: object): Promise<Got> => send('POST', path, { body });
const patch = (send: Send, id: number, body: object): Promise<Got> => send('PATCH', `/animals/${id}`, { body });
const put = (send: Send, code: string, more: object = {}, headers = {}): Promise<Got> =>
  send('PUT', `/kennels/${code}`, { body: { species: 'dog', places: 2, ...more }, headers });

const ADOPTER = {
  name: 'Ada Brook',
  email: 'ada@example.org',
  address: { street: 'A', postcode: '12345', city: 'B', country: 'DE' },
  household: { adults: 1, children: 0, garden: false },
};
const adopter = (send: Send, more: object): Promise<Got> => post(send, '/adopters', { ...ADOPTER, ...more });

const VISIT = { at: 1767600000, vet: 'Dr. Amsel', kind: 'checkup', outcome: 'fit' };
const visit = (send: Send, animal: number, more: object): Promise<Got> => post(send, `/animals/${animal}/visits`, { ...VISIT, ...more });

const idOf = (path: string): number => Number(path.split('/').at(-1));

/** An animal that can be adopted, and an adopter. */
async function readyPair(send: Send, more: Fields = {}): Promise<{ readonly animal: number; readonly adopter: number }> {
  const animal = idOf(location(await form(send, '/animals', { name: 'Flocke', species: 'small', sex: 'female', ...more })));
  await visit(send, animal, {});
  return { animal, adopter: idOf(location(await adopter(send, { email: `of.${animal}@example.org` }))) };
}

/** The path of a new adoption. */
const adoption = async (send: Send, more: Fields = {}, ofAnimal: Fields = {}): Promise<string> =>
  location(await form(send, '/adoptions', { ...(await readyPair(send, ofAnimal)), fee: 500, ...more }));

/** Takes steps of an adoption, and gives the answer to the last one. */
async function steps(send: Send, path: string, ...names: readonly string[]): Promise<Got> {
  let got = await send('GET', path);
  for (const step of names) got = await post(send, `${path}/steps`, { step, ...(step === 'return' ? { note: 'Allergy' } : {}) });
  return got;
}

const read = async (send: Send, path: string): Promise<Item> => of(await send('GET', path));
const moved = async (send: Send, moves: readonly object[]): Promise<readonly Item[]> =>
  of(await post(send, '/animals/moves', { moves })).results as readonly Item[];
const refused = (got: Got, status: number, field?: string): boolean => got.status === status && of(got).field === field;

const values: ShelterProbes = {
  'animal-name-41': async ({ lindenhof }) => {
    const named = (length: number): Promise<Got> =>
      form(lindenhof, '/animals', { name: 'é'.repeat(length), species: 'small', sex: 'male' });
    return (await named(40)).status === 201 && refused(await named(41), 422, 'name');
  },
  'chip-open-end': async ({ lindenhof }) =>
    (await patch(lindenhof, 2, { chip: '276098106234512' })).status === 200 &&
    refused(await patch(lindenhof, 2, { chip: '2760981062345123' }), 422, 'chip'),
  'reference-email-any': async ({ lindenhof }) =>
    refused(await adopter(lindenhof, { references: [{ name: 'A', email: 'nowhere' }] }), 422, 'references.0.email'),
  'feature-quiet-refused': async ({ lindenhof }) => (await put(lindenhof, 'Q-1', { features: ['quiet'] })).status === 201,
  'animal-note-null-refused': async ({ lindenhof }) => {
    const got = await patch(lindenhof, 2, { note: null });
    return got.status === 200 && of(got).note === null;
  },
  'address-unknown-member': async ({ lindenhof }) =>
    refused(await adopter(lindenhof, { address: { ...ADOPTER.address, floor: 3 } }), 422, 'address.floor'),
  'doses-of-61': async ({ lindenhof }) => {
    const given = (doses: number): Promise<Got> => visit(lindenhof, 1, { medication: [{ name: 'A', doses }] });
    return (await given(60)).status === 201 && refused(await given(61), 422, 'medication.0.doses');
  },
  'kennel-code-small': async ({ lindenhof }) => (await put(lindenhof, 'q-1')).status === 400,
  'limit-over-100': async ({ lindenhof }) =>
    (await lindenhof('GET', '/animals?limit=100')).status === 200 && (await lindenhof('GET', '/animals?limit=101')).status === 400,
  'dry-run-any': async ({ lindenhof }) => {
    const sent = { body: { moves: [{ animal: 1, kennel: null }] }, headers: { 'x-dry-run': 'yes' } };
    return (await lindenhof('POST', '/animals/moves', sent)).status === 400;
  },
  'donation-as-json': async ({ lindenhof }) => (await post(lindenhof, '/donations', { amount: 100 })).status === 415,
};

/** The animal of an adoption. */
const adopted = async (send: Send, path: string): Promise<Item> => read(send, `/animals/${(await read(send, path)).animal}`);

const sequences: ShelterProbes = {
  'returned-stays-adopted': async ({ lindenhof }) => {
    const path = await adoption(lindenhof);
    const got = of(await steps(lindenhof, path, 'approve', 'handover', 'return'));
    return got.state === 'returned' && (await adopted(lindenhof, path)).status === 'intake';
  },
  'approve-uninspected': async ({ lindenhof }) => {
    const path = await adoption(lindenhof, { homeVisit: true });
    return (
      refused(await steps(lindenhof, path, 'approve'), 409) && of(await steps(lindenhof, path, 'inspect', 'approve')).state === 'approved'
    );
  },
  'handover-keeps-kennel': async ({ lindenhof }) => {
    await put(lindenhof, 'S-1', { species: 'small' });
    const path = await adoption(lindenhof, {}, { kennel: 'S-1' });
    await steps(lindenhof, path, 'approve', 'handover');
    const { status, kennel } = await adopted(lindenhof, path);
    return status === 'adopted' && kennel === null && (await read(lindenhof, '/kennels/S-1')).occupied === 0;
  },
  'unfit-keeps-adoption': async ({ lindenhof }) => {
    const path = await adoption(lindenhof);
    await visit(lindenhof, Number((await read(lindenhof, path)).animal), { outcome: 'unfit' });
    return (await read(lindenhof, path)).state === 'withdrawn' && (await adopted(lindenhof, path)).status === 'intake';
  },
  'return-without-note': async ({ lindenhof }) => {
    const path = await adoption(lindenhof);
    await steps(lindenhof, path, 'approve', 'handover');
    return refused(await post(lindenhof, `${path}/steps`, { step: 'return' }), 422, 'note');
  },
  'history-newest-only': async ({ lindenhof }) => {
    const { history } = of(await steps(lindenhof, await adoption(lindenhof), 'approve', 'withdraw'));
    return joined(history as readonly Item[], 'step') === 'approve,withdraw';
  },
};

const photo = (send: Send, caption?: string): Promise<Got> => {
  const data = new FormData();
  data.append('file', new Blob([new Uint8Array([255, 216, 255])], { type: 'image/jpeg' }), 'a.jpg');
  if (caption !== undefined) data.append('caption', caption);
  return send('POST', '/animals/1/photos', { form: data });
};

const rich: ShelterProbes = {
  'caption-in-code-units': async ({ lindenhof }) => {
    const got = await photo(lindenhof, '🐾'.repeat(120));
    return got.status === 201 && of(got).caption === '🐾'.repeat(120) && refused(await photo(lindenhof, '🐾'.repeat(121)), 422, 'caption');
  },
  'empty-traits-ignored': async ({ lindenhof }) => String(of(await patch(lindenhof, 1, { traits: [] })).traits) === '',
  'bare-donor-empty': async ({ lindenhof }) => {
    const { donor, animal, purpose } = await read(lindenhof, location(await form(lindenhof, '/donations', { amount: 100 })));
    return donor === null && animal === null && purpose === 'any';
  },
  'amount-32-bits': async ({ lindenhof }) => {
    const path = location(await form(lindenhof, '/donations', { amount: 9_000_000_000, animal: 4 }));
    return (await read(lindenhof, path)).amount === 9_000_000_000 && (await read(lindenhof, '/animals/4')).donated === 9_000_000_000;
  },
};

const answers: ShelterProbes = {
  'unfit-location': async ({ lindenhof }) => {
    const made = await visit(lindenhof, 3, { outcome: 'unfit' });
    return made.status === 201 && (await read(lindenhof, location(made))).outcome === 'unfit';
  },
  'refused-without-reason': async ({ lindenhof }) => {
    const results = await moved(lindenhof, [
      { animal: 3, kennel: 'D-2' },
      { animal: 2, kennel: 'D-2' },
    ]);
    return joined(results, 'outcome') === 'refused,moved' && results[0]?.reason === 'wrong-species';
  },
  'empty-export-plain': async ({ lindenhof }) => {
    const got = await lindenhof('GET', '/donations/export?from=1&to=1');
    const isCsv = header(got, 'content-type')?.startsWith('text/csv') === true;
    return isCsv && got.bytes.toString() === 'receipt,receivedAt,amount,purpose,animal,donor\r\n';
  },
  'only-new-ignored': async ({ lindenhof }) => {
    const once = { 'if-none-match': '*' };
    return (await put(lindenhof, 'Q-2', {}, once)).status === 201 && (await put(lindenhof, 'Q-2', {}, once)).status === 412;
  },
  'tag-without-occupied': async ({ lindenhof }) => {
    const before = await lindenhof('GET', '/kennels/D-2');
    await moved(lindenhof, [{ animal: 1, kennel: 'D-2' }]);
    const after = await lindenhof('GET', '/kennels/D-2', { headers: { 'if-none-match': etag(before) } });
    return after.status === 200 && etag(after) !== etag(before);
  },
};

const lists: ShelterProbes = {
  'total-of-all': async ({ lindenhof }) => {
    const got = await lindenhof('GET', '/animals?species=bird&limit=1');
    return of(got).total === 1 && itemsOf(got).length === 1;
  },
  'names-by-case': async ({ lindenhof }) =>
    joined(itemsOf(await lindenhof('GET', '/animals?sort=name&species=dog')), 'name') === 'apollo,Biscuit,Rex',
  'species-first-only': async ({ lindenhof }) =>
    joined(itemsOf(await lindenhof('GET', '/animals?species=bird&species=cat&sort=-id')), 'id') === '5,4,3',
  'free-with-full': async ({ lindenhof }) => {
    await put(lindenhof, 'F-1', { species: 'small', places: 1 });
    await put(lindenhof, 'F-2', { species: 'small', places: 1 });
    await form(lindenhof, '/animals', { name: 'Nuss', species: 'small', sex: 'male', kennel: 'F-1' });
    const [free, full] = [await lindenhof('GET', '/kennels?free=true'), await lindenhof('GET', '/kennels?free=false')];
    const lists = (got: Got, code: string): boolean => itemsOf(got).some((kennel) => kennel.code === code);
    return lists(full, 'F-1') && !lists(full, 'F-2') && lists(free, 'F-2') && !lists(free, 'F-1');
  },
};

const callers: ShelterProbes = {
  'visits-of-all': async ({ lindenhof, northgate }) =>
    (await northgate('GET', '/animals/7/visits/1')).status === 200 && (await lindenhof('GET', '/animals/7/visits/1')).status === 404,
  'adoption-at-once': async ({ lindenhof }) => {
    const pair = await readyPair(lindenhof);
    const got = await Promise.all([0, 500].map((fee) => form(lindenhof, '/adoptions', { ...pair, fee })));
    return (
      got
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
        .join() === '201,409'
    );
  },
};

export const probes: ShelterProbes = { ...values, ...sequences, ...rich, ...answers, ...lists, ...callers };
