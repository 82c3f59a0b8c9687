// Remembers the identifiers that answers without state have given: a path with another one names nothing.
import { getOwn } from '@octavo/runtime/conformance';
import { changedAt, lastNameOf, pointerTo, tokensOf, valueAt } from '../../../inference/pointers.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { conjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { refuse } from '../refusing.ts';
import type { Call, Living, Setting } from '../setting.ts';
import { inBody } from '../showing.ts';
import { newId } from '../values.ts';

/** The most identifiers that are remembered: the oldest goes. */
const MOST = 10_000;

export class Issuing {
  readonly #setting: Setting;
  readonly #given = new Set<string>();

  /** Whether all identifiers are known: none was given before the mock began. */
  #isWhole: boolean;

  constructor(setting: Setting, isWhole: boolean) {
    this.#setting = setting;
    this.#isWhole = isWhole;
  }

  clear(): void {
    this.#given.clear();
    this.#isWhole = true;
  }

  /** Refuses a path with an identifier that no answer has given, and the document does not have as an example. */
  refused(operation: Operation, { input }: Call): Living | undefined {
    if (!this.#isWhole) return undefined;
    for (const { consumer, parameter, sources, example } of this.#setting.plan.issued) {
      const value = getOwn(input.path, parameter);
      if (consumer !== operation || value === undefined || String(value) === example) continue;
      if (!sources.some(({ producer, from }) => this.#given.has(keyOf(producer, from, value))))
        return refuse(this.#setting, operation, [404, 410], `No answer has given \`${String(value).slice(0, 100)}\`.`);
    }
    return undefined;
  }

  /** The example of an answer with new identifiers, which are remembered; `undefined` where no path takes one of them. */
  answer(operation: Operation): Living | undefined {
    const { plan, tools } = this.#setting;
    const all = plan.issued.flatMap(({ sources }) => sources).filter(({ producer }) => producer === operation);
    if (all.length === 0) return undefined;
    const example = tools.example(operation, undefined);
    const fresh = all.reduce((body, { from }) => this.#renewed(operation, from, body), example.body);
    const result = tools.judge(operation, { ...example, body: fresh }).length === 0 ? { ...example, body: fresh } : example;
    for (const { from } of all) this.#remember(keyOf(operation, from, valueAt(result, from)));
    return { result, isWithoutState: true };
  }

  #renewed(operation: Operation, from: string, body: unknown): unknown {
    const { random, tools } = this.#setting;
    const example = valueAt({ body }, from);
    const holder = pointerTo(...tokensOf(from).slice(0, -1));
    const schemas = conjuncts(
      shapesOf(operation)
        .find(({ at }) => at === holder)
        ?.properties.get(lastNameOf(from)) ?? [],
    );
    const [schema] = schemas;
    const taken = { has: (text: string) => this.#given.has(keyOf(operation, from, text)), greatest: this.#given.size };
    const fits = (value: unknown): boolean => schemas.every((one) => tools.allows(one, value));
    const id = newId(schemas, { example, taken, random, fits, sample: () => schema && tools.sample(schema, random) });
    return example === undefined || schema === undefined || id === undefined ? body : changedAt(body, inBody(from), id);
  }

  #remember(key: string): void {
    const [oldest] = this.#given.size < MOST ? [] : this.#given;
    if (oldest !== undefined) this.#given.delete(oldest);
    this.#given.add(key);
  }
}

function keyOf({ id }: Operation, from: string, value: unknown): string {
  return JSON.stringify([id, from, String(value)]);
}
