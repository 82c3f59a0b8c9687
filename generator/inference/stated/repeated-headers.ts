// Reads what answers repeat: headers of the request (`It has the Request-Id of the request`), and in members the values of their own headers.
import { conjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Response, Service } from '../../model/service.ts';
import { plain } from '../names.ts';
import { isSaidRepeated, sentencesIn } from '../prose/index.ts';

/** Headers that mean something else in an answer, or are of one hop only. */
const OF_HTTP =
  /^(?:if-|accept|content-|authorization$|prefer$|range$|cookie$|host$|date$|via$|cache-control$|user-agent$|(?:x-)?idempotency-)/i;

type Said = readonly [name: string, quote: string];

const known = new WeakMap<Operation, readonly Said[]>();

/** The headers of a request that its answers repeat, with the sentences that say so. */
export function headersRepeatedBy(service: Pick<Service, 'description'>, operation: Operation): readonly Said[] {
  const said = known.get(operation) ?? [...readIn(service, operation)];
  known.set(operation, said);
  return said;
}

function* readIn(service: Pick<Service, 'description'>, { parameters, responses }: Operation): Generator<Said> {
  const declared = responses.flatMap(({ headers }) => headers);
  for (const { in: where, name, description = '' } of parameters) {
    if (where !== 'header' || OF_HTTP.test(name)) continue;
    const alike = declared.filter((one) => one.name.toLowerCase() === name.toLowerCase());
    const [quote] = [
      ...sentencesIn(description).filter((text) => isSaidRepeated(text, name, 'request')),
      ...alike.flatMap((one) => sentencesIn(one.description ?? '').filter((text) => isSaidRepeated(text, name, 'answer'))),
      ...sentencesIn(service.description ?? '').filter((text) => isSaidRepeated(text, name, 'whole')),
    ];
    if (quote !== undefined) yield [name, quote];
  }
}

/** Names without `X-`, by which a header and a member are the same: `X-Request-Id` and `request_id`. */
function bare(name: string): string {
  return plain(name).replace(/^x/, '');
}

interface Repeating {
  readonly member: string;
  readonly schemas: readonly Schema[];
  readonly header: string;
}

/** The members of a body that have the values of headers: the text of the header names the member, or that of the member the header. */
export function membersOfHeaders({ headers }: Pick<Response, 'headers'>, body: Schema): readonly Repeating[] {
  const properties = propertiesOf([body]);
  return headers.flatMap(({ name, description = '' }): readonly Repeating[] => {
    const [member, schemas] = [...properties].find(([one]) => bare(one) === bare(name)) ?? [];
    if (member === undefined || schemas === undefined) return [];
    const said = conjuncts(schemas).map((one) => one.description ?? '');
    const isSaid = description.includes(member) || said.some((text) => text.toLowerCase().includes(name.toLowerCase()));
    return isSaid ? [{ member, schemas, header: name }] : [];
  });
}
