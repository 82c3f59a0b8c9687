// Puts together what the cases of operations need beside the requests: what they start from, and those who judge the answers.
import type { Edge } from '../../inference/edge.ts';
import { isObject } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import { acceptsValid } from '../checks/accepts-valid.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Doubt } from '../contract/report.ts';
import type { Judge } from '../judge/index.ts';
import { createKept, KEEPS_VALUES } from '../kept/index.ts';
import type { Input } from '../plan/index.ts';
import type { Existing } from '../reach/existing.ts';
import type { Bases } from '../values/bases.ts';
import { createContrast } from '../values/contrast.ts';
import { createFocus } from '../values/focus.ts';
import { createGrounding } from '../values/ground.ts';
import { createRules, STATED_RULES } from '../values/rules.ts';
import type { Ledger } from './ledger.ts';
import type { Values } from './running.ts';

interface ValuesOptions extends Pick<Values, 'planOf' | 'optionsFor' | 'tally'> {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly existing: Existing;
  readonly bases: Bases;
  readonly ledger: Ledger;
  readonly seed: number;
  readonly override: (operation: Operation, input: Input) => Input;
  /** The case with values and things of its own. */
  readonly ready: (one: Case) => Promise<Case>;
  readonly anew: (one: Case, status: number) => Promise<Case | undefined>;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
  readonly doubt: (doubt: Doubt) => void;
}

export function createValues(options: ValuesOptions): Values {
  const { judge, edges, existing, bases, ledger, seed, override, ready, anew, send, doubt, ...rest } = options;
  return {
    ...rest,
    ground: createGrounding({
      ...{ judge, bases, send, seed, override },
      fill: (operation, input) => existing.fillerOf(operation)(input),
    }),
    contrast: createContrast({
      ...{ judge, edges, bases, send },
      found: (fault, exchanges) => ledger.add(acceptsValid.id, fault, exchanges),
      doubt: (one, exchange) => {
        if (!ledger.isWaived(acceptsValid.id, exchange)) doubt(one);
      },
    }),
    focus: createFocus({ judge, bases, send }),
    rules: createRules({
      ...{ judge, seed, ready, anew, send, looked: ledger.looked },
      choices: existing.choices,
      named: (operation, input) =>
        existing
          .named(operation, input)
          .map(({ result }) => result.body)
          .filter(isObject),
      found: (fault, exchanges) => ledger.add(STATED_RULES, fault, exchanges),
    }),
    kept: createKept({
      ...{ judge, edges, send, override },
      found: (fault, exchanges) => ledger.add(KEEPS_VALUES, fault, exchanges),
    }),
  };
}
