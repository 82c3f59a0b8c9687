// Compares two versions of the security schemes: how a credential is sent, where tokens come from, and their scopes.
import type { SecurityScheme, Service } from '../model/service.ts';
import { type Change, inside } from './change.ts';
import { factsText } from './digest.ts';

type Add = (kind: Change['kind'], code: string, message: string, location?: Change['location']) => void;
type OAuth2 = SecurityScheme & { readonly kind: 'oauth2' };

/** A scheme that is removed or new is compared where operations require it. */
export function compareSecuritySchemes(before: Service, after: Service, changes: Change[]): void {
  const now = new Map(after.securitySchemes.map((scheme) => [scheme.name, scheme]));
  for (const old of before.securitySchemes) {
    const scheme = now.get(old.name);
    if (scheme !== undefined) compareScheme(old, scheme, changes);
  }
}

function compareScheme(old: SecurityScheme, now: SecurityScheme, changes: Change[]): void {
  const add: Add = (kind, code, message, location = now.location) => {
    changes.push({ kind, code, message: `the security scheme \`${now.name}\` ${message}`, location });
  };
  if (old.kind !== now.kind) {
    add('breaking', 'security-scheme-changed', `is of the kind ${now.kind}, was ${old.kind}`);
    return;
  }
  compareFacts(factsOf(old, OWN), factsOf(now, OWN), 'security-scheme-changed', '', add);
  if (old.kind === 'oauth2' && now.kind === 'oauth2') compareFlows(old, now, add);
}

function compareFlows(old: OAuth2, now: OAuth2, add: Add): void {
  const flows = new Map(now.flows.map((flow) => [flow.flow, flow]));
  for (const before of old.flows) {
    const flow = flows.get(before.flow);
    flows.delete(before.flow);
    if (flow === undefined) {
      add('breaking', 'oauth-flow-removed', `no longer gives tokens by the flow \`${before.flow}\``, old.location);
      continue;
    }
    const location = inside(now.location, 'flows', flow.flow);
    const inFlow: Add = (kind, code, message) => add(kind, code, message, location);
    compareFacts(factsOf(before, FLOW), factsOf(flow, FLOW), 'oauth-flow-changed', ` in the flow \`${flow.flow}\``, inFlow);
    for (const scope of before.scopes.keys())
      if (!flow.scopes.has(scope)) inFlow('breaking', 'scope-removed', `no longer has the scope \`${scope}\` in the flow \`${flow.flow}\``);
    for (const scope of flow.scopes.keys())
      if (!before.scopes.has(scope)) inFlow('compatible', 'scope-added', `has the scope \`${scope}\` in the flow \`${flow.flow}\` now`);
  }
  for (const flow of flows.keys())
    add('compatible', 'oauth-flow-added', `gives tokens by the flow \`${flow}\` now`, inside(now.location, 'flows', flow));
}

/** Fields that say nothing of the credential, or are compared by themselves. Any other field counts, so that none is forgotten. */
const OWN: ReadonlySet<string> = new Set(['name', 'identifier', 'description', 'location', 'kind', 'flows']);
const FLOW: ReadonlySet<string> = new Set(['flow', 'scopes']);
/** Fields that no request depends on. */
const NOTES: ReadonlySet<string> = new Set(['format', 'deprecated', 'metadataUrl']);

function factsOf(facts: object, except: ReadonlySet<string>): ReadonlyMap<string, string> {
  const given = Object.entries(facts).filter(([field, value]) => value !== undefined && !except.has(field));
  return new Map(given.map(([field, value]) => [field, typeof value === 'string' ? value : factsText(value)]));
}

function compareFacts(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  code: string,
  where: string,
  add: Add,
): void {
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(field), after.get(field)];
    if (was === is) continue;
    const kind = NOTES.has(field) || was === undefined ? 'compatible' : 'breaking';
    const value = is === undefined ? `no \`${field}\`` : `the \`${field}\` \`${is}\``;
    add(kind, code, `has ${value}${where} now${was === undefined ? '' : `, was \`${was}\``}`);
  }
}
