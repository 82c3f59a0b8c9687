// The places of a project that a change concerns, by what its code names and builds.
import { ts } from '@ts-morph/common';
import type { Change } from '../diff/index.ts';
import type { Operation } from '../model/service.ts';
import type { Chain, CodeIndex, Mention } from './index-code.ts';
import { type Subject, subjectOf, type Versions } from './subjects.ts';

/** Codes whose change asks something of each call: no member that a caller names shows it. */
const ASKS_CALLS =
  /^(?:choice-narrowed|body-(?:added|removed|required)|security-removed|pagination-changed|stream-changed|media-type-removed)$/;
/** Codes whose change asks something of those who build the object that has the member. */
const ASKS_BUILDERS = /^(?:required-property-added|property-required|closed)$/;
/** Codes that ask nothing of code that exists: there is more to send, or to read. */
const ASKS_NOTHING =
  /^(?:(?:operation|parameter|property|media-type|security|alias|server|oauth-flow|webhook|callback|link|header)-added|body-optional|operation-generated|refusal-|rate-limit-|error-)/;

/** The nodes that a change concerns, each once. */
export function placesOf(change: Change, versions: Versions, index: CodeIndex, checker: ts.TypeChecker): ts.Node[] {
  const subject = subjectOf(change, versions);
  if (subject === undefined || ASKS_NOTHING.test(change.code)) return [];
  return [...new Set(nodesOf(change, subject, versions, index, checker))];
}

function nodesOf(change: Change, subject: Subject, versions: Versions, index: CodeIndex, checker: ts.TypeChecker): ts.Node[] {
  const { kind, code } = change;
  switch (subject.kind) {
    case 'client':
      return kind === 'breaking' ? mentionsOf(index, (chain) => chain.length === 1 && isClientName(chain[0], versions)) : [];
    case 'type':
      return mentionsOf(index, (chain) => chain.length === 1 && chain[0] === subject.name);
    case 'status':
      return statusNodes(code, subject, index, checker);
    case 'operation':
      return operationNodes(change, subject.operation, versions, index);
    case 'member': {
      if (code === 'parameter-required' || code === 'required-parameter-added') {
        const { operation } = subject;
        return operation === undefined ? [] : callsWithout(subject.name, operation, versions, index, checker);
      }
      if (ASKS_BUILDERS.test(code)) return buildersOf(subject, code, index);
      if (code === 'enum-widened') return switchesOn(subject, index);
      // A value that goes away is a literal, which the compiler finds.
      if (code === 'enum-narrowed' && isTypeItself(subject)) return [];
      return kind === 'breaking' || code === 'deprecated' ? withoutImports(mentionsOf(index, sameAs(subject.chains))) : [];
    }
  }
}

function mentionsOf({ mentions }: CodeIndex, matches: (chain: Chain, mention: Mention) => boolean): ts.Node[] {
  return mentions.filter((mention) => mention.chains.some((chain) => matches(chain, mention))).map(({ node }) => node);
}

function sameAs(chains: readonly Chain[]): (chain: Chain) => boolean {
  const keys = new Set(chains.map((chain) => JSON.stringify(chain)));
  return (chain) => keys.has(JSON.stringify(chain));
}

function isClientName(name: string | undefined, { before, after }: Versions): boolean {
  return [before, after].some((service) => name === `create${service.name}Client` || name === `create${service.name}RawClient`);
}

/** An import alone does nothing, unless what it imports goes away. */
function withoutImports(nodes: readonly ts.Node[]): ts.Node[] {
  return nodes.filter((node) => ts.findAncestor(node, ts.isImportDeclaration) === undefined);
}

function operationNodes({ kind, code }: Change, operation: Operation, versions: Versions, index: CodeIndex): ts.Node[] {
  if (kind === 'compatible' && code !== 'deprecated') return [];
  const nodes = operationMentions(operation, versions, index);
  const goesAway = /^operation-(?:removed|renamed|left-out)$/.test(code);
  if (ASKS_CALLS.test(code)) return withoutImports(nodes).filter((node) => callOf(node) !== undefined);
  return goesAway ? nodes : withoutImports(nodes);
}

/** Names of the operation: the client's method, by itself and in its group, the handler, the constant, and its types. */
function operationMentions(operation: Operation, { before, after }: Versions, index: CodeIndex): ts.Node[] {
  const { name, typeName } = operation;
  const types = ['Input', 'Result', 'Page', 'Item'].map((ending) => typeName + ending);
  const members = [before, after].flatMap(({ groups }) =>
    groups.flatMap((group) =>
      group.members.filter((member) => member.operation.id === operation.id).map((member) => [group.typeName, member.name] as const),
    ),
  );
  return mentionsOf(index, ([first = '', second, ...more], { file }) => {
    if (second === undefined) return first === name || types.includes(first);
    if (more.length > 0 || file === 'types' || file === 'operations') return false;
    return second === name || members.some(([type, member]) => type === first && member === second);
  });
}

/** The call whose function the node names, or which gets the operation as an argument. */
function callOf(node: ts.Node): ts.CallExpression | undefined {
  const { parent } = node;
  const called = ts.isPropertyAccessExpression(parent) && parent.name === node ? parent : node;
  return ts.isCallExpression(called.parent) ? called.parent : undefined;
}

/** Calls whose input has no value for the member: it has to be passed there. */
function callsWithout(name: string, operation: Operation, versions: Versions, index: CodeIndex, checker: ts.TypeChecker): ts.Node[] {
  return operationMentions(operation, versions, index).filter((node) => {
    const call = callOf(node);
    return call !== undefined && !call.arguments.some((argument) => hasMember(checker.getTypeAtLocation(argument), name, checker));
  });
}

/** Whether each value of a type has the member, at its top or in one of its parts. */
function hasMember(type: ts.Type, name: string, checker: ts.TypeChecker): boolean {
  const holds = (one: ts.Type): boolean => {
    const property = one.getProperty(name);
    return property !== undefined && (property.flags & ts.SymbolFlags.Optional) === 0;
  };
  return (
    holds(type) ||
    ['path', 'query', 'header', 'cookie'].some((place) => {
      const part = type.getProperty(place);
      return part !== undefined && holds(checker.getTypeOfSymbol(part));
    })
  );
}

/** Objects that are built for the type that has the member, and that lack it. */
function buildersOf({ owners, name }: Subject & { readonly kind: 'member' }, code: string, { built }: CodeIndex): ts.Node[] {
  const [owner = [], itself = []] = owners;
  const isOwner = sameAs(code === 'closed' ? [itself] : [owner]);
  return built
    .filter(
      ({ chains, node }) => chains.some(isOwner) && (code === 'closed' || !node.properties.some((property) => isNamed(property, name))),
    )
    .map(({ node }) => node);
}

function isNamed(property: ts.ObjectLiteralElementLike, name: string): boolean {
  return ts.isSpreadAssignment(property) || (property.name !== undefined && 'text' in property.name && property.name.text === name);
}

/** Switches without a default on the member, or on a value of the type that the change is in. */
function switchesOn({ chains }: Subject & { readonly kind: 'member' }, index: CodeIndex): ts.Node[] {
  const isIt = sameAs(chains);
  const ofType = index.switched.filter((one) => one.chains.some(isIt)).map(({ node }) => node);
  return [...ofType, ...mentionsOf(index, isIt).flatMap((node) => switchOn(node) ?? [])];
}

function isTypeItself({ chains }: Subject & { readonly kind: 'member' }): boolean {
  return chains.every(({ length }) => length === 1);
}

/** The switch without a default whose value the node is the end of. */
function switchOn(node: ts.Node): ts.Node | undefined {
  const value = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
  const statement = value.parent;
  if (!ts.isSwitchStatement(statement) || statement.expression !== value) return undefined;
  return statement.caseBlock.clauses.some(ts.isDefaultClause) ? undefined : node;
}

/** Where a new status is not handled: switches on the status without a default. Where one is gone: what compares with it. */
function statusNodes(
  code: string,
  { operation, status }: Subject & { readonly kind: 'status' },
  index: CodeIndex,
  checker: ts.TypeChecker,
): ts.Node[] {
  const statuses = mentionsOf(index, sameAs([[`${operation.typeName}Result`, 'status']]));
  if (code === 'response-added') return statuses.flatMap((node) => switchOn(node) ?? []);
  return statuses.flatMap((node) => comparedWith(node, Number(status), checker));
}

/** The literals equal to `status` that a value is compared with, in `===`, in the cases of a switch, and as the value of a member. */
function comparedWith(node: ts.Node, status: number, checker: ts.TypeChecker): ts.Node[] {
  const value = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
  const { parent } = value;
  const isIt = (one: ts.Node): boolean => checker.getTypeAtLocation(one).isNumberLiteral() && Number(one.getText()) === status;
  if (ts.isBinaryExpression(parent)) return [parent.left, parent.right].filter(isIt);
  if (ts.isPropertyAssignment(parent)) return [parent.initializer].filter(isIt);
  if (!ts.isSwitchStatement(parent)) return [];
  return parent.caseBlock.clauses.flatMap((clause) => (ts.isCaseClause(clause) ? [clause.expression].filter(isIt) : []));
}
