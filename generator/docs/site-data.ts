// The data that the portal's apps read: `data/site.json`, with the services and their operations. Types here are all that the apps import.
import type { SecurityScheme, Service } from '../model/service.ts';
import { firstSentence } from './html.ts';
import { groupsOf, type OperationEntry, titleOf } from './search/entries.ts';

export interface SiteData {
  readonly title: string;
  readonly services: readonly SiteService[];
}

export interface SiteService {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  /** One sentence, or empty. */
  readonly summary: string;
  readonly servers: readonly SiteServer[];
  readonly groups: readonly SiteGroup[];
  /** From `x-sockets`. */
  readonly sockets: readonly { readonly key: string; readonly summary: string }[];
  readonly security: readonly SiteSecurityScheme[];
}

interface SiteServer {
  /** The address as written, with `{variable}`. */
  readonly url: string;
  readonly description?: string;
  readonly variables: readonly { readonly name: string; readonly default: string; readonly enum?: readonly string[] }[];
}

/** The operations of a tag; those without a tag are in a group with the tag `''`, which is the first. */
interface SiteGroup {
  readonly tag: string;
  readonly operations: readonly SiteOperation[];
}

export interface SiteOperation {
  readonly id: string;
  readonly kind: 'operation' | 'webhook' | 'callback';
  readonly method: string;
  /** The path of an operation, the name of a webhook, or the key of a callback with its operation. */
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  /** From `x-basis`. */
  readonly basis?: string;
  /** The operation in the reference, relative to the root of the site. */
  readonly url: string;
}

/** A security scheme by its name in the document. */
interface SiteSecurityScheme {
  readonly name: string;
  readonly kind: SecurityScheme['kind'];
  readonly description?: string;
  /** Where an API key is sent, and under which name. */
  readonly in?: 'query' | 'header' | 'cookie';
  readonly parameter?: string;
}

export function siteData(services: readonly Service[], title: string): SiteData {
  return { title, services: services.map(serviceData) };
}

function serviceData(service: Service): SiteService {
  return {
    id: service.id,
    title: service.title,
    version: service.version,
    summary: summaryOf(service),
    servers: service.servers.map(({ url, description, variables }) => ({
      url,
      ...(description === undefined ? {} : { description }),
      variables: variables.map(({ name, default: value, enum: values }) => ({
        name,
        default: value,
        ...(values === undefined ? {} : { enum: values }),
      })),
    })),
    sockets: service.sockets.map(({ key, summary = key }) => ({ key, summary })),
    groups: groupsOf(service).map(({ tag, entries }) => ({ tag, operations: entries.map(operationData) })),
    security: service.securitySchemes.map(schemeData),
  };
}

/** One sentence about the service, or nothing. */
export function summaryOf({ summary, description }: Service): string {
  return summary ?? firstSentence(description ?? '');
}

function operationData({ kind, operation, place, url }: OperationEntry): SiteOperation {
  return {
    id: operation.id,
    kind,
    method: operation.method,
    path: place,
    summary: titleOf(operation),
    deprecated: operation.deprecated,
    ...(operation.basis === undefined ? {} : { basis: operation.basis }),
    url,
  };
}

function schemeData(scheme: SecurityScheme): SiteSecurityScheme {
  const { name, kind, description } = scheme;
  return {
    name,
    kind,
    ...(description === undefined ? {} : { description }),
    ...(scheme.kind === 'apiKey' ? { in: scheme.in, parameter: scheme.parameter } : {}),
  };
}
