// `securityDefinitions` → security schemes of OpenAPI 3.0.
import type { JsonObject } from '../description.ts';
import { own, setOwn } from '../pointer.ts';
import { type Conversion, copyMembers, textOf } from './conversion.ts';
import { below, type Place } from './places.ts';

/** The flows of OpenAPI 3.0 by their names in Swagger 2.0. */
const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

const FLOW_FIELDS = ['authorizationUrl', 'tokenUrl', 'scopes'];
const NOT_COPIED: ReadonlySet<string> = new Set(['type', 'flow', ...FLOW_FIELDS]);

export function securitySchemeOf(conversion: Conversion, value: JsonObject, place: Place): JsonObject {
  const type = textOf(value, 'type');
  const flow = textOf(value, 'flow');
  if (type === 'basic') {
    const made = { type: 'http', scheme: 'basic', ...copyMembers(conversion, value, place, NOT_COPIED, 'SecurityScheme') };
    return conversion.mark(made, place, { scheme: below(place, 'type') });
  }
  const name = flow === undefined ? undefined : FLOWS[flow];
  if (type !== 'oauth2' || name === undefined)
    return conversion.mark(copyMembers(conversion, value, place, new Set(), 'SecurityScheme'), place);
  const fields: JsonObject = {};
  for (const key of FLOW_FIELDS) {
    const member = own(value, key);
    if (member !== undefined) setOwn(fields, key, key === 'scopes' ? conversion.copy(member, below(place, key)) : member);
  }
  // OpenAPI 3.0 requires it.
  if (!Object.hasOwn(fields, 'scopes')) setOwn(fields, 'scopes', {});
  const at = below(place, 'flow');
  const flows = conversion.mark({ [name]: conversion.mark(fields, place) }, at, { [name]: at });
  return conversion.mark({ type, ...copyMembers(conversion, value, place, NOT_COPIED, 'SecurityScheme'), flows }, place, { flows: at });
}
