// The quick start of the home page: one call with curl and with the typed client, as they can be pasted.

import { escapeHtml } from '../base/escape-html.ts';
import { serverUrl } from '../base/server-path.ts';
import { securityTraits } from '../model/security-kinds.ts';
import type { Operation, Service } from '../model/service.ts';
import { type SamplesOptions, samples } from './samples/index.ts';
import { credentialVariable, schemesOf, shownParameters } from './samples/request.ts';
import { titleOf } from './search/entries.ts';

/** Empty where there is no operation. */
export function quickStart(
  services: readonly Service[],
  samplesFor: (service: Service) => SamplesOptions,
  isLive: (service: Service) => boolean,
): string {
  const chosen = simplest(services, isLive);
  if (chosen === undefined) return '';
  const { service, operation } = chosen;
  const options = samplesFor(service);
  const all = samples(service, operation, options);
  const mock = options.mockUrl?.(service, serverUrl(service.servers[0]));
  // The samples for the mock are the last two, where there is a mock.
  const [curl, typed] = all.slice(-2);
  if (curl === undefined || typed === undefined) return '';
  const schemes = schemesOf(service, operation).map((scheme) => {
    const { fields } = securityTraits(scheme);
    const variables = fields?.map((field) => credentialVariable(scheme, `_${field.toUpperCase()}`)) ?? [credentialVariable(scheme)];
    return { scheme: scheme.name, variables };
  });
  const exports = schemes.flatMap(({ variables }) => variables.map((variable) => `export ${variable}=demo\n`)).join('');
  const target = mock ?? serverUrl(service.servers[0]);
  const about = mock === undefined ? 'the service' : 'the mock, which accepts any credential';
  return `    <section class="card quick" id="quick-start" data-service="${escapeHtml(service.id)}" data-base="${escapeHtml(target)}" data-schemes="${escapeHtml(JSON.stringify(schemes))}">
      <h2>Quick start</h2>
      <p><strong>${escapeHtml(titleOf(operation))}</strong> from ${escapeHtml(service.title)}, sent to <span class="target">${about}</span>. Paste the first block into a shell, or save the second one in your project and run it: <code>node quick-start.ts</code>.</p>
${block('curl', `${exports}${curl.source}`)}
${block('quick-start.ts', typed.source)}
      <p class="hint"><a href="console.html#/${encodeURIComponent(service.id)}/${encodeURIComponent(operation.id)}">Send the same call in the console.</a> The reference has such samples for each operation.</p>
    </section>
`;
}

function block(label: string, code: string): string {
  return `        <figure><figcaption>${label}</figcaption><div class="code-block"><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></div></figure>`;
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
