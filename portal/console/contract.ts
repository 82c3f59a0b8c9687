// Loads a document for the console: its data, and its generated code.
import type { Checks, Operation as Row, ServiceInfo } from '@octavo/runtime';
import { formatIssue, type Issue, type Validator } from '@octavo/runtime/conformance';
import type { ConsoleDocument, ConsoleOperation } from '../../generator/docs/console/data.ts';
import { parseExactJson } from '../../runtime/json/strict.ts';
import { siteRoot } from '../shared/site-root.ts';

/** The generated code of a document. */
export interface Contract {
  readonly service: ServiceInfo;
  /** The operation as data: what writes its requests and reads its responses. */
  rowOf(operation: ConsoleOperation): Row;
  checksOf(operation: ConsoleOperation): Checks;
  /** The faults that a validator finds in a value, as sentences. */
  faultsOf(validator: string, value: unknown): readonly string[];
}

/** A document that the console can use. */
export interface Loaded {
  readonly document: ConsoleDocument;
  readonly contract: Contract;
}

type Module = Readonly<Record<string, unknown>>;

const known = new Map<string, Promise<Loaded>>();

/** By the document's id. A failure is not kept, so that the next call tries again. */
export function loadDocument(id: string): Promise<Loaded> {
  const loading = known.get(id) ?? load(id);
  known.set(id, loading);
  loading.catch(() => known.delete(id));
  return loading;
}

async function load(id: string): Promise<Loaded> {
  const folder = new URL(`${siteRoot()}data/${encodeURIComponent(id)}/`, document.baseURI);
  const response = await fetch(new URL('operations.json', folder));
  if (!response.ok) throw new Error(`There is no document ${id} here (${response.status}).`);
  const [data, operations, checks, validators] = await Promise.all([
    response.text(),
    import(new URL('contract/operations.js', folder).href) as Promise<Module>,
    import(new URL('contract/checks.js', folder).href) as Promise<Module>,
    import(new URL('contract/validators.js', folder).href) as Promise<Module>,
  ]);
  const parsed = parseExactJson(data) as ConsoleDocument;
  return { document: parsed, contract: contractOf(parsed, { operations, checks, validators }) };
}

/** The generated code as one object, from its modules. */
function contractOf(
  document: ConsoleDocument,
  { operations, checks, validators }: Readonly<Record<'operations' | 'checks' | 'validators', Module>>,
): Contract {
  const exported = <T>(module: Module, name: string): T => {
    const value = module[name];
    if (value === undefined) throw new Error(`The generated code of ${document.id} has no ${name}.`);
    return value as T;
  };
  return {
    service: exported<ServiceInfo>(operations, document.contract.service),
    rowOf({ row }) {
      const { conversion: _, ...wire } = exported<Row>(operations, row);
      // The console holds values as they are sent.
      return wire;
    },
    checksOf: ({ row }) => exported<Checks>(checks, `${row}Checks`),
    faultsOf(validator, value) {
      const issues: Issue[] = [];
      exported<Validator>(validators, validator)(value, issues);
      return issues.map(formatIssue);
    },
  };
}
