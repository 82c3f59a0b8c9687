// The Swagger Object → the OpenAPI Object.
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, setOwn } from '../pointer.ts';
import { bodyOf } from './bodies.ts';
import { type Conversion, copyMembers, targetOf } from './conversion.ts';
import { parameterOf } from './parameters.ts';
import { below, type Place } from './places.ts';
import { rootServers } from './servers.ts';

/** The version that documents are converted to: its schemas mean what those of Swagger 2.0 mean. */
const VERSION = '3.0.4';

const MOVED: ReadonlySet<string> = new Set([
  ...['swagger', 'host', 'basePath', 'schemes', 'consumes', 'produces'],
  ...['definitions', 'parameters', 'responses', 'securityDefinitions'],
]);

/** `uri`: where the document was read from. */
export function rootOf(conversion: Conversion, value: JsonObject, place: Place, uri: string): JsonObject {
  const made: JsonObject = { openapi: VERSION };
  const servers = rootServers(conversion, value, place, uri);
  const components = componentsOf(conversion, value, place);
  const others = copyMembers(conversion, value, place, MOVED, 'OpenAPI');
  for (const [key, member] of Object.entries(others)) {
    setOwn(made, key, member);
    if (key === 'info' && servers !== undefined) setOwn(made, 'servers', servers);
  }
  if (servers !== undefined) setOwn(made, 'servers', servers);
  if (Object.keys(components).length > 0) setOwn(made, 'components', components);
  return conversion.mark(made, place, { openapi: below(place, 'swagger') });
}

function componentsOf(conversion: Conversion, value: JsonObject, place: Place): JsonObject {
  const made: JsonObject = {};
  const add = (section: string, key: string, entries: Json | undefined): void => {
    if (entries !== undefined) setOwn(made, section, conversion.mark(entries as object, below(place, key)));
  };
  const copied = (key: string): Json | undefined => {
    const section = own(value, key);
    return section === undefined ? undefined : conversion.copy(section, below(place, key));
  };
  add('schemas', 'definitions', copied('definitions'));
  add('responses', 'responses', copied('responses'));
  const { parameters, bodies } = sharedParameters(conversion, own(value, 'parameters'), below(place, 'parameters'));
  add('parameters', 'parameters', parameters);
  add('requestBodies', 'parameters', bodies);
  add('securitySchemes', 'securityDefinitions', copied('securityDefinitions'));
  return conversion.mark(made, place);
}

/** Shared bodies are components of their own; the fields of forms are written out where operations refer to them. */
function sharedParameters(conversion: Conversion, section: Json | undefined, place: Place) {
  const parameters: JsonObject = {};
  const bodies: JsonObject = {};
  for (const [name, written] of Object.entries(isObject(section) ? section : {})) {
    const at = below(place, name);
    if (!isObject(written)) continue;
    const link = conversion.linkOf(written);
    const { value } = targetOf(conversion, written, at);
    if (!isObject(value) || own(value, 'in') === 'formData') continue;
    if (own(value, 'in') === 'body') {
      const body = link === undefined ? bodyOf(conversion, { value: written, place: at }, conversion.defaults.consumes) : undefined;
      setOwn(bodies, name, body ?? (link === undefined ? written : conversion.reference(link, at)));
    } else setOwn(parameters, name, link === undefined ? parameterOf(conversion, written, at) : conversion.reference(link, at));
  }
  return {
    parameters: Object.keys(parameters).length === 0 ? undefined : parameters,
    bodies: Object.keys(bodies).length === 0 ? undefined : bodies,
  };
}
