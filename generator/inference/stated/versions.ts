// Finds the members that number the versions of a thing, and whether texts say that a change names the present one, and gives the next one.
import { propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { memberSchemasOf } from '../bodies.ts';
import { plain } from '../names.ts';
import { sentencesIn } from '../prose/index.ts';

const VERSIONS = /^(?:(?:lock|row|resource|object|record|entity|current|expected)?(?:version|revision)(?:number|id)?|rev|etag)$/;

/** Whether a name is one of versions: a thing has one at a time, and any other value is a wrong one. */
export function isVersion(name: string): boolean {
  return VERSIONS.test(plain(name));
}

/** The member of a body that names the version which a change is about; `undefined` where there is none that a request may set. */
export function versionMemberIn(schemas: readonly Schema[]): string | undefined {
  return [...propertiesOf(schemas)].find(([name, own]) => isVersion(name) && own.every(({ readOnly }) => readOnly !== true))?.[0];
}

/** The name of the member of a change; `undefined` where the body has none that a request may set. */
export function versionMemberOf(operation: Operation): string | undefined {
  return /^P(?:UT|ATCH)$/.test(operation.method) ? versionMemberIn(memberSchemasOf(operation)) : undefined;
}

/** A sentence that says that a change needs the present version. */
const NEEDED =
  /\b(?:must|has to|have to|needs? to|only|unless|other(?:wise)?|else|another|differ\w*|wrong|old(?:er)?|stale|outdated|mismatch\w*|conflict\w*|concurren\w*|optimistic\w*|refus\w+|reject\w+|4\d\d)\b/i;

/** A sentence that says that a change gives another version. */
const RISES =
  /\b(?:one more|increment\w*|increas\w+|rises?|grows?|goes up|new version|next version|counts?|changes? with|each change|every change)\b/i;

export interface VersionRule {
  /** The member of the body that names the version. */
  readonly name: string;
  /** Whether a change with another version than the present one is refused. */
  readonly isNeeded: boolean;
  /** Whether a change gives another version. */
  readonly isRising: boolean;
}

/** What the texts of a change say of the version that its body names. */
export function versionRuleOf(operation: Operation): VersionRule | undefined {
  const name = versionMemberOf(operation);
  if (name === undefined) return undefined;
  const texts = textsAbout(operation, name);
  return { name, isNeeded: texts.some((text) => NEEDED.test(text)), isRising: texts.some(saysRising) };
}

export function saysRising(text: string): boolean {
  return RISES.test(text);
}

/** The sentences of the operation, of its refusals and of the member that name the version. */
function textsAbout(operation: Operation, name: string): readonly string[] {
  const own = (propertiesOf(memberSchemasOf(operation)).get(name) ?? []).map(({ description }) => description);
  const general = [
    operation.summary,
    operation.description,
    ...operation.responses.filter(({ status }) => /^4(?:09|12)$/.test(status)).map(({ description }) => description),
  ].flatMap((text) => sentencesIn(text ?? ''));
  return [...own.map((text) => text ?? ''), ...general.filter((text) => new RegExp(`\\b(?:${name}|version|revision)`, 'i').test(text))];
}
