// Random words for examples.
import type { Random } from './random.ts';

const WORDS =
  'amber birch cedar delta ember fjord grove hazel inlet juniper kestrel larch maple north olive pearl quartz river sable thistle umber violet willow yarrow zinc'.split(
    ' ',
  );
export function word(random: Random): string {
  return random.pick(WORDS) ?? 'word';
}
