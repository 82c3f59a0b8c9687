// Prints the places of `octavo dev`: the addresses of documentation, mocks and the implementation, its credentials and its failures.

import { installCommand } from '../base/package-manager.ts';
import { count, displayPath } from '../base/words.ts';
import type { DevState } from '../dev/index.ts';
import type { ServedNews } from '../dev/live.ts';
import type { LiveFailure, LivePlace } from '../live/protocol.ts';
import type { ServedCredential, ServedService } from '../serve.ts';
import type { Context } from './command.ts';
import { reportBeyondPrism } from './serving.ts';

/** A name, empty where it is that of the row above, and what stands beside it. */
type Row = readonly [name: string, place: string];

export function printPlaces(state: DevState, out: string, milliseconds: number, context: Context): void {
  const services = state.live?.services ?? [];
  const mocked = new Set(state.mocks.map(({ id }) => id));
  printRows(
    [
      ['docs', state.documented ? `${state.url}/` : `${state.url}/  (building)`],
      ...state.mocks.flatMap((mock) =>
        block(
          mock.id,
          services.find(({ id }) => id === mock.id),
          `${mock.url}  (${mock.by === 'living' ? 'mock that remembers' : 'mock'}, ${count(mock.operations, 'operation')})`,
        ),
      ),
      ...services.filter(({ id }) => !mocked.has(id)).flatMap((service) => block(service.id, service)),
      ...controlRow(state.control),
      ['generated', out],
      ['status', `${state.url}/-/status`],
    ],
    context,
  );
  for (const { id, beyondPrism } of state.mocks) reportBeyondPrism(id, beyondPrism, context);
  if (state.missing.length > 0) context.message(missingText(state.missing));
  if (state.live?.state === 'starting') context.message('\nserve: still starting; its addresses follow.');
  context.message(`\nReady in ${(milliseconds / 1000).toFixed(1)} s. Save a document to update everything; press Ctrl-C to stop.`);
}

function missingText(missing: DevState['missing']): string {
  const install = installCommand(
    missing.map(({ name }) => name),
    { isDev: true },
  );
  const lines = missing.map(({ name, adds }) => `  ${name} would add ${adds}.`);
  return ['\nNot installed:', ...lines, `  \`${install}\` installs ${missing.length === 1 ? 'it' : 'them'}.`].join('\n');
}

/** The same for programs: `--json` and nothing else. */
export function placesOf({ url, mocks, live, control, missing }: DevState): Record<string, unknown> {
  const services = live?.services.map(({ id, ...service }) => [id, service] as const);
  return {
    url,
    mocks: Object.fromEntries(mocks.map((mock) => [mock.id, mock.url])),
    ...(services === undefined ? {} : { live: Object.fromEntries(services) }),
    ...(control === undefined ? {} : { control }),
    ...(missing.length === 0 ? {} : { missing: missing.map(({ name }) => name) }),
  };
}

/** A restart is one line, unless addresses or credentials have changed. */
export function reportServed({ services, control, milliseconds, changed }: ServedNews, context: Context): void {
  context.message(`serve: started ${count(services.length, 'service')} in ${Math.round(milliseconds)} ms.`);
  if (!changed) return;
  printRows([...services.flatMap((service) => block(service.id, service)), ...controlRow(control)], context);
}

export function failureText({ message, place, code, calls, fix }: LiveFailure, isRunning: boolean): string {
  const next = isRunning
    ? 'The previous version keeps running. Save a change to try again.'
    : 'Documentation and mocks go on. Save a change to try again.';
  return [
    `serve: ${placeText(place)}: ${message}`,
    ...code.map((line) => `    ${line}`),
    ...calls.map((call) => `    at ${call.name === '' ? placeText(call.place) : `${call.name} (${placeText(call.place)})`}`),
    ...(fix === undefined ? [] : [`  ${fix}`]),
    `  ${next}`,
  ].join('\n');
}

/** The address of the control API, whose port is one after those of the services. */
function controlRow(url: string | undefined): Row[] {
  return url === undefined ? [] : [['control', url]];
}

/** The addresses of a service and what is needed to use them, one below the other. */
function block(name: string, service: ServedService | undefined, mock?: string): Row[] {
  const places = [
    ...(service === undefined ? [] : [`${service.url}  (live)`]),
    ...(mock === undefined ? [] : [mock]),
    ...(service?.docs === undefined ? [] : [`${service.docs}  (docs)`]),
    ...(service?.credentials ?? []).map(credentialText),
  ];
  return places.map((place, index) => [index === 0 ? name : '', place]);
}

function credentialText({ scheme, value, note }: ServedCredential): string {
  const parts =
    typeof value === 'string'
      ? value
      : Object.entries(value)
          .map(([part, text]) => `${part}=${text}`)
          .join(' ');
  return `${scheme}: ${parts}${note === undefined ? '' : `  (${note})`}`;
}

function printRows(rows: readonly Row[], context: Context): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  context.message('');
  for (const [name, place] of rows) context.data(`  ${name.padEnd(width)}  ${place}`);
}

function placeText({ file, line, column }: LivePlace): string {
  return [displayPath(file), line, column].filter((part) => part !== undefined).join(':');
}
