// Redocly's findings that contradict OpenAPI 3.2: Redocly knows most of that version, and reports these constructs as faults all the same.
import { resolutionOf } from '../load/describe.ts';
import type { Description, Json } from '../load/description.ts';
import { isObject, own, pointerTokens, valueAt } from '../load/pointer.ts';
import type { Document } from '../load/references/library.ts';
import { REFUSED } from './offline.ts';

/** A finding in a document that the loader has read. */
export interface Judged {
  readonly rule: string;
  readonly message: string;
  readonly document: Document;
  readonly pointer: string;
  readonly description: Description;
}

interface Contradiction {
  readonly rule: RegExp;
  /** The construct that Redocly takes for a fault, as the summary of `octavo lint` names it. */
  readonly construct: string;
  /** Where OpenAPI 3.2.0 allows it. */
  readonly section: string;
  readonly holds: (finding: Judged) => boolean;
}

/** The contradictions, each as narrow as can be: the rule, its message, and the part of the document. */
export const contradictions: readonly Contradiction[] = [
  {
    rule: /^struct$/,
    construct: '`style: cookie`',
    section: '4.12.3, Style Values',
    holds: ({ message, pointer, document }) =>
      message.startsWith('`style` can be one of') &&
      valueAt(document.root, pointer) === 'cookie' &&
      member(valueAt(document.root, parentOf(pointer)), 'in') === 'cookie',
  },
  {
    rule: /^struct$/,
    construct: 'a response without `description`',
    section: '4.17, Response Object',
    holds: ({ message, pointer, document, description }) =>
      message.includes('`description` must be present') && isKind(description, valueAt(document.root, pointer), 'Response'),
  },
  {
    rule: /^security-defined$/,
    construct: 'a security requirement by URI',
    section: '4.30, Security Requirement Object',
    // The loader has put the name of the component in the place of the URI.
    holds: ({ pointer, document }) => {
      const requirement = valueAt(document.root, parentOf(pointer));
      return isObject(requirement) && !Object.hasOwn(requirement, pointerTokens(pointer).at(-1) ?? '');
    },
  },
  {
    rule: /^no-unused-components$/,
    construct: 'a component that a URI refers to',
    section: '4.30, Security Requirement Object; 4.25, Discriminator Object; 4.1.1, `$self`',
    holds: isUsed,
  },
  {
    rule: /^no-unresolved-refs$/,
    construct: 'a reference relative to `$self`, or a `$ref` in data',
    section: '4.1.1, `$self`; 4.19, Example Object',
    // Octavo has resolved what is a reference, and said where one leads to nothing.
    holds: ({ message, pointer, document, description }) =>
      message.includes(REFUSED) || (/resolve \$ref/.test(message) && isResolved(description, valueAt(document.root, referenceAt(pointer)))),
  },
  {
    rule: /^no-invalid-.*examples$/,
    construct: 'a discriminator whose property has no `const` or `enum`',
    section: '4.25, Discriminator Object',
    holds: ({ message }) => /^Example validation errored: discriminator: .* must have "const" or "enum"/.test(message),
  },
];

/** The row that a finding in an OpenAPI 3.2 document belongs to. */
export function contradictionOf(finding: Judged): Contradiction | undefined {
  if (finding.document.version !== '3.2') return undefined;
  return contradictions.find(({ rule, holds }) => rule.test(finding.rule) && holds(finding));
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** The object that has the `$ref` at a pointer. */
function referenceAt(pointer: string): string {
  return pointer.endsWith('/$ref') ? parentOf(pointer) : pointer;
}

function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? own(value, key) : undefined;
}

function isKind(description: Description, value: Json | undefined, kind: string): boolean {
  return isObject(value) && resolutionOf(description).checked.get(value) === kind;
}

function isResolved(description: Description, value: Json | undefined): boolean {
  return isObject(value) && resolutionOf(description).links.has(value);
}

/** Whether a reference leads to the component, or a security requirement has its name. */
function isUsed({ pointer, document, description }: Judged): boolean {
  const { links, checked } = resolutionOf(description);
  const inside = `${pointer}/`;
  for (const group of links.values()) {
    if (group.some(({ target }) => target.document === document && (target.pointer === pointer || target.pointer.startsWith(inside))))
      return true;
  }
  const [, section, name = ''] = pointerTokens(pointer);
  if (section !== 'securitySchemes') return false;
  return [...checked].some(([value, kind]) => kind === 'SecurityRequirement' && Object.hasOwn(value, name));
}
