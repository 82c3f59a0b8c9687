// What each statement about B asks of `b-microblog.yaml`, and changes to the document that must break it.
import { expect } from 'vitest';
import { operations } from '../specs/document.ts';
import type { Check } from './check.ts';

export const microblog: Record<string, Check> = {
  B1: {
    document: 'b-microblog',
    holds(document) {
      const places = operations(document);
      expect(places.length).toBe(109);
      for (const { path } of places) expect(path).toMatch(/^\/2\//);
    },
    breaks: {
      'an operation is missing': (document) => {
        delete document.paths['/2/notes'];
      },
      'an operation is elsewhere': (document) => {
        document.paths['/notes'] = document.paths['/2/notes'] ?? {};
        delete document.paths['/2/notes'];
      },
    },
  },
};
