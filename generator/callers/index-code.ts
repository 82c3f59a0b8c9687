// Finds, in one walk through the code of a project, each place that names something of generated code, and each object that is built for a type of
// it.
import { ts } from '@ts-morph/common';
import { membersReadBy } from './computed.ts';
import { membersOfConstant, propertiesOf } from './constants.ts';
import { keysInType } from './keys-in-types.ts';
import { eachPart } from './walk.ts';

/** The names that lead to a declaration in generated code, from the outside in: `FindEmailInput`, `query`, `domain`. */
export type Chain = readonly string[];

export interface Mention {
  readonly node: ts.Node;
  /** One for each declaration that the name may stand for: several for a property of a union. */
  readonly chains: readonly Chain[];
  /** The name of the generated file without its ending, such as `client`. */
  readonly file: string;
}

export interface CodeIndex {
  /** Names of generated code in the order of the files. */
  readonly mentions: readonly Mention[];
  /** Object literals, with the declarations of the types that they are built for. */
  readonly built: readonly (Mention & { readonly node: ts.ObjectLiteralExpression })[];
  /** The values of switches without a default, with the declarations of their types. */
  readonly switched: readonly Mention[];
  /** String literals where a type of generated code is expected, and the others: these have no chain. */
  readonly literals: readonly (Mention & { readonly node: ts.StringLiteralLike })[];
  /** Keys of objects that are built for a record, as in `Record<OrderState, string>`, with the declaration of what the keys are. */
  readonly keys: readonly (Mention & { readonly node: ts.PropertyName })[];
  /** Reads by a name that is made at run time, with each member that this may be: `order[field]`. */
  readonly computed: readonly (Mention & { readonly node: ts.ElementAccessExpression })[];
}

/** @param isGenerated whether a file is generated from the document */
export function indexCode(program: ts.Program, own: readonly string[], isGenerated: (file: string) => boolean): CodeIndex {
  const checker = program.getTypeChecker();
  const mentions: Mention[] = [];
  const built: (Mention & { readonly node: ts.ObjectLiteralExpression })[] = [];
  const switched: Mention[] = [];
  const literals: (Mention & { readonly node: ts.StringLiteralLike })[] = [];
  const keys: (Mention & { readonly node: ts.PropertyName })[] = [];
  const computed: (Mention & { readonly node: ts.ElementAccessExpression })[] = [];
  const add = <T extends ts.Node>(list: (Mention & { readonly node: T })[], node: T, declarations: readonly ts.Node[]): void => {
    const made = declarations.filter((declaration) => isGenerated(declaration.getSourceFile().fileName));
    const [first] = made;
    if (first === undefined) return;
    list.push({ node, chains: made.map(chainOf), file: baseOf(first.getSourceFile().fileName) });
  };
  /** What the members of constants stand for, and the names that mean a member of an object of the project's own. */
  const ofConstants = new Map<ts.Node, readonly ts.Node[]>();
  const ownMembers: { readonly node: ts.Node; readonly declarations: readonly ts.Node[] }[] = [];
  const addConstant = (use: ts.Identifier): void => {
    for (const { member, name, value, symbols } of membersOfConstant(use, checker)) {
      const declarations = symbols.flatMap((symbol) => symbol.declarations ?? []);
      add(mentions, name, declarations);
      ofConstants.set(member, [...(ofConstants.get(member) ?? []), ...declarations]);
      if (value === undefined || !ts.isStringLiteralLike(value)) continue;
      for (const symbol of symbols) add(literals, value, declarationsOf(checker.getNonNullableType(checker.getTypeOfSymbol(symbol))));
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) addConstant(node);
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) {
      for (const { declarations = [] } of symbolsAt(node, checker)) {
        add(mentions, node, declarations);
        if (declarations.some(ts.isObjectLiteralElementLike)) ownMembers.push({ node, declarations });
      }
    }
    if (ts.isStringLiteralLike(node)) {
      const expected = declarationsOf(checker.getContextualType(node)).filter((declaration) =>
        isGenerated(declaration.getSourceFile().fileName),
      );
      literals.push({ node, chains: expected.map(chainOf), file: '' });
    }
    if (ts.isObjectLiteralExpression(node)) {
      const expected = checker.getContextualType(node);
      add(built, node, declarationsOf(expected));
      const key = keyTypeOf(expected);
      for (const { name } of key === undefined ? [] : node.properties) if (name !== undefined) add(keys, name, declarationsOf(key));
    }
    if (ts.isElementAccessExpression(node))
      add(
        computed,
        node,
        membersReadBy(node, checker).flatMap(({ declarations = [] }) => declarations),
      );
    if (ts.isSwitchStatement(node) && !node.caseBlock.clauses.some(ts.isDefaultClause))
      add(switched, node.expression, declarationsOf(checker.getTypeAtLocation(node.expression)));
    eachPart(node, visit);
  };
  for (const name of own) {
    const file = program.getSourceFile(name);
    if (file !== undefined) visit(file);
  }
  for (const { node, declarations } of ownMembers) for (const member of declarations) add(mentions, node, ofConstants.get(member) ?? []);
  return { mentions, built, switched, literals, keys, computed };
}

/** What a name may stand for. The key of an object literal stands for the property that its type has, and a shorthand for a value too. */
function symbolsAt(node: ts.Identifier | ts.StringLiteralLike, checker: ts.TypeChecker): ts.Symbol[] {
  const { parent } = node;
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node && ts.isObjectBindingPattern(parent.parent))
    return propertiesOf(checker.getTypeAtLocation(parent.parent), node.text);
  if (ts.isObjectLiteralElementLike(parent) && parent.name === node && ts.isObjectLiteralExpression(parent.parent)) {
    const properties = propertiesOf(checker.getContextualType(parent.parent), node.text);
    const value = ts.isShorthandPropertyAssignment(parent) ? checker.getShorthandAssignmentValueSymbol(parent) : undefined;
    return value === undefined ? properties : [...properties, resolved(value, checker)];
  }
  if ((ts.isTypeElement(parent) || ts.isClassElement(parent)) && parent.name === node) return narrowedBy(parent, node.text, checker);
  if (ts.isStringLiteralLike(node) && !ts.isElementAccessExpression(parent)) return keysInType(node, checker);
  const symbol = checker.getSymbolAtLocation(node);
  return symbol === undefined ? [] : [resolved(symbol, checker)];
}

/**
 * What a member of the project's own says more of: the members of the types that its owner extends, implements, or stands beside in an intersection.
 */
function narrowedBy({ parent: owner }: ts.TypeElement | ts.ClassElement, name: string, checker: ts.TypeChecker): ts.Symbol[] {
  const isTyped = ts.isInterfaceDeclaration(owner) || ts.isClassLike(owner);
  const beside = isTyped
    ? owner.heritageClauses?.flatMap(({ types }) => types)
    : ts.isIntersectionTypeNode(owner.parent) && owner.parent.types;
  return [...(beside || [])].filter((type) => type !== owner).flatMap((type) => propertiesOf(checker.getTypeFromTypeNode(type), name));
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

function declarationsOf(type: ts.Type | undefined): ts.Node[] {
  if (type === undefined) return [];
  const declared = [...(type.aliasSymbol?.declarations ?? []), ...(type.getSymbol()?.declarations ?? [])];
  return type.isUnionOrIntersection() ? [...declared, ...type.types.flatMap(declarationsOf)] : declared;
}

/** The type of the keys of a record, also within `Readonly` or `Partial`. */
function keyTypeOf(type: ts.Type | undefined): ts.Type | undefined {
  const [first] = type?.aliasTypeArguments ?? [];
  return type?.aliasSymbol?.name === 'Record' ? first : first && keyTypeOf(first);
}

/** A type literal has no name, and the chain of what it is the type of. */
function chainOf(declaration: ts.Node): Chain {
  const names: string[] = [];
  for (let node: ts.Node = declaration; !ts.isSourceFile(node); node = node.parent) {
    const name = ts.getNameOfDeclaration(node as ts.Declaration);
    if (name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name))) names.unshift(name.text);
  }
  return names;
}

function baseOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/(?:\.d)?\.[cm]?ts$/, '');
}
