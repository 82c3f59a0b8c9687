// Tariffs.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import { isSameText } from '../../texts.ts';
import { pageOf } from '../pages.ts';
import { newId, type Tariff, type TariffData } from '../store.ts';
import { showTariff } from '../views.ts';
import { type Call, changed, conflict, created, type Handlers, invalid, Refusal, required, tagOf } from '../wire.ts';

const find = ({ store, path }: Call): Tariff => required(store.tariffs, path('tariffId'), 'tariff');
const tagged = (call: Call, tariff: Tariff): string => {
  const { activeContracts, ...others } = showTariff({ ...call, has: () => false }, tariff);
  return tagOf(call.has('tariff-tag-without-contracts') ? others : { ...others, activeContracts });
};

function replyOf(call: Call, tariff: Tariff): Reply {
  return { status: 200, body: showTariff(call, tariff), headers: { etag: tagged(call, tariff) } };
}

function list(call: Call): Reply {
  const { store, query, has } = call;
  const { state, energy, validOn } = query as { state?: string; energy?: string; validOn?: string };
  const isValid = ({ validFrom, validTo }: Tariff): boolean => {
    if (validOn === undefined) return true;
    const isBefore =
      validTo === null ? !has('valid-on-without-open-end') : has('valid-on-before-last-day') ? validOn < validTo : validOn <= validTo;
    return validFrom <= validOn && isBefore;
  };
  const all = [...store.tariffs.values()];
  const things = all.filter(
    (one) => (state === undefined || one.state === state) && (energy === undefined || one.energy === energy) && isValid(one),
  );
  return pageOf(call, { things, show: showTariff, keys: { name: ({ name }) => name, validFrom: ({ validFrom }) => validFrom } });
}

function checkBands({ has }: Call, { bands }: TariffData): void {
  const limits = bands.map(({ upToKwh }) => upToKwh);
  const inner = limits.slice(0, -1);
  if (limits.at(-1) !== null && !has('last-band-with-limit')) throw invalid({ target: 'bands', message: 'The last band has no limit.' });
  if (inner.includes(null)) throw invalid({ target: 'bands', message: 'Only the last band has no limit.' });
  const rises = inner.every((limit, index) => {
    const before = Number(inner[index - 1] ?? 0);
    return has('equal-band-limits') ? Number(limit) >= before : Number(limit) > before;
  });
  if (!rises) throw invalid({ target: 'bands', message: 'The limits rise from band to band.' });
}

function checkRules(call: Call, data: TariffData, id?: string): void {
  const { store, has } = call;
  checkBands(call, data);
  const { validFrom, validTo } = data;
  if (validTo !== null && (validTo < validFrom || (has('validity-of-one-day-refused') && validTo === validFrom)))
    throw invalid({ target: 'validTo', message: 'The last day comes before the first.' });
  const others = [...store.tariffs.values()].filter((other) => other.id !== id);
  if (others.some(({ name }) => isSameText(name, data.name)) && !(has('tariff-name-taken-by-put') && id !== undefined))
    throw conflict('NameTaken', 'Another tariff has this name.', 'name');
}

function tariffOf({ has }: Call, id: string, data: TariffData): Tariff {
  const { name, energy, audience, nightPrice, standingCharge, taxPercent, validFrom, validTo } = data;
  const bands = data.bands.map(({ upToKwh, price }) => ({
    upToKwh,
    price: has('price-of-three-decimals') ? Number(price.toFixed(3)) : price,
  }));
  return { id, state: 'draft', name, energy, audience, bands, nightPrice, standingCharge, taxPercent, validFrom, validTo };
}

function create(call: Call): Reply {
  const data = call.body as TariffData;
  checkRules(call, data);
  const tariff = tariffOf(call, newId(), data);
  call.store.tariffs.set(tariff.id, tariff);
  return created(showTariff(call, tariff), `/tariffs/${tariff.id}`, { etag: tagged(call, tariff) });
}

function read(call: Call): Reply {
  const tariff = find(call);
  const known = call.header('if-none-match');
  const etag = tagged(call, tariff);
  return known !== undefined && matchesWeak(known, etag) ? { status: 304, headers: { etag } } : replyOf(call, tariff);
}

function replace(call: Call): Reply {
  const { store, has } = call;
  const old = find(call);
  const known = call.header('if-match');
  if (known === undefined && !has('put-without-tag'))
    throw new Refusal(428, 'TagNeeded', 'Send the tag of the draft.', { target: 'If-Match' });
  if (known !== undefined && !matchesStrong(known, tagged(call, old))) throw changed();
  if (old.state === 'published' && !has('published-tariff-rewritten')) throw conflict('TariffPublished', 'The tariff is published.');
  const data = call.body as TariffData;
  checkRules(call, data, old.id);
  const tariff = { ...tariffOf(call, old.id, data), state: old.state };
  store.tariffs.set(old.id, tariff);
  return replyOf(call, tariff);
}

function publish(call: Call): Reply {
  const draft = find(call);
  if (draft.state === 'published' && !call.has('published-twice')) throw conflict('TariffPublished', 'The tariff is published.');
  const tariff: Tariff = { ...draft, state: 'published' };
  call.store.tariffs.set(draft.id, tariff);
  return replyOf(call, tariff);
}

export const tariffs: Handlers = {
  listTariffs: list,
  createTariff: create,
  getTariff: read,
  replaceTariff: replace,
  publishTariff: publish,
};
