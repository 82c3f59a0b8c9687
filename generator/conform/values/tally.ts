// Counts which constraints a run has tried both ways: kept on the limit and broken just beyond it, each alone in a request that succeeds otherwise.
import { getOwn } from '@octavo/runtime/conformance';
import { isObject, tokensOf } from '../../inference/pointers.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { ConstraintReport, UntriedConstraint } from '../contract/report.ts';
import { constraintsOf, schemasOf } from '../plan/index.ts';
import type { Ground } from './ground.ts';

export interface Tally {
  /** The requests of an operation that succeed, and the answers to the cases that change one part of them; what was seen before counts too. */
  see(operation: Operation, ground: Ground, exchanges: readonly Exchange[]): void;
  /** What is known of the constraints of these operations. */
  report(operations: readonly Operation[]): ConstraintReport;
}

/** Keywords with a limit, which a request keeps only where it is on the limit; all others are kept by each value that succeeds. */
const LIMITS: ReadonlySet<string> = new Set(
  ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties'].concat(
    'maxProperties',
  ),
);

interface Seen {
  readonly kept: Set<string>;
  readonly broken: Set<string>;
  readonly ground: Ground;
}

export function createTally(): Tally {
  const seen = new Map<Operation, Seen>();
  return {
    see(operation, ground, exchanges) {
      const before = seen.get(operation);
      const { kept, broken } = before ?? { kept: new Set<string>(), broken: new Set<string>() };
      for (const { case: one, response } of exchanges) {
        const { constraint, intent, isGrounded } = one;
        if (constraint === undefined || isGrounded !== true || response === undefined) continue;
        (intent.kind === 'valid' ? kept : broken).add(keyOf(constraint));
      }
      seen.set(operation, { kept, broken, ground: before === undefined || before.ground.bases.length === 0 ? ground : before.ground });
    },
    report(operations) {
      let tried = 0;
      let of = 0;
      const untried: UntriedConstraint[] = [];
      for (const operation of operations) {
        const known = seen.get(operation);
        for (const constraint of constraintsOf(operation)) {
          of++;
          const reason = known === undefined ? 'no case of the operation was sent' : whyNot(operation, known, constraint);
          if (reason === undefined) tried++;
          else untried.push({ operation, ...constraint, reason });
        }
      }
      return { tried, of, untried };
    },
  };
}

interface At {
  readonly at: string;
  readonly keyword: string;
}

function keyOf({ at, keyword }: At): string {
  return `${at} ${keyword}`;
}

function whyNot(operation: Operation, { kept, broken, ground }: Seen, constraint: At): string | undefined {
  if (ground.bases.length === 0) return 'no request of the operation succeeds';
  if (!ground.bases.some(({ input }) => valuesAt(input, tokensOf(constraint.at)).length > 0)) return 'no request with this part succeeds';
  const key = keyOf(constraint);
  if (!broken.has(key)) return 'no value was found that breaks it alone';
  if (!LIMITS.has(constraint.keyword) || kept.has(key)) return undefined;
  // The request that succeeds may itself be on the limit.
  const schemas = schemasOf(operation, constraint.at.replaceAll('*', '0'));
  const isOnLimit = ground.bases.some(({ input }) =>
    valuesAt(input, tokensOf(constraint.at)).some((value) => isOn(value, constraint.keyword, schemas)),
  );
  return isOnLimit ? undefined : 'no value was found that is on its limit';
}

function isOn(value: unknown, keyword: string, schemas: readonly Schema[]): boolean {
  const size = sizeOn(keyword, value);
  return size !== undefined && schemas.some((schema) => Number(getOwn(schema, keyword)) === size);
}

/** What a keyword compares with its limit. */
function sizeOn(keyword: string, value: unknown): number | undefined {
  if (/^m..imum$/.test(keyword)) return typeof value === 'number' ? value : undefined;
  if (/Length$/.test(keyword)) return typeof value === 'string' ? [...value].length : undefined;
  if (/Items$/.test(keyword)) return Array.isArray(value) ? value.length : undefined;
  return isObject(value) && /Properties$/.test(keyword) ? Object.keys(value).length : undefined;
}

function valuesAt(value: unknown, [token, ...rest]: readonly string[]): readonly unknown[] {
  if (token === undefined) return value === undefined ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  if (token === '*') return Object.values(value).flatMap((member) => valuesAt(member, rest));
  return valuesAt(getOwn(value, token), rest);
}
