// The rooms of runtime/ and generator/, and which rooms each may import, types included. A room comes after all that it imports, so that no arrow
// leads back.

/**
 * A room is a folder with the folders in it, or a single file; where one lies in another, the inner room counts. An arrow that is not here is
 * refused, and so is one here that no file uses.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  // The runtime: what both ends share, the two ends, and what joins them.
  'runtime/contract': [],
  'runtime/validate': ['runtime/contract'],
  'runtime/json': ['runtime/contract'],
  'runtime/wire': ['runtime/contract', 'runtime/json'],
  'runtime/stream': ['runtime/contract', 'runtime/validate', 'runtime/wire'],
  'runtime/body': ['runtime/contract', 'runtime/json', 'runtime/wire', 'runtime/stream'],
  'runtime/security': ['runtime/contract', 'runtime/wire'],
  'runtime/client': ['runtime/contract', 'runtime/validate', 'runtime/wire', 'runtime/stream'],
  'runtime/server': [
    'runtime/contract',
    'runtime/validate',
    'runtime/json',
    'runtime/wire',
    'runtime/stream',
    'runtime/body',
    'runtime/security',
  ],
  'runtime/webhooks': [
    'runtime/contract',
    'runtime/validate',
    'runtime/json',
    'runtime/wire',
    'runtime/stream',
    'runtime/body',
    'runtime/client',
    'runtime/server',
  ],
  'runtime/oauth': ['runtime/contract', 'runtime/wire', 'runtime/stream', 'runtime/security', 'runtime/client'],
  'runtime/adapters': ['runtime/contract', 'runtime/wire', 'runtime/stream', 'runtime/client', 'runtime/server', 'runtime/webhooks'],
  'runtime/testing': ['runtime/contract', 'runtime/validate', 'runtime/wire', 'runtime/client', 'runtime/server', 'runtime/adapters'],
  'runtime/index.ts': [
    'runtime/contract',
    'runtime/validate',
    'runtime/wire',
    'runtime/stream',
    'runtime/body',
    'runtime/security',
    'runtime/client',
    'runtime/server',
    'runtime/webhooks',
    'runtime/adapters',
  ],
};
