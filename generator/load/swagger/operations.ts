// Path items and operations → those of OpenAPI 3.0: bodies leave the parameters, and each operation says which servers it has.
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, setOwn } from '../pointer.ts';
import { bodyOf, type Found, formOf, mediaTypes } from './bodies.ts';
import { type Conversion, copyMembers, targetOf, type Words, wordsAt } from './conversion.ts';
import { parameterOf } from './parameters.ts';
import { below, type Place } from './places.ts';
import { responseIn, sameWords } from './responses.ts';
import type { ServersOf } from './servers.ts';

/** A parameter of a list, as it is written there and as references lead to it. */
interface Listed extends Found {
  readonly written: JsonObject;
  readonly at: Place;
  readonly where: Json | undefined;
}

const PATH_ITEM: ReadonlySet<string> = new Set(['$ref', 'parameters', 'get', 'put', 'post', 'delete', 'options', 'head', 'patch']);
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

export function pathItemOf(conversion: Conversion, value: JsonObject, place: Place, serversOf: ServersOf): JsonObject {
  const link = conversion.linkOf(value);
  const made = link === undefined ? {} : conversion.reference(link, place);
  const shared = listed(conversion, value, place);
  for (const [key, member] of Object.entries(value)) {
    if (key === 'parameters') setOwn(made, key, parametersIn(conversion, shared, below(place, key)));
    else if (METHODS.includes(key) && isObject(member)) {
      setOwn(made, key, operationOf(conversion, member, below(place, key), shared, serversOf));
    }
  }
  Object.assign(made, copyMembers(conversion, value, place, PATH_ITEM, 'PathItem'));
  return conversion.mark(made, place);
}

const OPERATION: ReadonlySet<string> = new Set(['consumes', 'produces', 'parameters', 'responses', 'schemes']);

function operationOf(conversion: Conversion, value: JsonObject, place: Place, shared: readonly Listed[], serversOf: ServersOf): JsonObject {
  const { defaults } = conversion;
  const consumes = wordsAt(value, 'consumes', place) ?? defaults.consumes;
  const produces = wordsAt(value, 'produces', place) ?? defaults.produces;
  const made = copyMembers(conversion, value, place, OPERATION, 'Operation');
  const parameters = listed(conversion, value, place);
  if (parameters.some(isSimple)) setOwn(made, 'parameters', parametersIn(conversion, parameters, below(place, 'parameters')));
  const body = requestBodyOf(conversion, [...inherited(shared, parameters), ...parameters], consumes);
  if (body !== undefined) setOwn(made, 'requestBody', body.made);
  const responses = own(value, 'responses');
  if (responses !== undefined) setOwn(made, 'responses', responsesOf(conversion, responses, below(place, 'responses'), produces));
  const servers = serversOf(value, place);
  if (servers !== undefined) setOwn(made, 'servers', servers);
  return conversion.mark(made, place, body === undefined ? {} : { requestBody: body.place });
}

function listed(conversion: Conversion, holder: JsonObject, place: Place): Listed[] {
  const list = own(holder, 'parameters');
  if (!Array.isArray(list)) return [];
  return list.flatMap((written: Json | undefined, index) => {
    const at = below(place, 'parameters', index);
    const { value, place: found } = written === undefined ? { value: written, place: at } : targetOf(conversion, written, at);
    return isObject(written) && isObject(value) ? [{ written, at, value, place: found, where: own(value, 'in') }] : [];
  });
}

/** Whether it stays a parameter. */
function isSimple({ where }: Listed): boolean {
  return where !== 'body' && where !== 'formData';
}

function parametersIn(conversion: Conversion, parameters: readonly Listed[], place: Place): Json {
  const simple = parameters.filter(isSimple);
  const made = simple.map(({ written, at, value, place: found }) => {
    const link = conversion.linkOf(written);
    return link === undefined ? parameterOf(conversion, value, found) : conversion.reference(link, at);
  });
  return conversion.mark(made, place, Object.fromEntries(simple.map(({ at }, index) => [index, at])));
}

/** The bodies and fields of the path that the operation does not describe itself. */
function inherited(shared: readonly Listed[], own_: readonly Listed[]): Listed[] {
  const hasBody = own_.some(({ where }) => where === 'body');
  const hasForm = own_.some(({ where }) => where === 'formData');
  const isOverridden = ({ where, value }: Listed): boolean =>
    where === 'body'
      ? hasBody || hasForm
      : hasBody || own_.some((other) => other.where === where && own(other.value, 'name') === own(value, 'name'));
  return shared.filter((parameter) => !isSimple(parameter) && !isOverridden(parameter));
}

function requestBodyOf(
  conversion: Conversion,
  parameters: readonly Listed[],
  consumes: Words | undefined,
): { readonly made: JsonObject; readonly place: Place } | undefined {
  const body = parameters.find(({ where }) => where === 'body');
  if (body !== undefined) {
    const link = conversion.linkOf(body.written);
    const isSame = sameWords(mediaTypes(consumes), mediaTypes(conversion.defaults.consumes));
    const made = link !== undefined && isSame ? conversion.reference(link, body.at) : bodyOf(conversion, body, consumes);
    return { made, place: body.at };
  }
  const [first, ...others] = parameters.filter(({ where }) => where === 'formData');
  return first === undefined ? undefined : { made: formOf(conversion, [first, ...others], consumes), place: first.at };
}

function responsesOf(conversion: Conversion, responses: Json, place: Place, produces: Words | undefined): Json {
  if (!isObject(responses)) return responses;
  const made: JsonObject = {};
  for (const [status, response] of Object.entries(responses)) {
    if (response === undefined) continue;
    const at = below(place, status);
    setOwn(made, status, isObject(response) && !status.startsWith('x-') ? responseIn(conversion, response, at, produces) : response);
  }
  return conversion.mark(made, place);
}
