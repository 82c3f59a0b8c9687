// Fields of OpenAPI 3 in documents of Swagger 2.0, and what to write there instead.
import type { ObjectName } from './grammar.ts';

const servers = 'Write `host`, `basePath` and `schemes` at the root of the document.';
const body = 'Write a parameter with `in: body` and a `schema`, and the media types in `consumes`.';
const list = 'Write `collectionFormat`: `csv`, `ssv`, `pipes` or `multi`.';
const written = 'Write the document in OpenAPI 3, or remove it.';

/** Fields without which the document would mean something else. */
const FIXES: Partial<Record<ObjectName, Readonly<Record<string, string>>>> = {
  OpenAPI: {
    servers,
    components: 'Write `definitions`, `parameters`, `responses` and `securityDefinitions` at the root of the document.',
    webhooks: written,
  },
  PathItem: { servers, trace: written },
  Operation: { servers, requestBody: body, callbacks: written },
  Parameter: { content: body, style: list, explode: list },
  Header: { content: 'Write `type`.', style: list, explode: list },
  Response: { content: 'Write `schema`, and the media types in `produces`.', links: written },
};

/** What to write in place of a field of OpenAPI 3; `undefined` for a field that says nothing about requests and responses. */
export function fixForNewer(name: ObjectName, key: string): string | undefined {
  const fixes = FIXES[name];
  return fixes !== undefined && Object.hasOwn(fixes, key) ? fixes[key] : undefined;
}
