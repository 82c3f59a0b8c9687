// `host`, `basePath` and `schemes` → servers.
import type { Problem } from '../../base/problem.ts';
import type { Json, JsonObject } from '../description.ts';
import { type Conversion, textOf, wordsOf } from './conversion.ts';
import { below, type Place } from './places.ts';

/** The servers of the document or of an operation; `undefined` where an operation has those of the document. */
export type ServersOf = (holder: JsonObject, place: Place) => Json | undefined;

/** `root` is the Swagger Object, `uri` where it was read from. */
export function rootServers(conversion: Conversion, root: JsonObject, place: Place, uri: string): Json | undefined {
  const host = textOf(root, 'host') ?? '';
  const schemes = schemesOf(root);
  if (host !== '' && schemes.length === 0) conversion.report(withoutScheme(root, place, schemeOfAddress(uri)));
  return serversFor(conversion, root, schemes.length === 0 ? [schemeOfAddress(uri)] : schemes, place, below(place, 'schemes'));
}

export function operationServers(conversion: Conversion, root: JsonObject, rootPlace: Place): ServersOf {
  return (operation, place) => {
    const schemes = schemesOf(operation);
    if (schemes.length === 0 || (textOf(root, 'host') ?? '') === '') return undefined;
    const all = schemesOf(root);
    if (schemes.length === all.length && schemes.every((scheme) => all.includes(scheme))) return undefined;
    return serversFor(conversion, root, schemes, rootPlace, below(place, 'schemes'));
  };
}

/** With `https` first, whatever the order: it is what a client uses that was not told otherwise. The rules have named any other scheme. */
function schemesOf(holder: JsonObject): string[] {
  const written = wordsOf(holder, 'schemes') ?? [];
  return ['https', 'http'].filter((scheme) => written.includes(scheme));
}

/** "The default scheme to be used is the one used to access the Swagger definition itself." */
function schemeOfAddress(uri: string): string {
  return uri.startsWith('http:') ? 'http' : 'https';
}

function serversFor(conversion: Conversion, root: JsonObject, schemes: readonly string[], place: Place, listed: Place): Json | undefined {
  const host = textOf(root, 'host') ?? '';
  const path = (textOf(root, 'basePath') ?? '').replace(/\/+$/, '');
  if (host === '' && path === '') return undefined;
  const urls = host === '' ? [path] : schemes.map((scheme) => `${scheme}://${host}${path}`);
  const at = below(place, host === '' ? 'basePath' : 'host');
  const servers = urls.map((url) => conversion.mark({ url }, at, { url: at }));
  return conversion.mark(servers, host === '' ? at : listed);
}

function withoutScheme(root: JsonObject, place: Place, scheme: string): Problem {
  const onlySockets = (wordsOf(root, 'schemes') ?? []).length > 0;
  return {
    code: 'swagger-scheme',
    severity: 'note',
    message: `The document has \`host\` and ${onlySockets ? 'no scheme for requests in `schemes`' : 'no `schemes`'}. Its server is read as \`${scheme}\`.`,
    fix: `Write \`schemes: [${scheme}]\`.`,
    location: { source: place.document.source, pointer: below(place, 'host').pointer },
  };
}
