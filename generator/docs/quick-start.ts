// The quick start of the home page: one call with curl and with the typed client, as they can be pasted.
import { h, type JSX } from 'preact';
import { serverUrl } from '../base/server-path.ts';
import { securityTraits } from '../model/security-kinds.ts';
import type { Operation, Service } from '../model/service.ts';
import { codeBlock } from './render.ts';
import { type SamplesOptions, samples } from './samples/index.ts';
import { credentialVariable, schemesOf, shownParameters } from './samples/request.ts';
import { consoleUrl, titleOf } from './search/entries.ts';

/** Nothing where there is no operation. */
export function quickStart(
  services: readonly Service[],
  samplesFor: (service: Service) => SamplesOptions,
  isLive: (service: Service) => boolean,
): JSX.Element | null {
  const chosen = simplest(services, isLive);
  if (chosen === undefined) return null;
  const { service, operation } = chosen;
  const options = samplesFor(service);
  const all = samples(service, operation, options);
  const mock = options.mockUrl?.(service, serverUrl(service.servers[0]));
  // The samples for the mock are the last two, where there is a mock.
  const [curl, typed] = all.slice(-2);
  if (curl === undefined || typed === undefined) return null;
  const schemes = schemesOf(service, operation).map((scheme) => {
    const { fields } = securityTraits(scheme);
    const variables = fields?.map((field) => credentialVariable(scheme, `_${field.toUpperCase()}`)) ?? [credentialVariable(scheme)];
    return { scheme: scheme.name, variables };
  });
  const exports = schemes.flatMap(({ variables }) => variables.map((variable) => `export ${variable}=demo\n`)).join('');
  const target = mock ?? serverUrl(service.servers[0]);
  const about = mock === undefined ? 'the service' : 'the mock, which accepts any credential';
  return h(
    'section',
    { class: 'card quick', id: 'quick-start', 'data-service': service.id, 'data-base': target, 'data-schemes': JSON.stringify(schemes) },
    h('h2', null, 'Quick start'),
    h(
      'p',
      null,
      h('strong', { dir: 'auto' }, titleOf(operation)),
      ` from ${service.title}, sent to `,
      h('span', { class: 'target' }, about),
      '. Paste the first block into a shell, or save the second one in your project and run it: ',
      h('code', null, 'node quick-start.ts'),
      '.',
    ),
    block('curl', `${exports}${curl.source}`),
    block('quick-start.ts', typed.source),
    h(
      'p',
      { class: 'hint' },
      h('a', { href: consoleUrl(service, operation) }, 'Send the same call in the console.'),
      ' The reference has such samples for each operation.',
    ),
  );
}

function block(label: string, code: string): JSX.Element {
  return h('figure', null, h('figcaption', null, label), h('div', { class: 'code-block' }, codeBlock(code)));
}

/** The operation that reads something with the least input, of a service that runs if one does; the first of those. */
function simplest(
  services: readonly Service[],
  isLive: (service: Service) => boolean,
): { readonly service: Service; readonly operation: Operation } | undefined {
  const ranked = services.flatMap((service) =>
    service.operations.map((operation) => ({ service, operation, cost: costOf(operation) + (isLive(service) ? 0 : 100) })),
  );
  return ranked.reduce<(typeof ranked)[number] | undefined>(
    (best, next) => (best === undefined || next.cost < best.cost ? next : best),
    undefined,
  );
}

function costOf(operation: Operation): number {
  const [requirement] = operation.security;
  return (
    (operation.method === 'GET' ? 0 : 10) +
    (operation.deprecated ? 10 : 0) +
    // A call without credentials says little about a service, and one with several is more to paste.
    Math.abs((requirement ?? []).length - 1) +
    shownParameters(operation).length +
    operation.parameters.filter(({ in: place }) => place === 'path').length
  );
}
