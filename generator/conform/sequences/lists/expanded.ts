// Asks a list for whole things in place of their identifiers, without filters: what `expanded-members` judges may be on no other page.
import { EXPANDING, isArray, listedValues, valueSchemas } from '../../../inference/lists/places.ts';
import type { ListCheck, ListSetting } from './script.ts';

export const expandedCheck: ListCheck = { id: 'expanded-members', scripts: (setting) => [() => expanded(setting)] };

async function* expanded({ facts, reader }: ListSetting): AsyncGenerator<void> {
  for (const place of facts.places.filter((one) => EXPANDING.has(one.plain))) {
    const listed = listedValues(valueSchemas(place)) ?? [];
    for (const value of isArray(place) ? [listed] : listed) {
      if (listed.length === 0) continue;
      const page = await reader.page(reader.lab(), `list with ${place.name}`, { input: reader.input({ values: { [place.at]: value } }) });
      if (page !== undefined) yield;
    }
  }
}
