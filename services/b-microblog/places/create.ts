// Creates places, to which posts can be attached from then on.

import type { NewPlace } from '@octavo/interfaces/b-microblog-v1';
import { refuse } from '@octavo/runtime';
import { type ContextV1, originV1Of } from '../deps.ts';
import { placedAt } from './placed.ts';
import type { PlaceDeps } from './read.ts';
import { showWholePlace } from './show-v1.ts';
import { addPlaces, findPlace, withContainers } from './store.ts';
import type { PlaceRow } from './tables.ts';
import { useToken } from './tokens.ts';

const LONGEST = 100;

/** @throws the refusals 400 of a name that is empty or too long, 403 of the token, and 404 with code 13 where no place contains the new one */
export async function createAnswer(deps: PlaceDeps, { principal: { user } }: ContextV1, body: NewPlace) {
  const { name, street_address } = textsOf(body);
  const now = deps.clock.now();
  const id = deps.ids.hex(16);
  const { row, known } = await deps.store.write(async (tables) => {
    await useToken(tables, body.token, { user_id: user, name, latitude: body.lat, longitude: body.long }, now);
    const container = await findPlace(tables, body.contained_within);
    if (container === undefined) throw refuse(404, { code: 13, detail: 'There is no place that contains the new one.' });
    const { country, country_code } = container;
    const full_name = `${name}, ${container.name}`;
    const named = { id, name, full_name, country, country_code, type: 'poi', street_address } as const;
    const row: PlaceRow = { ...named, contained_within: [container.id], ...placedAt([body.lat, body.long]) };
    await addPlaces(tables, row);
    return { row, known: await withContainers(tables, [row]) };
  });
  return { status: 200 as const, body: showWholePlace(row, known, originV1Of(deps)) };
}

function textsOf({ name, 'attribute:street_address': street = '' }: NewPlace): Pick<PlaceRow, 'name' | 'street_address'> {
  const texts = { name: name.trim(), street_address: street.trim() };
  if (texts.name === '') throw refuse(400, { detail: 'The name is empty.' });
  for (const text of Object.values(texts))
    if ([...text].length > LONGEST) throw refuse(400, { detail: `Names and street addresses have at most ${LONGEST} characters.` });
  return { name: texts.name, street_address: texts.street_address || null };
}
