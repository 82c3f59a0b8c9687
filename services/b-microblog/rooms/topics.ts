// The topics that Spaces can have.

import type { Topic } from '@octavo/interfaces/b-microblog';

export const TOPICS: readonly Required<Topic>[] = [
  { id: '848920371311001600', name: 'Weather', description: 'Weather and what it does.' },
  { id: '848920371311001601', name: 'Sailing', description: 'Boats with sails, and those who sail them.' },
  { id: '848920371311001602', name: 'Fishing', description: 'Fish, and how they are caught.' },
  { id: '848920371311001603', name: 'Travel', description: 'Ways, and where they lead.' },
];

export function topicsOf(ids: readonly string[]): readonly Required<Topic>[] {
  return TOPICS.filter(({ id }) => ids.includes(id));
}
