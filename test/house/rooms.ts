// The rooms of runtime/, generator/, services/ and portal/, and which rooms each may import, types included. docs/architecture.md shows this table.

/** Files and folders that import nothing else of their package, so that every room may import them. */
export const LEAVES: readonly string[] = [
  'generator/base',
  'generator/plugin.ts',
  'generator/serve.ts',
  'services/platform/csv.ts',
  'services/platform/cursors.ts',
  'services/platform/ids.ts',
  'services/platform/payload.ts',
  'services/platform/private-files.ts',
  'services/platform/readable.ts',
  'services/platform/seal.ts',
  'services/platform/secrets.ts',
];

/**
 * By package: each room and the rooms that it imports. Those of another package have its name before them. A room is a folder or a single file; a
 * file belongs to the innermost room that holds it. A room stands below all rooms that it imports, so no import leads back. An import that is not
 * here is refused, and so is one here that no file makes.
 */
const PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  runtime: {
    contract: '',
    validate: 'contract',
    json: 'contract',
    wire: 'contract json',
    crypto: '',
    stream: 'contract validate wire',
    body: 'contract json wire crypto stream',
    security: 'contract wire crypto',
    client: 'contract validate json wire crypto stream',
    server: 'contract validate json wire stream body security',
    webhooks: 'contract validate json wire crypto stream body client server',
    oauth: 'contract json wire stream security client',
    adapters: 'contract wire stream client server webhooks',
    xml: 'contract wire body',
    mcp: 'contract validate json wire stream client',
    linear: '',
    testing: 'contract validate wire client server adapters',
    control: 'contract crypto stream client webhooks',
    conformance: 'contract validate wire client server testing control',
    'facts.ts': 'contract validate wire security server webhooks testing',
    'index.ts': 'contract validate json wire crypto stream body security client server webhooks adapters',
  },
  generator: {
    load: '',
    'model/media-type.ts': '',
    'model/document-node.ts': 'load',
    'model/error-rows.ts': 'load',
    'model/security-kinds.ts': 'load model/document-node.ts',
    'model/patterns': '',
    'model/schema': 'load model/document-node.ts model/patterns',
    'model/message.ts': 'model/schema',
    'model/socket.ts': 'model/schema',
    'model/list-order.ts': '',
    'model/rate-limits.ts': '',
    'model/service.ts':
      'model/error-rows.ts model/list-order.ts model/rate-limits.ts model/security-kinds.ts model/schema model/message.ts model/socket.ts',
    'model/body-limit.ts': 'model/media-type.ts model/service.ts',
    'model/wording.ts': 'model/service.ts',
    'model/error-codes.ts': 'model/service.ts',
    'model/operations':
      'load model/media-type.ts model/document-node.ts model/error-rows.ts model/list-order.ts model/rate-limits.ts model/security-kinds.ts model/schema model/service.ts',
    'model/names': 'load model/document-node.ts model/schema model/service.ts model/operations',
    'model/error-bodies': 'model/media-type.ts model/error-rows.ts model/schema model/message.ts',
    'model/enums': 'load model/document-node.ts model/schema model/service.ts model/names',
    'model/sides': 'model/document-node.ts model/schema model/service.ts model/operations model/names',
    model:
      'load model/body-limit.ts model/document-node.ts model/error-codes.ts model/patterns model/schema model/service.ts model/operations model/names model/error-bodies model/enums model/sides',
    'emit/text': 'model/security-kinds.ts model/schema model/service.ts model/wording.ts model/names',
    'emit/held': 'model/schema model/service.ts model/wording.ts emit/text',
    'emit/files': 'model/patterns model/schema model/service.ts model/wording.ts model/names emit/text emit/held',
    'emit/data': 'model/schema model/service.ts model/names emit/files',
    'emit/types': 'model/schema model/service.ts emit/text emit/held emit/files',
    'emit/operations':
      'model/media-type.ts model/security-kinds.ts model/schema model/service.ts model/operations model/names emit/text emit/held emit/files emit/types',
    'emit/ends': 'model/security-kinds.ts model/schema model/service.ts emit/text emit/held emit/files emit/operations',
    'emit/examples':
      'model/body-limit.ts model/media-type.ts model/security-kinds.ts model/schema model/service.ts emit/text emit/held emit/files',
    'emit/validators/plan': 'model/schema',
    'emit/validators/print': 'emit/text',
    'emit/validators/checks': 'model/patterns model/schema emit/text emit/held emit/validators/plan emit/validators/print',
    'emit/validators':
      'model/schema model/service.ts emit/text emit/held emit/files emit/validators/plan emit/validators/print emit/validators/checks',
    'emit/transforms':
      'model/media-type.ts model/patterns model/schema model/service.ts emit/text emit/held emit/files emit/types emit/validators/plan emit/validators/checks',
    'emit/schemas':
      'model/patterns model/schema model/service.ts emit/text emit/held emit/files emit/types emit/validators/plan emit/validators/checks',
    emit: 'model/schema model/service.ts model/wording.ts emit/text emit/files emit/data emit/types emit/operations emit/ends emit/examples emit/validators emit/transforms emit/schemas',
    plugins: 'load model/schema model/service.ts model/names emit/text emit/files',
    raw: 'load model/service.ts model/names',
    write: '',
    har: 'write',
    'inference/prose': 'model/schema model/service.ts',
    inference: 'model/schema model/service.ts inference/prose',
    'conform/contract': 'model/service.ts inference',
    config: 'load emit/text emit/held conform/contract',
    redocly: 'load',
    'run/needed-packages.ts': 'model/message.ts model/service.ts emit/held',
    'run/cache.ts': 'load write config run/needed-packages.ts',
    patterns: 'model/schema model/service.ts write run/cache.ts',
    run: 'patterns load model/schema model/service.ts model/wording.ts model emit/text emit/held emit/files emit plugins raw write config run/needed-packages.ts run/cache.ts',
    diff: 'load model/error-codes.ts model/list-order.ts model/rate-limits.ts model/schema model/service.ts model/operations',
    'diff/formats': 'load model/service.ts emit/operations write diff',
    'callers/program.ts': '',
    exported: 'diff/formats callers/program.ts',
    callers: 'load model/schema model/service.ts diff callers/program.ts',
    renames: 'model/schema model/service.ts diff callers',
    action: '',
    scaffold:
      'model/media-type.ts model/security-kinds.ts model/schema model/message.ts model/service.ts model/names emit/text emit/held emit/operations',
    docs: 'load model/media-type.ts model/error-codes.ts model/list-order.ts model/rate-limits.ts model/security-kinds.ts model/schema model/service.ts emit/text emit/held emit/examples emit write diff redocly',
    'run/changelog.ts': 'config run diff docs',
    watch: 'model/service.ts raw config run diff',
    live: 'watch',
    'conform/judge': 'model/schema model/service.ts emit/text emit/held emit/examples emit conform/contract',
    'conform/plan': 'model/schema model/service.ts inference inference/prose conform/contract conform/judge',
    'conform/target': 'conform/contract',
    'conform/checks':
      'model/list-order.ts model/security-kinds.ts model/schema model/service.ts inference inference/prose conform/contract',
    'conform/shrink': 'conform/contract conform/judge conform/plan',
    'conform/sequences':
      'model/schema model/service.ts conform/contract inference inference/prose conform/judge conform/plan conform/shrink',
    mock: 'load model/body-limit.ts model/media-type.ts model/error-rows.ts model/list-order.ts model/security-kinds.ts model/schema model/service.ts model/error-bodies model emit/text write har inference inference/prose conform/judge',
    'mock/entry': 'load config run mock',
    mcp: 'model/service.ts emit/text conform/judge mock',
    dev: 'load config run/changelog.ts run mock docs watch live',
    'conform/callers':
      'model/schema model/service.ts conform/contract inference inference/prose conform/judge conform/plan conform/checks conform/sequences',
    'conform/values': 'model/schema model/service.ts conform/contract inference inference/prose conform/judge conform/plan conform/checks',
    'conform/kept':
      'model/schema model/service.ts conform/contract conform/judge inference inference/prose conform/plan conform/sequences conform/values',
    'conform/coverage': 'model/schema model/service.ts conform/contract conform/judge',
    'conform/reach':
      'model/schema model/service.ts inference inference/prose conform/contract conform/judge conform/plan conform/checks conform/sequences conform/values',
    'conform/run':
      'model/service.ts inference conform/contract conform/judge conform/plan conform/checks conform/shrink conform/sequences conform/reach conform/callers conform/values conform/kept conform/coverage',
    'conform/redaction': 'model/media-type.ts model/security-kinds.ts model/schema model/service.ts har conform/judge',
    'conform/proxy':
      'model/media-type.ts model/security-kinds.ts model/schema model/service.ts mock har conform/contract conform/judge conform/redaction conform/target conform/checks conform/run conform/coverage',
    'conform/recorded': 'model/service.ts har conform/contract conform/judge conform/proxy',
    'conform/report': 'load model/service.ts conform/contract conform/checks',
    conform: 'model/service.ts run conform/contract conform/checks conform/target conform/run',
    'conform/entry': 'load config inference conform/contract conform/checks conform/report conform',
    commands:
      'load model/service.ts write config run/changelog.ts run run/needed-packages.ts redocly diff diff/formats exported callers renames scaffold mock docs watch live dev mcp conform/contract conform/proxy conform/recorded conform/report conform',
    'cli.ts': 'commands',
    'index.ts': 'load write config run',
  },
  services: {
    generated: '',
    'platform/store': '',
    'platform/clock': 'platform/store',
    'platform/redis.ts': '',
    'platform/tracing.ts': 'platform/redis.ts',
    'platform/limits': 'platform/clock platform/redis.ts',
    'platform/semaphores': 'platform/redis.ts',
    'platform/bus': 'platform/redis.ts',
    'platform/work': 'platform/store platform/redis.ts',
    'platform/due': 'platform/store platform/clock platform/redis.ts platform/work',
    'platform/blobs': 'platform/store platform/work platform/due',
    'platform/outbox': 'platform/store platform/clock platform/redis.ts platform/tracing.ts platform/work',
    'platform/cache.ts': 'platform/bus',
    'platform/action.ts': '',
    'platform/machine.ts': 'platform/store',
    'platform/rows.ts': 'platform/store',
    'platform/lists.ts': 'platform/store',
    'platform/announce.ts': 'platform/outbox',
    'platform/messages': 'platform/store platform/work platform/action.ts platform/lists.ts',
    'platform/service.ts':
      'platform/store platform/clock platform/limits platform/semaphores platform/bus platform/due platform/blobs platform/outbox platform/action.ts platform/machine.ts platform/messages',
    'platform/unit.ts': 'platform/service.ts',
    'platform/streams': 'platform/service.ts',
    'platform/answers.ts': 'platform/store platform/service.ts',
    'platform/credentials.ts': 'platform/bus platform/cache.ts platform/action.ts platform/service.ts',
    'platform/requests': 'platform/tracing.ts',
    'platform/pages': 'platform/store',
    'platform/sandbox':
      'platform/store platform/clock platform/redis.ts platform/tracing.ts platform/limits platform/semaphores platform/bus platform/work platform/due platform/blobs platform/outbox platform/messages platform/service.ts platform/requests',
    'platform/control':
      'generated platform/store platform/action.ts platform/messages platform/service.ts platform/requests platform/sandbox',
    'platform/watch': 'platform/requests',
    'platform/run': 'platform/store platform/service.ts platform/requests platform/sandbox platform/control platform/watch',
    'a-identity':
      'platform/store platform/pages platform/cache.ts platform/action.ts platform/rows.ts platform/service.ts platform/credentials.ts',
    'b-microblog':
      'platform/store platform/rows.ts platform/lists.ts platform/limits platform/blobs platform/pages platform/cache.ts platform/action.ts platform/service.ts platform/streams platform/credentials.ts',
    'c-controller': 'platform/store platform/cache.ts platform/action.ts platform/rows.ts platform/service.ts',
    'd-events':
      'platform/store platform/bus platform/rows.ts platform/announce.ts platform/cache.ts platform/action.ts platform/service.ts',
    'e-scheduling':
      'platform/store platform/rows.ts platform/lists.ts platform/limits platform/due platform/outbox platform/announce.ts platform/cache.ts platform/action.ts platform/machine.ts platform/messages platform/service.ts platform/unit.ts platform/pages platform/credentials.ts',
    'f-instalments':
      'platform/store platform/rows.ts platform/lists.ts platform/cache.ts platform/action.ts platform/machine.ts platform/messages platform/service.ts platform/unit.ts platform/due platform/outbox platform/announce.ts platform/work platform/pages platform/answers.ts platform/credentials.ts',
    'g-messaging':
      'platform/store platform/rows.ts platform/limits platform/blobs platform/outbox platform/work platform/pages platform/messages platform/announce.ts platform/cache.ts platform/action.ts platform/service.ts platform/unit.ts platform/credentials.ts',
    'h-email':
      'platform/store platform/limits platform/cache.ts platform/action.ts platform/rows.ts platform/service.ts platform/credentials.ts',
    'index.ts':
      'generated platform/service.ts platform/sandbox platform/control a-identity b-microblog c-controller d-events e-scheduling f-instalments g-messaging h-email',
    'ports.ts': '',
    'settings.ts': 'platform/requests platform/watch platform/run index.ts ports.ts',
    'main.ts': 'platform/store platform/watch platform/run index.ts ports.ts settings.ts',
    'dev.ts': 'platform/watch platform/run index.ts settings.ts',
  },
  portal: {
    'build.ts': '',
    shared: 'generator/docs',
    shell: 'shared generator/docs',
    home: 'shared generator/docs',
    console:
      'shared generator/model/schema generator/docs generator/dev runtime/contract runtime/json runtime/wire runtime/crypto runtime/server runtime/testing runtime/oauth',
    column: 'shared console generator/docs',
    sandbox: 'shared services/generated runtime/contract',
  },
};

/** The same with paths from the root of the repository: `runtime/json` → `['runtime/contract']`. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(PACKAGES).flatMap(([name, rooms]) =>
    Object.entries(rooms).map(([room, imports]) => [
      `${name}/${room}`,
      imports
        .split(' ')
        .filter(Boolean)
        .map((to) => (Object.keys(PACKAGES).some((other) => to.startsWith(`${other}/`)) ? to : `${name}/${to}`)),
    ]),
  ),
);

/** The table as docs/architecture.md shows it: a line for each room, by package. */
export function drawing(): string {
  const width = Math.max(...Object.values(PACKAGES).flatMap((rooms) => Object.keys(rooms).map((room) => room.length)));
  return Object.entries(PACKAGES)
    .map(([name, rooms]) => {
      const lines = Object.entries(rooms).map(([room, imports]) => `  ${room.padEnd(width)}  ${imports || '–'}\n`);
      return `${name}/\n${lines.join('')}`;
    })
    .join('');
}
