// Turns a server of the document and the caller's variables into the base URL of a client.
import { ConfigurationError } from './errors.ts';
import type { Server, ServiceInfo } from './operation.ts';
import { getOwn } from './text.ts';

/**
 * The document's first server with its variables filled in, or the URL that was given. No trailing slash.
 * @throws {ConfigurationError} for a URL that is not http(s), or has credentials, query or fragment; the message does not quote it.
 */
export function resolveBaseUrl(service: ServiceInfo, baseUrl: string | undefined, variables: object | undefined): string {
  const server = service.servers[0] ?? { url: '/' };
  const url = baseUrl ?? fillVariables(server, variables);
  if (url.startsWith('/') && !url.startsWith('//')) {
    // A relative server: of the page in a browser; elsewhere there is nothing to resolve it against.
    const page = (globalThis as { location?: { origin?: string } }).location?.origin;
    if (page === undefined) throw new ConfigurationError(`${service.id}: the document gives no absolute server URL; set baseUrl.`);
    return checked(page + url, service);
  }
  return checked(url, service);
}

function checked(text: string, service: ServiceInfo): string {
  const refuse = (reason: string): never => {
    throw new ConfigurationError(`${service.id}: the base URL ${reason}.`);
  };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse('is not a URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') refuse('is neither http nor https');
  if (url.username !== '' || url.password !== '') refuse('has credentials in it; use the option credentials');
  if (text.includes('?') || text.includes('#')) refuse('has a query or fragment');
  return url.href.replace(/\/$/, '');
}

/**
 * OpenAPI 3.1 section 4.8.5. A value may not add a part to the URL: what stands before the path is one or more host labels, with a port at most.
 * @throws {ConfigurationError} for a value outside the variable's enum, or one with a character that would change the URL's structure.
 */
function fillVariables(server: Server, values: object | undefined): string {
  return server.url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const variable = getOwn(server.variables, name) as { readonly default: string; readonly enum?: readonly string[] } | undefined;
    const given = getOwn(values, name);
    if (given === undefined) return variable?.default ?? placeholder;
    if (typeof given !== 'string') throw new ConfigurationError(`The server variable ${name} must be text.`);
    if (variable?.enum !== undefined && !variable.enum.includes(given)) {
      throw new ConfigurationError(`The server variable ${name} must be one of ${variable.enum.join(', ')}.`);
    }
    const allowed = variable?.enum !== undefined || fits(server.url, placeholder, given);
    if (!allowed) throw new ConfigurationError(`The server variable ${name} has a character that would change the URL around it.`);
    return given;
  });
}

/** Whether a value stays in its part of the URL: the whole base, the scheme, the host or the path. */
function fits(template: string, placeholder: string, value: string): boolean {
  const before = template.slice(0, template.indexOf(placeholder));
  const after = template.slice(before.length + placeholder.length);
  if (before === '' && (after === '' || after.startsWith('/'))) return true; // The result is checked as any base URL.
  if (before === '') return /^https?$/.test(value);
  if (/^(?:[a-z]+:\/\/[^/]*)?\//i.test(before)) return /^[A-Za-z0-9._~/-]*$/.test(value) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(value);
  return /^[A-Za-z0-9._-]+(?::[0-9]+)?$/.test(value);
}

/** The path of the document's first server, without a trailing slash: where a generated server is mounted unless told. */
export function basePathOf(service: ServiceInfo): string {
  const filled = fillVariables(service.servers[0] ?? { url: '/' }, undefined);
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.test(filled) ? filled.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') : filled;
  return path
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^(?!\/|$)/, '/');
}
