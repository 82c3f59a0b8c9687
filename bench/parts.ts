// The parts of the benchmark. Each is a program, so that no part runs among the garbage and the compiled code of another.

/** By name, relative to this folder. */
export const parts: Readonly<Record<string, string>> = {
  validators: 'validators/run.ts',
  server: 'ends/server.ts',
  client: 'ends/client.ts',
  size: 'ends/size.ts',
  generation: 'generation.ts',
  compile: 'compile.ts',
  workspace: 'workspace.ts',
  store: 'services/store.ts',
  outbox: 'outbox/run.ts',
  'outbox-rows': 'outbox/many.ts',
  'outbox-load': 'outbox/load.ts',
  sockets: 'services/sockets.ts',
  live: 'services/requests.ts',
  operations: 'services/operations/run.ts',
  timelines: 'services/posts/run.ts',
  search: 'services/posts/search.ts',
  uploads: 'services/uploads.ts',
  streams: 'services/streams/run.ts',
  imports: 'services/imports.ts',
  broadcasts: 'services/broadcasts/run.ts',
  start: 'start.ts',
  conform: 'conform/run.ts',
  scale: 'scale.ts',
  docs: 'docs.ts',
};
