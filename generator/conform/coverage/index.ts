// Counts what exchanges have used of a document: operations, statuses, parameters, branches of schemas.
import type { Operation, Service } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { OperationCoverage } from '../contract/report.ts';
import type { SampleSchemas } from '../judge/index.ts';
import { type BranchCounter, createBranchCounter } from './branches.ts';

export interface CoverageCounter {
  see(exchange: Exchange): void;
  readonly operations: readonly OperationCoverage[];
}

type Counts = Map<string, number>;

interface Tally {
  exchanges: number;
  /** By declared key, and by number where none is declared. */
  readonly statuses: Counts;
  /** By `${in} ${name}`. */
  readonly parameters: Counts;
  /** Made at the first exchange: a document may have thousands of operations. */
  branches?: BranchCounter;
}

export function createCoverage(service: Service, schemas: SampleSchemas): CoverageCounter {
  const tallies = new Map<Operation, Tally>(
    service.operations.map((operation) => [operation, { exchanges: 0, statuses: new Map(), parameters: new Map() }]),
  );
  return {
    see({ case: { operation, input, intent, request }, response, reading }) {
      const tally = tallies.get(operation);
      if (tally === undefined) return;
      tally.exchanges++;
      tally.branches ??= createBranchCounter(operation, schemas);
      if (response !== undefined) add(tally.statuses, reading.declared?.status ?? String(response.status));
      for (const { in: where, name } of operation.parameters) {
        const part = where === 'querystring' ? input : input?.[where];
        if (Object.hasOwn(Object(part), where === 'querystring' ? where : name)) add(tally.parameters, `${where} ${name}`);
      }
      if (input !== undefined && intent.kind === 'valid') tally.branches.request(input, request.headers['content-type']);
      if (reading?.content !== undefined && !reading.faults.some(({ about }) => about === 'body'))
        tally.branches.response(reading.content, reading.body);
    },
    get operations() {
      return [...tallies].map(([operation, { exchanges, statuses, parameters, branches: counted }]): OperationCoverage => {
        const { branches, isCut } = counted ?? createBranchCounter(operation, schemas);
        const declared = operation.responses.map(({ status }) => status);
        const others = [...statuses.keys()].filter((status) => !declared.includes(status));
        return {
          operation,
          exchanges,
          statuses: [...declared, ...others].map((status) => ({
            status,
            isDeclared: declared.includes(status),
            exchanges: statuses.get(status) ?? 0,
          })),
          parameters: operation.parameters.map((parameter) => ({
            in: parameter.in,
            name: parameter.name,
            exchanges: parameters.get(`${parameter.in} ${parameter.name}`) ?? 0,
          })),
          branches: branches.map((branch) => ({ ...branch })),
          ...(isCut ? { moreBranches: true } : {}),
        };
      });
    },
  };
}

function add(counts: Counts, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
